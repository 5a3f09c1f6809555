import { faults } from '../reference/faults/index.ts';
import { randomFrom, shuffled } from '../reference/random.ts';
import { variants } from '../reference/variants/index.ts';
import { type Entry, theDictionary } from '../suites/diagnosis/dictionary.ts';
import { explain, looksLike } from '../suites/diagnosis/look-up.ts';
import { signatureOfRun } from './dictionary/signature-of.ts';
import { ENVIRONMENTS, type Environment, hidable } from './environments.ts';
import { type Case, numbersTo, type Part, type ProblemsByClaim } from './part.ts';
import { pairOf } from './random-worlds.ts';
import type { World } from './simulation/simulate.ts';

/** Not one of those that the dictionary was made from. */
const SEED = 1;
const NAMES = 3;
const PAIRS = 100;

type Names = readonly string[];

interface LookedUp {
  /** Whether there is anything to look up. */
  readonly isFailing: boolean;
  /** For each fault of the set that explains the run: its name, with those that look alike, and what fits as well. */
  readonly found: readonly (readonly Names[])[];
  /** What the report would say. */
  readonly lines: readonly Names[];
  /** What it would say if the dictionary did not have this fault. */
  readonly linesWithout: (name: string) => readonly Names[];
}

async function lookedUp(world: World): Promise<LookedUp> {
  const signature = await signatureOfRun(world);
  const without = (name: string) => theDictionary().filter((entry) => !namesOf(entry).includes(name));
  const namesOf = ({ faults: alike }: Pick<Entry, 'faults'>) => alike.map(({ name }) => name);
  return {
    isFailing: signature.failed.size > 0,
    found: explain(signature, theDictionary()).map(({ entries }) => entries.slice(0, NAMES).map(namesOf)),
    lines: looksLike(signature, theDictionary()).map(namesOf),
    linesWithout: (name) => looksLike(signature, without(name)).map(namesOf),
  };
}

const shown = (found: readonly Names[]) => found.map((names) => names.join(' or ')).join('; ') || 'nothing';
const problems = (isOk: boolean, found: readonly Names[]) => (isOk ? [] : [`it is taken for ${shown(found)}`]);

/** A line is wrong if none of its names is a fault of the server. */
function named(lines: readonly Names[], present: Names): ProblemsByClaim {
  const wrong = lines.filter((names) => !names.some((name) => present.includes(name)));
  return lines.length === 0 ? {} : { named: wrong.map((names) => `it names ${names.join(' or ')}`) };
}

type DiagnosisCase = Case<ProblemsByClaim>;

const singles = faults.map(
  ({ name }): DiagnosisCase => ({
    name: `${name}, seed ${SEED}`,
    run: async () => {
      const { isFailing, found, lines, linesWithout } = await lookedUp({ seed: SEED, faults: [name] });
      // What a plain run does not report cannot be looked up.
      if (!isFailing) return {};
      const [ranked = []] = found;
      return {
        diagnosis: problems(ranked[0]?.includes(name) === true, ranked),
        three: problems(ranked.flat().includes(name), ranked),
        unknown: linesWithout(name).map((names) => `it names ${names.join(' or ')}`),
        ...named(lines, [name]),
      };
    },
  }),
);

const inEnvironments = hidable.map(({ name }, index): DiagnosisCase => {
  const { label, hides: _hidden, ...world } = ENVIRONMENTS[index % ENVIRONMENTS.length] as Environment;
  return {
    name: `${name}, ${label}`,
    run: async () => {
      const { isFailing, found, lines } = await lookedUp({ ...world, seed: SEED, faults: [name] });
      if (!isFailing) return {};
      const [ranked = []] = found;
      return { 'in environments': problems(ranked[0]?.includes(name) === true, ranked), ...named(lines, [name]) };
    },
  };
});

const pairs = numbersTo(PAIRS).map(
  (seed): DiagnosisCase => ({
    name: `pair ${seed}`,
    run: async () => {
      const present = pairOf(seed).map(({ name }) => name);
      const { found, lines } = await lookedUp({ seed, faults: present });
      const isFound = (name: string) => found.flat(2).includes(name);
      const best = found.flatMap(([names]) => (names ? [names] : []));
      const both = problems(present.every(isFound), best).map((problem) => `${present.join(' + ')}: ${problem}`);
      return { both, ...named(lines, present) };
    },
  }),
);

const violating: Names = faults.filter(({ violates }) => violates.length > 0).map(({ name }) => name);

const conforming = variants.map(
  ({ name }): DiagnosisCase => ({
    name: `variant ${name}`,
    run: async () => {
      const { lines } = await lookedUp({ seed: SEED, variants: [name] });
      return { silent: lines.flat().flatMap((one) => (violating.includes(one) ? [`it names ${one}`] : [])) };
    },
  }),
);

/** In an order in which any number of them is a fair sample of every kind. */
function mixed(kinds: readonly (readonly DiagnosisCase[])[]): readonly DiagnosisCase[] {
  const placed = kinds.flatMap((cases) =>
    shuffled(cases, randomFrom(SEED)).map((one, index) => ({ one, place: index / cases.length })),
  );
  return placed.sort((a, b) => a.place - b.place).map(({ one }) => one);
}

/** One run says something about several claims. */
export const diagnosis: Part = {
  name: 'diagnosis',
  claim: 'faults, looked up from a run with a seed that the dictionary has not seen, that come first',
  tolerated: 0.1,
  also: {
    three: { claim: 'faults that come first, second or third', tolerated: 0.03 },
    'in environments': { claim: 'faults in one of the environments that come first', tolerated: 0.2 },
    both: { claim: 'servers with two faults that are both found', tolerated: 0.3 },
    named: { claim: 'runs of all these with a "Looks like" that is right, of those that have one', tolerated: 0.02 },
    unknown: { claim: 'faults that get no name once they are taken out of the dictionary', tolerated: 0.15 },
    silent: { claim: 'conforming servers that are never said to look like one that fails a MUST' },
  },
  cases: () => mixed([singles, pairs, inEnvironments, conforming]),
};
