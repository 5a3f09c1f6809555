import { SAFE_METHODS } from '../../harness/http/http-client.ts';
import type { Recorded } from '../../harness/http/reply.ts';
import type { Report, Result } from '../../harness/report/model.ts';
import { SUITE_NAME, SUITE_VERSION } from '../../harness/report/suite-version.ts';
import { type Check, skipReason } from '../../harness/run/check.ts';
import { nameMarkOf, userAgentOf } from '../../harness/run/run-id.ts';
import { Redactor } from '../../harness/secrets/redact.ts';
import { shownNetwork } from '../../harness/settings/network.ts';
import { isSelected } from '../../harness/settings/selection.ts';
import type { Settings } from '../../harness/settings/settings.ts';
import { KEY_FROM_STDIN } from '../../harness/settings/table.ts';
import { sentenceOf } from '../../harness/verdict/reasons.ts';
import { groupBy } from '../../reporters/group.ts';

export type Traffic = ReturnType<typeof trafficOf>;

/** Plain JSON, described by schemas/plan.schema.json. */
export type Plan = ReturnType<typeof planOf>;

export interface Round {
  readonly traffic: Traffic;
  readonly results: readonly Result[];
}

export interface Rehearsal {
  /** Number of pets on the server before the first round. */
  readonly held: number;
  readonly rounds: readonly Round[];
}

export function trafficOf(journal: readonly Recorded[], { id, creations, created }: Report['run']) {
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
    /** Pets whose name does not start with the mark of the run. */
    unmarked: created.filter(({ name }) => !name?.startsWith(nameMarkOf(id))).length,
  };
}

export function planOf(
  settings: Settings,
  checks: readonly Check[],
  rehearsals: readonly Rehearsal[],
  isReadOnlyHost: boolean,
) {
  const { seed, readOnly, repeat, maxCreates, maxBadCredentials } = settings;
  const byReason = [...groupBy(checks, (check) => reasonToSkip(check, settings))].map(([reason, members]) => ({
    reason,
    requirements: members.map(({ id }) => id),
  }));
  const wanted = byReason.find(({ reason }) => reason === undefined)?.requirements ?? [];
  return {
    schemaVersion: 1,
    suite: { name: SUITE_NAME, version: SUITE_VERSION },
    target: { ...addressOf(settings), isReadOnlyHost },
    network: shownNetwork(settings),
    seed,
    readOnly,
    rounds: { planned: repeat, rehearsed: Math.max(...rehearsals.map(({ rounds }) => rounds.length)) },
    /** For every server, also one with defects; a repetition of an unanswered request does not count. */
    bounds: { creations: readOnly ? 0 : maxCreates * repeat, badCredentials: maxBadCredentials * repeat },
    /** With an ellipsis instead of the id of the run. */
    marks: { userAgent: userAgentOf('…'), name: nameMarkOf('…') },
    expected: rehearsals.map(({ held, rounds }) => ({ held, ...inAllRounds(rounds, repeat) })),
    leftOut: byReason.flatMap(({ reason, requirements }) => (reason === undefined ? [] : [{ reason, requirements }])),
    open: openOf(wanted, rehearsals),
  };
}

function reasonToSkip(check: Check, settings: Settings): string | undefined {
  const reason = isSelected(check.id, settings) ? skipReason(check, settings) : ({ kind: 'not-selected' } as const);
  return reason && sentenceOf(reason);
}

/** Assumes that rounds that were not rehearsed are like the last that was: by then the server has the same pets. */
function inAllRounds(rounds: readonly Round[], repeat: number): Traffic {
  const traffic = rounds.map((round) => round.traffic);
  return Array.from({ length: repeat }, (_, index) => traffic[index] ?? traffic.at(-1))
    .filter((one) => one !== undefined)
    .reduce(added);
}

function added(one: Traffic, other: Traffic): Traffic {
  const { requests, ...amounts } = one;
  return { requests: addedAmounts(requests, other.requests), ...addedAmounts(amounts, other) };
}

function addedAmounts<Amounts extends Readonly<Record<string, number>>>(one: Amounts, other: Amounts): Amounts {
  const sums = Object.entries(one).map(([name, amount]) => [name, amount + (other[name] ?? 0)]);
  return Object.fromEntries(sums);
}

/** Selected, but not decided by all rehearsals. */
function openOf(wanted: readonly string[], rehearsals: readonly Rehearsal[]) {
  const ends = wanted.flatMap((id) => {
    const found = rehearsals.flatMap(({ held, rounds }) => openEndsOf(id, rounds).map((end) => ({ ...end, held })));
    return [...groupBy(found, ({ outcome, reason }) => `${outcome} ${reason}`).values()].map((alike) => {
      const [{ outcome, reason }] = alike;
      return { id, outcome, reason, held: alike.map(({ held }) => held) };
    });
  });
  return [...groupBy(ends, ({ outcome, reason, held }) => `${held} ${outcome} ${reason}`).values()].map((alike) => {
    const [{ outcome, reason, held }] = alike;
    return { outcome, reason, held, requirements: alike.map(({ id }) => id) };
  });
}

/** At most one, of the first round that leaves it open: one such round is enough to prevent a pass. */
function openEndsOf(id: string, rounds: readonly Round[]) {
  const ends = rounds.flatMap(({ results }) => results.filter((result) => result.id === id));
  return ends
    .flatMap(({ outcome, reason = '' }) =>
      outcome === 'skipped' || outcome === 'inconclusive' ? [{ outcome, reason }] : [],
    )
    .slice(0, 1);
}

/** A key that is still to be read cannot be in the address. */
function addressOf({ baseUrl, apiKey }: Settings): { readonly baseUrl?: string } {
  if (baseUrl === undefined) return {};
  const isKnown = apiKey !== undefined && apiKey !== KEY_FROM_STDIN;
  return { baseUrl: isKnown ? new Redactor(apiKey).address(baseUrl) : baseUrl };
}
