import type { JsonObject } from '../../harness/json/exact-json.ts';
import type { Reading } from '../reading/reading.ts';

/** What a run sees of one pet, whoever owns it. Everything is in the order of the record. */
export interface Timeline {
  readonly id: string;
  /** Lists that show it. */
  readonly pages: readonly Reading[];
  /** Fetches of its id with the right key, whatever they were answered with. */
  readonly fetches: readonly Reading[];
  /** Lists and fetches that show it. */
  readonly views: readonly Reading[];
  /** When the first answer that shows it was complete, and when the last request for such an answer was sent. */
  readonly seen: { readonly first: number; readonly last: number };
}

const NEVER = { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY };

export const unseen = (id: string): Timeline => ({ id, pages: [], fetches: [], views: [], seen: NEVER });

/** Of every pet that a list shows or that was fetched, by id. */
export function timelinesOf(pages: readonly Reading[], fetches: readonly Reading[]): ReadonlyMap<string, Timeline> {
  const timelines = new Map<string, { id: string; pages: Reading[]; fetches: Reading[] }>();
  const timeline = (id: string) => {
    const own = timelines.get(id) ?? { id, pages: [], fetches: [] };
    timelines.set(id, own);
    return own;
  };
  for (const page of pages) for (const id of page.ids) timeline(id).pages.push(page);
  for (const fetch of fetches) timeline(fetch.asked.petId ?? '').fetches.push(fetch);
  return new Map([...timelines].map(([id, own]) => [id, withViews(own)]));
}

function withViews({ id, pages, fetches }: Omit<Timeline, 'views' | 'seen'>): Timeline {
  const views = [...pages, ...fetches.filter(showsItsPet)];
  let { first, last } = NEVER;
  for (const { sentAt, answeredAt } of views) {
    first = Math.min(first, answeredAt);
    last = Math.max(last, sentAt);
  }
  return { id, pages, fetches, views, seen: { first, last } };
}

/** A fetch may also return another pet. */
export function showsItsPet({ isSuccess, ids, asked: { petId = '' } }: Reading): boolean {
  return isSuccess && ids.includes(petId);
}

/** A pet as an exchange shows it. */
export function petIn({ pets, ids }: Reading, id: string): JsonObject | undefined {
  return pets?.[ids.indexOf(id)];
}
