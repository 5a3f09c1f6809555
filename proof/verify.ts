import { checkedStatement, decidedAgain, differencesFrom } from '../cli/verification.ts';
import { memoize } from '../harness/basics/memoize.ts';
import { UsageError } from '../harness/basics/usage-error.ts';
import type { Gate } from '../harness/gate/gate.ts';
import type { Report } from '../harness/model/report.ts';
import { isViolated } from '../harness/report/verdict.ts';
import { faults } from '../reference/faults/index.ts';
import { randomFrom } from '../reference/random.ts';
import { variants } from '../reference/variants/index.ts';
import type { Problems } from './expected.ts';
import { numbersTo, type Part } from './part.ts';
import { type Written, writtenBy } from './simulation/inspect-own-record.ts';
import { simulate, type World } from './simulation/simulate.ts';

const NO_GATE: Gate = {};

/** Several statements are compared with one archive. */
const decidedFrom = memoize((gate: Gate) =>
  memoize((archive: Written['archive']) => decidedAgain(archive, 'the archive', gate)),
);

/** Why the statement is refused; nothing if it follows from the archive. */
export function refusalOf({ statement, archive }: Written, gate: Gate = NO_GATE): Problems {
  try {
    return differencesFrom(checkedStatement(statement, 'the statement'), decidedFrom(gate)(archive));
  } catch (error) {
    if (error instanceof UsageError) return [error.message];
    throw error;
  }
}

type Random = () => number;
type Place = readonly (string | number)[];

const pick = <Item>(items: readonly Item[], random: Random): Item => items[Math.floor(random() * items.length)] as Item;

/** The value with one of its texts, numbers or switches changed by one character, and the place of it. */
function edited(value: object, random: Random): readonly [edited: object, place: Place] {
  const copy = structuredClone(value);
  const place = pick(leavesOf(copy), random);
  const name = place.at(-1) ?? '';
  const parent = place.slice(0, -1).reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], copy);
  const fields = parent as Record<string | number, unknown>;
  fields[name] = otherThan(fields[name], random);
  return [copy, place];
}

function leavesOf(value: unknown, place: Place = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [place];
  const names = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return names.flatMap((name) => leavesOf((value as Record<string | number, unknown>)[name], [...place, name]));
}

function otherThan(value: unknown, random: Random): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value !== 'string') return value !== true;
  const at = Math.floor(random() * value.length);
  return `${value.slice(0, at)}${value[at] === 'x' ? 'y' : 'x'}${value.slice(at + 1)}`;
}

/** Without a gate, with waivers of all that failed, or with a run of the same server as the baseline. */
async function gateFor(seed: number, world: World, report: Report): Promise<Gate> {
  if (seed % 3 === 0) return { baseline: (await simulate({ ...world, seed: seed + 1 })).report };
  if (seed % 3 === 1) return {};
  const terms = { reason: 'accepted', owner: 'a team', until: String(report.run.settings.now) };
  return { waivers: report.results.filter(isViolated).map(({ id }) => ({ id, ...terms })) };
}

/** A run of any server: what it wrote is accepted, and refused once the statement or the record is edited. */
export async function verification(seed: number): Promise<Problems> {
  const random = randomFrom(seed);
  const [fault, variant] = [pick(faults, random).name, pick(variants, random).name];
  const world: World = { seed, ...(seed % 4 === 0 ? { variants: [variant] } : { faults: [fault] }) };
  const ran = await simulate(world);
  const gate = await gateFor(seed, world, ran.report);
  const written = writtenBy(ran, gate);
  const [statement, placeInStatement] = edited(written.statement, random);
  const [archive, placeInArchive] = edited(written.archive, random);
  const isAccepted = (one: Written) => refusalOf(one, gate).length === 0;
  return [
    ...refusalOf(written, gate),
    ...(isAccepted({ ...written, statement }) ? [`an edit of the statement is accepted: ${placeInStatement}`] : []),
    ...(isAccepted({ ...written, archive }) ? [`an edit of the record is accepted: ${placeInArchive}`] : []),
  ].map((problem) => `${world.variants ?? fault}: ${problem}`);
}

export const verifications: Part = {
  name: 'verify',
  claim: 'runs whose attestation follows from their record, and no longer does once one character of either is edited',
  cases: () => numbersTo(200).map((seed) => ({ name: `run ${seed}`, run: () => verification(seed) })),
};
