import { SAFE_METHODS } from '../../harness/http/http-client.ts';
import type { Recorded } from '../../harness/http/reply.ts';
import type { Operation, Report, Result } from '../../harness/report/model.ts';
import { SUITE_NAME, SUITE_VERSION } from '../../harness/report/suite-version.ts';
import { type Check, skipReason } from '../../harness/run/check.ts';
import { nameMarkOf, userAgentOf } from '../../harness/run/run-id.ts';
import { Redactor } from '../../harness/secrets/redact.ts';
import { type ShownNetwork, shownNetwork } from '../../harness/settings/network.ts';
import { isSelected } from '../../harness/settings/selection.ts';
import type { Settings } from '../../harness/settings/settings.ts';
import { KEY_FROM_STDIN } from '../../harness/settings/table.ts';
import { sentenceOf } from '../../harness/verdict/reasons.ts';
import { groupBy } from '../../reporters/group.ts';

/** What a run sends, and what it leaves behind. */
export interface Traffic {
  readonly requests: Readonly<Record<Operation | 'other' | 'total', number>>;
  /** Requests with a missing or wrong key. */
  readonly badCredentials: number;
  /** Requests that are neither GET, HEAD nor OPTIONS. */
  readonly mayWrite: number;
  readonly creations: number;
  /** Those created under a name that does not start with the mark of the run. */
  readonly unmarked: number;
}

/** One round on the reference server, looked at from inside. */
export interface Round {
  readonly traffic: Traffic;
  readonly results: readonly Result[];
}

/** The rounds on one server, which held so many pets before the first. */
export interface Rehearsal {
  readonly held: number;
  readonly rounds: readonly Round[];
}

export interface Group {
  readonly reason: string;
  readonly requirements: readonly string[];
}

/** What a rehearsal did not decide, although the settings ask for it. */
export interface OpenGroup extends Group {
  readonly outcome: 'skipped' | 'inconclusive';
  /** How many pets there were where that was seen. */
  readonly held: readonly number[];
}

/** What a run would do. All of it is plain JSON, described by schemas/plan.schema.json. */
export interface Plan {
  readonly schemaVersion: 1;
  readonly suite: { readonly name: string; readonly version: string };
  /** The server that the plan is for, and that it was made without. */
  readonly target: { readonly baseUrl?: string; readonly isReadOnlyHost: boolean };
  /** How the run would reach it, without anything secret. */
  readonly network: ShownNetwork;
  readonly seed: number;
  readonly readOnly: boolean;
  readonly rounds: { readonly planned: number; readonly rehearsed: number };
  /** For every server, also one with defects; what is sent again because it was not answered counts once. */
  readonly bounds: { readonly creations: number; readonly badCredentials: number };
  /** With an ellipsis where the identifier of the run will stand. */
  readonly marks: { readonly userAgent: string; readonly name: string };
  readonly expected: readonly (Traffic & { readonly held: number })[];
  readonly leftOut: readonly Group[];
  readonly open: readonly OpenGroup[];
}

export function trafficOf(journal: readonly Recorded[], { id, creations, created }: Report['run']): Traffic {
  const many = (test: (reply: Recorded) => boolean) => journal.filter(test).length;
  return {
    requests: {
      listPets: many(({ operation }) => operation === 'listPets'),
      createPet: many(({ operation }) => operation === 'createPet'),
      getPet: many(({ operation }) => operation === 'getPet'),
      other: many(({ operation }) => operation === undefined),
      total: journal.length,
    },
    badCredentials: many(({ credential }) => credential !== 'right'),
    mayWrite: many(({ request }) => !SAFE_METHODS.has(request.method)),
    creations,
    unmarked: created.filter(({ name }) => !name?.startsWith(nameMarkOf(id))).length,
  };
}

