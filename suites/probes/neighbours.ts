import type { Random } from '../inputs/covering.ts';
import { MISSING } from '../inputs/credentials.ts';
import type { InputRow } from '../inputs/value.ts';
import type { Operation } from '../reading/document.ts';
import type { Drive } from './drive.ts';
import { fetchedPets } from './known.ts';
import type { Options } from './options.ts';
import { type Queue, queueOf } from './queue.ts';
import type { BadCredentials } from './refusals.ts';
import { sendRow } from './rows.ts';

/*
 * What one request leaves behind shows in the next one on the same connection or the same worker: an identity, the
 * errors of a validator, the rest of a body. So each kind of request follows each other kind, and itself.
 */

/** Connections that are used at the same time. */
export const LANES = 6;
/** Each lane repeats a request, so there are as few as take no longer than what is sent beside them. */
const LANES_OF = { creations: 2, others: 1, odd: 3, refused: 4 };

/** What a run sends anyway, by kind. */
export interface Kinds {
  /** Bad credentials. */
  readonly refused: ReadonlyMap<Operation, BadCredentials>;
  readonly unknownIds: Queue | undefined;
  readonly badParameters: Queue | undefined;
  readonly brokenBodies: Queue | undefined;
  /** Creations that are to be accepted; undefined if there are none left. */
  readonly create: ((options: Lane) => Promise<unknown>) | undefined;
}

type Lane = Pick<Options, 'lane' | 'isUrgent'>;
type Send = (options: Lane) => Promise<unknown>;

/** A kind of request. */
interface Kind {
  /** With the right key, which a service may remember. */
  readonly hasKey: boolean;
  readonly creates?: true;
  /** It may stop a service that is not careful. */
  readonly isOdd?: true;
  /** Takes the next one of its kind; undefined if none is left. */
  readonly take: (around: { readonly previous?: Kind; readonly next?: Kind }) => Send | undefined;
}

/** Bodies that must be refused, whatever the parser; a lenient one would leave pets behind. */
const BODIES = ['no-name', 'no-category', 'category-text', 'status-unknown', 'empty-object'];
/** Of which a parser may keep a rest. */
const CUT_BODIES = ['unclosed', 'cut-beyond-ascii'];

/** Reads are waited for from the last creation on, so creations come first; what may end a run comes last. */
export interface Neighbours {
  /** Creations behind and in front of each other kind but odd ones. */
  sendCreations(): Promise<void>;
  /** The other kinds with the right key behind each other. */
  sendOthers(): Promise<void>;
  /** Odd kinds behind and in front of each kind with the right key. */
  sendOdd(): Promise<void>;
  /** Bad credentials behind and in front of all but creations. */
  sendRefused(): Promise<void>;
}

/** Takes what it sends out of the queues; what is left in them can be sent at any time. */
export function neighboursOf(kinds: Kinds, drive: Drive): Neighbours {
  const { unknownIds, badParameters, brokenBodies, create } = kinds;
  const calm = shuffled(kindsOf(kinds, drive).filter(isCalm), drive.random);
  const creation: readonly Kind[] = create ? [{ hasKey: true, creates: true, take: () => create }] : [];
  // Where few kinds are selected, they take turns: as many pets that were held back are created.
  const turns = Array.from({ length: Math.max(LANES, calm.length) }, (_, at) => calm[at % calm.length] as Kind);
  const creations = inLanes(
    creation.flatMap((kind) => pairsWith(kind, turns)),
    LANES_OF.creations,
  );
  const circle = everyPair(calm.filter(({ hasKey }) => hasKey)).map((kind) => [kind]);
  const rest = inLanes(circle, LANES_OF.others);
  // Only what was answered before goes beside what may end the run: that leaves nothing else out.
  const answered = { ...kinds, unknownIds: unknownIds && queueOf(unknownIds) };
  const copies = {
    ...answered,
    badParameters: badParameters && queueOf(badParameters),
    brokenBodies: brokenBodies && queueOf(brokenBodies),
  };
  const [others, odd] = parted(kindsOf(answered, drive), isCalm);
  const last = inLanes(pairsOf(odd, [...others.filter(({ hasKey }) => hasKey), ...creation]), LANES_OF.odd);
  const [withKey, guesses] = parted(kindsOf(copies, drive), ({ hasKey }) => hasKey);
  const refused = inLanes(pairsOf(guesses, withKey), LANES_OF.refused);
  return {
    sendCreations: () => sendInLanes(creations),
    sendOthers: () => sendInLanes(rest),
    sendOdd: () => sendInLanes(last),
    sendRefused: () => sendInLanes(refused),
  };
}

function isCalm({ isOdd }: Kind): boolean {
  return isOdd !== true;
}

