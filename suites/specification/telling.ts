import { largest, smallest } from '../../harness/extremes.ts';
import { identityOf, isInteger, isObject } from '../../harness/json/exact-json.ts';
import type { RequirementId } from '../catalogue.ts';
import { memoize } from '../memoize.ts';
import { LIMIT, OPERATIONS, type Operation, STATUSES } from './document.ts';
import { viewsOf } from './existence.ts';
import type { Reading } from './reading.ts';
import { isRefusedInPieces } from './request.ts';
import { pagesOf, type World } from './world.ts';

/* What must have been seen for a requirement to pass, beyond an exchange that it applies to. */

/** The exchange that would have shown what a refused creation added. */
export function shownEffect(refusal: Reading, world: World): Reading | undefined {
  return world.pages.find((page) => wouldShow(page, refusal, world)) ?? fetchBetween(refusal, world);
}

/** A page after the window that is short, or that shows pets of this run from before and after the refusal. */
function wouldShow(reading: Reading, refusal: Reading, world: World): boolean {
  const { asked, sentAt, isFull } = reading;
  const { page } = asked;
  if (!page?.isExact || sentAt < refusal.answeredAt + world.scope.windowMs) return false;
  // What is added without a status, or with another one, is on no page of this one.
  if (page.filter && !refusal.request.body?.includes(`"${page.filter}"`)) return false;
  if (!isFull) return true;
  const { from, to } = spanIn(world)(reading);
  return from < refusal.sentAt && to > refusal.answeredAt;
}

/** When the first pet of this run on a page was acknowledged, and when the creation of the last one was sent. */
const spanIn = memoize((world: World) =>
  memoize(({ ids }: Reading) => {
    const own = ids.flatMap((id) => world.pets.get(id) ?? []);
    return {
      from: smallest(own.map(({ acknowledgedAt }) => acknowledgedAt)),
      to: largest(own.map(({ sentAt }) => sentAt)),
    };
  }),
);

/** How far apart the ids of the two controls may be. */
const NEIGHBOURHOOD = 500n;

/** Every id between a pet from before and one from after the refusal was fetched after the window: the last of them. */
function fetchBetween(refusal: Reading, world: World): Reading | undefined {
  const shownBy = refusal.answeredAt + world.scope.windowMs;
  const late = (id: string, ...statuses: readonly number[]) =>
    world.fetches.get(id)?.some(({ sentAt, status }) => statuses.includes(status) && sentAt > shownBy) === true;
  const own = [...world.pets].filter(([id]) => late(id, 200));
  const before = own.filter(([, pet]) => pet.acknowledgedAt < refusal.sentAt).map(([id]) => BigInt(id));
  const after = own.filter(([, pet]) => pet.sentAt > refusal.answeredAt).map(([id]) => BigInt(id));
  const last = after.find((high) =>
    before.some((low) => {
      if (high <= low || high - low > NEIGHBOURHOOD) return false;
      for (let id = low + 1n; id < high; id += 1n)
        if (!world.creations.has(String(id)) && !late(String(id), 200, 404)) return false;
      return true;
    }),
  );
  return last === undefined ? undefined : world.fetches.get(String(last))?.at(-1);
}

/** An accepted request that a refusal is compared with: the same operation, with the one thing corrected. */
interface Control {
  /** In words. */
  readonly what: string;
  readonly isIt: (reading: Reading) => boolean;
  /** The requirements that report it if there is none. */
  readonly because: readonly RequirementId[];
}

const LIMITED: Control = {
  what: 'listPets with a limit',
  isIt: ({ asked: { page } }) => page?.isExact === true && !page.isDefault,
  because: ['list.limit.minimum', 'list.limit.honoured', 'list.limit.maximum'],
};
const FILTERED: Control = {
  what: 'listPets with a status',
  isIt: ({ asked: { page } }) => page?.isExact === true && page.filter !== undefined,
  because: ['list.status.only'],
};

/** Where a success of the operation is not enough. A creation that succeeds had a valid body, and a fetch found a pet. */
const CONTROLS: Partial<Record<RequirementId, Control>> = {
  'list.limit.above-maximum': LIMITED,
  'list.limit.below-minimum': LIMITED,
  'list.limit.malformed': LIMITED,
  'list.status.unknown': FILTERED,
};

/** The accepted control of a requirement about this operation, or what is missing. */
export function controlOf(id: RequirementId, operation: Operation, { readings }: World) {
  const control = CONTROLS[id];
  const accepted = readings.find(
    (reading) => reading.isSuccess && reading.asked.operation === operation && (control?.isIt(reading) ?? true),
  );
  return { accepted, ...(control && !accepted && { missing: control }) };
}

/** What a pass of one requirement needs, and what it is worth. */
interface Telling {
  /** An exchange that would show it, in words. */
  readonly what?: string;
  /** What else must have been seen, and was not, in words; undefined if nothing is missing. */
  readonly missing?: (world: World) => string | undefined;
  /** What limits a pass, in a sentence. */
  readonly caveat?: (world: World) => string | undefined;
  /** Requirements whose violations keep it from being seen. */
  readonly because?: readonly RequirementId[];
  /** It passes where nothing of the kind was ever seen, with this remark. */
  readonly unseen?: string;
  /** The operations for which it must have been seen; a pass says which, if not all were. */
  readonly operations?: readonly Operation[];
  /** It is about what a list lacks, so that nobody can see it where the pages of these are full. */
  readonly absentFrom?: readonly (string | undefined)[];
}