export function planOf(
  settings: Settings,
  checks: readonly Check[],
  rehearsals: readonly Rehearsal[],
  isReadOnlyHost: boolean,
): Plan {
  const { seed, readOnly, repeat, maxCreates, maxBadCredentials } = settings;
  const reasons = checks.map((check) => ({ id: check.id, reason: reasonToSkip(check, settings) }));
  const wanted = reasons.filter(({ reason }) => reason === undefined).map(({ id }) => id);
  return {
    schemaVersion: 1,
    suite: { name: SUITE_NAME, version: SUITE_VERSION },
    target: { ...addressOf(settings), isReadOnlyHost },
    network: shownNetwork(settings),
    seed,
    readOnly,
    rounds: { planned: repeat, rehearsed: Math.max(...rehearsals.map(({ rounds }) => rounds.length)) },
    bounds: { creations: readOnly ? 0 : maxCreates * repeat, badCredentials: maxBadCredentials * repeat },
    marks: { userAgent: userAgentOf('…'), name: nameMarkOf('…') },
    expected: rehearsals.map(({ held, rounds }) => ({ held, ...sumOf(inAllRounds(rounds, repeat)) })),
    leftOut: leftOutOf(reasons),
    open: openOf(wanted, rehearsals),
  };
}

function reasonToSkip(check: Check, settings: Settings): string | undefined {
  const reason = isSelected(check.id, settings) ? skipReason(check, settings) : ({ kind: 'not-selected' } as const);
  return reason && sentenceOf(reason);
}

/** What was not rehearsed is taken to be like the last that was: by then the server holds what the first one left. */
function inAllRounds(rounds: readonly Round[], repeat: number): readonly Traffic[] {
  return Array.from({ length: repeat }, (_, index) => rounds[Math.min(index, rounds.length - 1)]?.traffic).filter(
    (traffic) => traffic !== undefined,
  );
}

function sumOf(rounds: readonly Traffic[]): Traffic {
  const sum = (amount: (traffic: Traffic) => number) => rounds.reduce((total, round) => total + amount(round), 0);
  return {
    requests: {
      listPets: sum(({ requests }) => requests.listPets),
      createPet: sum(({ requests }) => requests.createPet),
      getPet: sum(({ requests }) => requests.getPet),
      other: sum(({ requests }) => requests.other),
      total: sum(({ requests }) => requests.total),
    },
    badCredentials: sum(({ badCredentials }) => badCredentials),
    mayWrite: sum(({ mayWrite }) => mayWrite),
    creations: sum(({ creations }) => creations),
    unmarked: sum(({ unmarked }) => unmarked),
  };
}

function leftOutOf(reasons: readonly { readonly id: string; readonly reason: string | undefined }[]): readonly Group[] {
  return [...groupBy(reasons, ({ reason }) => reason)].flatMap(([reason, members]) =>
    reason === undefined ? [] : [{ reason, requirements: members.map(({ id }) => id) }],
  );
}

/** By how and why they are left open, and on which of the servers. */
function openOf(wanted: readonly string[], rehearsals: readonly Rehearsal[]): readonly OpenGroup[] {
  const ends = wanted.flatMap((id) => {
    const found = rehearsals.flatMap(({ held, rounds }) => openEndOf(id, rounds).map((end) => ({ ...end, held })));
    return groupsOf(found, ({ outcome, reason }) => `${outcome} ${reason}`).map((alike) => {
      const [{ outcome, reason }] = alike;
      return { id, outcome, reason, held: alike.map(({ held }) => held) };
    });
  });
  return groupsOf(ends, ({ outcome, reason, held }) => `${held} ${outcome} ${reason}`).map((alike) => {
    const [{ outcome, reason, held }] = alike;
    return { outcome, reason, held, requirements: alike.map(({ id }) => id) };
  });
}

/** Of the first round that leaves it open: what one round does not decide is never a pass. */
function openEndOf(id: string, rounds: readonly Round[]): readonly Pick<OpenGroup, 'outcome' | 'reason'>[] {
  const ends = rounds.flatMap(({ results }) => results.filter((result) => result.id === id));
  return ends
    .flatMap(({ outcome, reason = '' }) =>
      outcome === 'skipped' || outcome === 'inconclusive' ? [{ outcome, reason }] : [],
    )
    .slice(0, 1);
}

function groupsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly [Item, ...Item[]][] {
  return [...groupBy(items, keyOf).values()] as unknown as [Item, ...Item[]][];
}

/** A key that is still to be read stands nowhere yet. */
function addressOf({ baseUrl, apiKey }: Settings): { readonly baseUrl?: string } {
  if (baseUrl === undefined) return {};
  const isKnown = apiKey !== undefined && apiKey !== KEY_FROM_STDIN;
  return { baseUrl: isKnown ? new Redactor(apiKey).address(baseUrl) : baseUrl };
}
