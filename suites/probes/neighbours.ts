import type { Operation } from '../specification/document.ts';
import type { Options } from './client.ts';
import type { Random } from './covering.ts';
import { MISSING } from './credentials.ts';
import type { Drive } from './drive.ts';
import { type Queue, sendRow } from './table.ts';
import type { Value } from './value.ts';

/*
 * What one request leaves behind shows in the next one on the same connection or the same worker: an identity, the
 * errors of a validator, the rest of a body. So each kind of request follows each other kind, and itself.
 */

/** Connections that are used at the same time. */
const LANES = 6;

/** What a run sends anyway, by kind. */
export interface Kinds {
  /** Bad credentials. */
  readonly refused: ReadonlyMap<Operation, Queue>;
  readonly unknownIds: Queue | undefined;
  readonly badParameters: Queue | undefined;
  readonly brokenBodies: Queue | undefined;
  /** Creations that are to be accepted; undefined if there are none left. */
  readonly create: ((options: Lane) => Promise<unknown>) | undefined;
}

type Lane = Pick<Options, 'lane'>;

/** A kind of request. */
interface Kind {
  /** With the right key, which a service may remember. */
  readonly hasKey: boolean;
  readonly creates?: true;
  readonly send: (options: Lane, around: { readonly previous?: Kind; readonly next?: Kind }) => Promise<unknown>;
}

/** Bodies that must be refused, whatever the parser; a lenient one would leave pets behind. */
const BODIES = ['no-name', 'no-category', 'category-text', 'status-unknown', 'null', 'empty-object'];
/** Of which a parser may keep a rest. */
const CUT_BODIES = ['unclosed', 'cut-beyond-ascii'];

export async function sendNeighbours(kinds: Kinds, drive: Drive): Promise<void> {
  const order = everyPair(shuffled(kindsOf(kinds, drive), drive.random));
  const length = Math.ceil(order.length / LANES);
  await Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      // The last of one lane is the first of the next, so that no pair is lost.
      const own = [...order, ...order.slice(0, 1)].slice(lane * length, (lane + 1) * length + 1);
      for (const [at, kind] of own.entries()) {
        const [previous, next] = [own[at - 1], own[at + 1]];
        await kind.send({ lane }, { ...(previous && { previous }), ...(next && { next }) });
      }
    }),
  );
}

function kindsOf({ refused, unknownIds, badParameters, brokenBodies, create }: Kinds, drive: Drive): readonly Kind[] {
  const { client, fetched, page } = drive;
  let turn = 0;
  const oneOf = <T>(items: readonly T[]) => {
    turn += 1;
    return items[turn % items.length];
  };
  const queries = ['', `limit=${page}`, 'limit=2', 'status=sold', `limit=${page}&status=pending`];
  const list = (options: Lane) => client.list(oneOf(queries) ?? '', { probe: 'neighbours', ...options });
  const fetch = (options: Lane) => client.get(oneOf(fetched)?.id ?? 0, { probe: 'neighbours', ...options });
  const take = async (queue: Queue, isWanted: (value: Value) => boolean, options: Lane) => {
    const at = queue.rows.findLastIndex((row) => row[0] && isWanted(row[0]) && !row.some(hasOwnConnection));
    const [row] = at < 0 ? [] : queue.rows.splice(at, 1);
    if (row) await sendRow(drive, queue.combinations, row, options);
    return row !== undefined;
  };
  const from = (queue: Queue | undefined, isOfKind: (value: Value) => boolean): readonly Kind[] =>
    queue ? [{ hasKey: true, send: (options) => take(queue, isOfKind, options) }] : [];
  const withoutKey = (queue: Queue): Kind => ({
    hasKey: false,
    send: async (options, { previous }) => {
      // Whom a service still takes for the one before shows without any credential.
      const isBare = ({ id }: Value) => id === MISSING.id;
      const isTaken = previous?.hasKey && (await take(queue, isBare, options));
      if (!isTaken) await take(queue, (value) => !isBare(value), options);
    },
  });
  const broken = (queue: Queue): Kind => ({
    hasKey: true,
    send: async (options, { next }) => {
      const isTaken = next?.creates && (await take(queue, ({ id }) => CUT_BODIES.includes(id), options));
      if (!isTaken) await take(queue, ({ id }) => BODIES.includes(id), options);
    },
  });
  const withKey = [list, ...(fetched.length > 0 && drive.getsPets ? [fetch] : [])];
  return [
    ...withKey.map((send) => ({ hasKey: true, send })),
    ...(create ? [{ hasKey: true, creates: true, send: create } as const] : []),
    ...[...refused.values()].map(withoutKey),
    ...from(unknownIds, ({ serves }) => serves?.includes('get.unknown') === true),
    ...from(badParameters, () => true),
    ...(brokenBodies ? [broken(brokenBodies)] : []),
  ];
}

function hasOwnConnection(value: Value): boolean {
  return 'connection' in value;
}

/** A circle in which each item follows each, itself included: the shortest one is as long as there are pairs. */
export function everyPair<T>(items: readonly T[]): readonly T[] {
  return items.flatMap((item, at) => [item, ...items.slice(at + 1).flatMap((other) => [item, other])]);
}

function shuffled<T>(items: readonly T[], random: Random): readonly T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