const STATUS_IN_BODY = 'error body with an integer as its status';

export const TELLING: Partial<Record<RequirementId, Telling>> = {
  'auth.malformed': { operations: OPERATIONS },
  'auth.header-only': { operations: OPERATIONS },
  'auth.first': { operations: ['createPet', 'getPet'] },
  'auth.no-effect': { absentFrom: STATUSES },
  'list.limit.default': { what: 'full page of more than 20 pets' },
  'list.limit.maximum': { what: 'full page of more than 100 pets' },
  'list.limit.above-maximum': { what: 'more than 100 pets' },
  'list.status.only': {
    missing: ({ pages, pets }) => {
      const shown = new Set(pages.flatMap((page) => (page.pets?.length ? (page.asked.page?.filter ?? []) : [])));
      const own = new Set([...pets.values()].map(({ pet }) => pet.status));
      const missing = STATUSES.filter((status) => own.has(status) && !shown.has(status));
      return missing.length > 0 ? `pet under ${missing.join(' and ')}` : undefined;
    },
    caveat: ({ count }) => {
      const unseen = STATUSES.filter((status) => count(status) === 0);
      return unseen.length > 0 ? `No pet is ${unseen.join(' or ')}.` : undefined;
    },
  },
  'list.complete': { absentFrom: [undefined] },
  'list.status.complete': {
    absentFrom: STATUSES,
    caveat: (world) => {
      const full = STATUSES.filter((status) => {
        const pages = pagesOf(status, world);
        return pages.length > 0 && pages.every(({ isFull }) => isFull);
      });
      return full.length > 0 ? `Not decided for ${full.join(' and ')}: those pages are full.` : undefined;
    },
  },
  'create.with-status': {
    missing: ({ pets }) => {
      const seen = new Set([...pets.values()].map(({ pet }) => pet.status));
      const missing = STATUSES.filter((status) => !seen.has(status));
      return missing.length > 0 ? `creation with status ${missing.join(' and ')}` : undefined;
    },
  },
  'create.echo': {
    caveat: ({ readings }) =>
      readings.some(({ request, status }) => isRefusedInPieces(request, status))
        ? 'Bodies in pieces are refused with 411, so only whole bodies were checked.'
        : undefined,
  },
  'create.id.unique': {
    missing: ({ readings, sameRequest }) => {
      const isMade = ({ status }: Reading) => status === 201;
      const areMade = readings.some((one) => isMade(one) && sameRequest(one).filter(isMade).length > 1);
      return areMade ? undefined : 'second creation with the same body';
    },
  },
  'create.no-effect': { absentFrom: STATUSES },
  'create.client-id': {
    missing: (world) => {
      const isSeen = world.readings.some(({ asked: { clientId }, answeredAt }) => {
        const views = clientId === undefined ? [] : viewsOf(identityOf(clientId), world);
        return views.some(({ sentAt }) => sentAt >= answeredAt);
      });
      return isSeen ? undefined : 'owner of the id after the creation that asked for it';
    },
    // Without getPet, only a list shows the owner.
    absentFrom: [undefined],
  },
  'errors.shape.other': { unseen: 'No other error status was seen.' },
  'errors.status-matches.400': { what: STATUS_IN_BODY, because: ['errors.shape.400'] },
  'errors.status-matches.401': { what: STATUS_IN_BODY, because: ['errors.shape.401'] },
  'errors.status-matches.404': { what: STATUS_IN_BODY, because: ['errors.shape.404'] },
  'errors.status-matches.other': {
    unseen: 'No other error status was seen.',
    missing: (world) => {
      const isOther = ({ status }: Reading) => status >= 400 && ![400, 401, 404].includes(status);
      const others = world.readings.filter((reading) => isOther(reading) && world.excuseOf(reading) === undefined);
      const isReadable = ({ json }: Reading) => isObject(json) && isInteger(json.status);
      return others.length === 0 || others.some(isReadable) ? undefined : STATUS_IN_BODY;
    },
    because: ['errors.shape.other'],
  },
  'deprecation.date': {
    unseen: 'No Sunset header was sent.',
    missing: ({ served }) => (served.has('getPet') ? undefined : 'pet that getPet returns'),
  },
  'deprecation.replacement': {
    absentFrom: STATUSES,
    missing: (world) => (areFull(STATUSES, world) ? 'page with room for a fetched pet' : undefined),
  },
};

/** The pages of a status, or of all pets, for which as many as possible were asked for. */
export function largestPages(status: string | undefined, world: World): readonly Reading[] {
  const pages = pagesOf(status, world);
  const limit = largest(
    pages.map(({ asked }) => asked.page?.limit ?? 0),
    0,
  );
  return pages.filter(({ asked }) => asked.page?.limit === limit);
}

/** Whether the largest page that there is was full in the end for each status, so that nobody can see what it lacks. */
export function areFull(statuses: readonly (string | undefined)[], world: World): boolean {
  // A service may refuse its largest page.
  const isFull = (page: Reading | undefined) => page?.isFull && (page.asked.page?.limit ?? 0) >= LIMIT.maximum - 1;
  return statuses.every((status) => isFull(largestPages(status, world).at(-1)));
}
