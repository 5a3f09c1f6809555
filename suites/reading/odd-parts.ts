import { memoize } from '../../harness/basics/memoize.ts';
import type { Reading } from './reading.ts';

/** What makes a request differ from the plainest one of its operation. */
export type Part = 'limit' | 'filter' | 'other parameter' | 'status' | 'category' | 'name' | 'flaw' | 'form';

/** The part that a value of these tables changes; everything else that is sent with care is a part of its own. */
const PARTS: Readonly<Record<string, Part>> = { name: 'name', category: 'category', body: 'flaw', break: 'flaw' };
const FORMS = new Set(['spelling', 'framing', 'media-type', 'headers', 'connection', 'pause']);

/** The parts of a request that are not plain: by the values that the run says it sent, and by its bytes. */
export const oddParts = memoize((reading: Reading): ReadonlySet<string> => {
  const { input = [], asked } = reading;
  const tables = input.map(tableOf);
  const named = tables.flatMap((table) => PARTS[table] ?? (FORMS.has(table) ? table : []));
  return new Set([...named, ...partsOfList(reading), ...(asked.sent ? partsOfPet(reading) : [])]);
});

/** The headers, the connection and whatever else is about the form of a request, as one text. */
export function formOf({ input = [] }: Reading): string {
  return input
    .filter((value) => FORMS.has(tableOf(value)))
    .toSorted()
    .join();
}

const tableOf = (value: string) => value.split('/')[0] ?? '';

function partsOfList({ asked: { page } }: Reading): readonly Part[] {
  if (!page) return [];
  const parts: Part[] = [];
  if (page.limitKind !== 'absent') parts.push('limit');
  if (page.filterKind === 'open') parts.push('other parameter');
  else if (page.filterKind !== 'absent') parts.push('filter');
  return parts;
}

/** A record of other clients has no names of values, but its bodies show what is odd about them. */
function partsOfPet({ input = [], asked: { sent, body } }: Reading): readonly Part[] {
  const parts: Part[] = [];
  if (sent?.status !== undefined) parts.push('status');
  if (body === 'int64') parts.push('category');
  if (body === 'echo' && input.length === 0) parts.push('form');
  return parts;
}

export function isPlain(reading: Reading): boolean {
  return oddParts(reading).size === 0;
}

/** At most one part is not plain, so it alone can be the reason for the answer. */
export function isAlone(reading: Reading): boolean {
  return oddParts(reading).size <= 1;
}