function parted<T>(items: readonly T[], isFirst: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

/** Each of these kinds behind and in front of each of the others, and of each other. */
function pairsOf(kinds: readonly Kind[], others: readonly Kind[]): readonly (readonly Kind[])[] {
  return kinds.flatMap((kind, at) => pairsWith(kind, [...others, ...kinds.slice(at + 1)]));
}

function inLanes(circle: readonly (readonly Kind[])[], lanes: number): readonly (readonly Send[])[] {
  return cutInto(lanes, circle).map((own) =>
    own.flatMap((kind, at) => {
      const [previous, next] = [own[at - 1], own[at + 1]];
      return kind.take({ ...(previous && { previous }), ...(next && { next }) }) ?? [];
    }),
  );
}

async function sendInLanes(lanes: readonly (readonly Send[])[]): Promise<void> {
  await Promise.all(
    lanes.map(async (own, lane) => {
      for (const send of own) await send({ lane, isUrgent: true });
    }),
  );
}

/** All but creations that are to be accepted. */
function kindsOf({ refused, unknownIds, badParameters, brokenBodies }: Kinds, drive: Drive): readonly Kind[] {
  const { page, world } = drive;
  const fetched = fetchedPets(world);
  let turn = 0;
  const oneOf = <T>(items: readonly T[]) => {
    turn += 1;
    return items[turn % items.length];
  };
  const queries = ['', `limit=${page}`, 'limit=2', 'status=sold', `limit=${page}&status=pending`];
  const list = (): Send => {
    const query = oneOf(queries) ?? '';
    return (options) => drive.list(query, { probe: 'neighbours', ...options });
  };
  const fetch = (): Send => {
    const id = oneOf(fetched)?.id ?? 0;
    return (options) => drive.get(id, { probe: 'neighbours', ...options });
  };
  const takeFrom = (queue: Queue, isWanted: (row: InputRow) => boolean): Send | undefined => {
    const { rows } = queue;
    // One with a connection of its own has no neighbours.
    const at = rows.findLastIndex((row) => isWanted(row) && row.connection === undefined);
    const [row] = at < 0 ? [] : rows.splice(at, 1);
    return row && ((options) => sendRow(drive, queue, row, options));
  };
  const from = (queue: Queue): Kind => ({ hasKey: true, take: () => takeFrom(queue, () => true) });
  const withoutKey = ({ queue }: BadCredentials): Kind => ({
    hasKey: false,
    take: ({ previous }) => {
      // A service that confuses a request with the one before it lets in who sends no credential at all.
      const isBare = ({ credential }: InputRow) => credential === MISSING.id;
      const bare = previous?.hasKey ? takeFrom(queue, isBare) : undefined;
      return bare ?? takeFrom(queue, (row) => !isBare(row));
    },
  });
  const broken = (queue: Queue): Kind => ({
    hasKey: true,
    isOdd: true,
    take: ({ next }) => {
      const cut = next?.creates ? takeFrom(queue, ({ body = '' }) => CUT_BODIES.includes(body)) : undefined;
      return cut ?? takeFrom(queue, ({ body = '' }) => BODIES.includes(body));
    },
  });
  const withKey = [list, ...(fetched.length > 0 && drive.getsPets ? [fetch] : [])];
  return [
    ...withKey.map((take) => ({ hasKey: true, take })),
    ...[...refused.values()].map(withoutKey),
    ...(unknownIds ? [from(unknownIds)] : []),
    ...(badParameters ? [{ ...from(badParameters), isOdd: true } as const] : []),
    ...(brokenBodies ? [broken(brokenBodies)] : []),
  ];
}

/** A circle in which each item follows each, itself included: the shortest one is as long as there are pairs. */
export function everyPair<T>(items: readonly T[]): readonly T[] {
  return items.flatMap((item, at) => [item, ...items.slice(at + 1).flatMap((other) => [item, other])]);
}

/** A circle in which one item follows each of the others and itself, and they follow it. Each part begins with another one. */
export function pairsWith<T>(item: T, others: readonly T[]): readonly (readonly T[])[] {
  return others.map((other, at) => (at === 0 ? [other, item, item] : [other, item]));
}

/** Pieces of a circle of parts. A piece ends with what the next one begins with, so that no pair is lost. */
export function cutInto<T>(count: number, circle: readonly (readonly T[])[]): readonly (readonly T[])[] {
  const cutAt = (at: number) => Math.round((at * circle.length) / count);
  return Array.from({ length: count }, (_, at) => {
    const own = circle.slice(cutAt(at), cutAt(at + 1));
    const next = circle[cutAt(at + 1) % circle.length] ?? [];
    return own.length === 0 ? [] : [...own.flat(), ...next.slice(0, 1)];
  });
}

function shuffled<T>(items: readonly T[], random: Random): readonly T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
