import { applyGate, type Gate } from '../harness/gate/gate.ts';
import { requirementsOf } from '../harness/gate/waiver.ts';
import { waiverFormOf } from '../harness/gate/waiver-form.ts';
import { parseWaivers } from '../harness/gate/waivers.ts';
import type { Report } from '../harness/model/report.ts';
import type { Fault } from '../reference/faults/index.ts';
import { randomFrom, shuffled } from '../reference/random.ts';
import { compatible } from '../reference/variants/combination.ts';
import { allIds } from '../suites/requirements/index.ts';
import { neverPasses, type Problems } from './expected.ts';
import { depthFor, permanent } from './faults.ts';
import { numbersTo, type Part, type ProblemsByClaim } from './part.ts';
import { simulate } from './simulation/simulate.ts';

/** With them, much else cannot be decided. */
const BASIC = ['auth.accepted', 'list.ok', 'create.minimal', 'deprecation.still-served'];
const pairable = permanent.filter(
  ({ violates, mayStayOpen }) => violates.length > 0 && !mayStayOpen && !violates.some((id) => BASIC.includes(id)),
);

/** Faults that do not change the same decision of the server. */
export function faultsOf(seed: number, count: number): readonly Fault[] {
  return compatible(shuffled(pairable, randomFrom(seed)), count);
}

export function settingsFor(all: readonly Fault[]): ReturnType<typeof depthFor> {
  const rare = all.find(({ needsRareInput }) => needsRareInput);
  return rare ? depthFor(rare) : {};
}

async function pairProblems(seed: number): Promise<ProblemsByClaim> {
  const pair = faultsOf(seed, 2);
  const { report } = await simulate({ seed, faults: pair.map(({ name }) => name), settings: settingsFor(pair) });
  return { pairs: reportedProblems(pair, report), 'excused-pairs': await excusedProblems(pair, report, seed) };
}

function reportedProblems(pair: readonly Fault[], report: Report): Problems {
  const names = pair.map(({ name }) => name);
  const unreported = pair.filter((fault) => !isReported(fault, report)).map(({ name }) => `nothing reports ${name}`);
  return [...neverPasses(report, pair), ...unreported].map((problem) => `${names.join(' + ')}: ${problem}`);
}

/** By a requirement of its own, or by the requirement that keeps its own ones from being decided. */
function isReported({ violates }: Fault, { results }: Report): boolean {
  const hasFailed = (id: string) => results.some((result) => result.id === id && result.outcome === 'fail');
  return results.some(({ id, why }) => violates.includes(id) && (hasFailed(id) || why?.because?.some(hasFailed)));
}

/** One of two faults is accepted, by its waivers or as the baseline: the gate must still fail on the other one. */
async function excusedProblems([accepted, other]: readonly Fault[], both: Report, seed: number): Promise<Problems> {
  if (!accepted || !other) return ['there is no pair'];
  // Both runs send the same, as a baseline and the run after it do.
  const settings = settingsFor([accepted, other]);
  const { report: alone } = await simulate({ seed, faults: [accepted.name], settings });
  // What the other fault alone shows; a pair may hide it, which is a matter of the pairs above.
  if (!isReported(other, both) || other.violates.length === 0) return [];
  const today = both.run.startedAt.slice(0, 10);
  const form = waiverFormOf(alone, 'json').text.replaceAll('"until": ""', `"until": "${today}"`);
  const waivers = parseWaivers(form.replaceAll('""', '"accepted"'), 'waivers', allIds);
  const whole = waivers.map(({ fingerprint: _fingerprint, ...waiver }) => waiver);
  const isApart = other.violates.some((id) => !whole.some((waiver) => requirementsOf(waiver).includes(id)));
  const gates: readonly (readonly [how: string, gate: Gate])[] = [
    ['its waivers', { waivers }],
    ['the baseline', { baseline: alone }],
    ...(isApart ? [['waivers of whole requirements', { waivers: whole }] as const] : []),
  ];
  return gates.flatMap(([how, gate]) => {
    const { exitCode } = applyGate(both, gate, { today, strict: false });
    return exitCode === 1 ? [] : [`${other.name} ends with ${exitCode} where ${accepted.name} is accepted by ${how}`];
  });
}

export const pairs: Part = {
  name: 'pairs',
  claim: 'servers with two faults, both reported, that fail no other MUST',
  // One may keep the other from being seen, or make it look like something else.
  tolerated: 0.05,
  also: {
    'excused-pairs': {
      claim: 'servers with two faults of which one is waived or in the baseline: the other one still fails the run',
      // Two faults of the same kind on the same input are one violation.
      tolerated: 0.02,
    },
  },
  cases: () => numbersTo(120).map((seed) => ({ name: `pair ${seed}`, run: () => pairProblems(seed) })),
};
