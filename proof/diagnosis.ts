import { faults } from '../reference/faults/index.ts';
import { randomFrom, shuffled } from '../reference/random.ts';
import { variants } from '../reference/variants/index.ts';
import { type Dictionary, theDictionary } from '../suites/diagnosis/dictionary.ts';
import { lookUp } from '../suites/diagnosis/look-up.ts';
import type { CheckedRecord } from '../suites/specification/index.ts';
import { checkedRun } from './dictionary/seen.ts';
import { ENVIRONMENTS, type Environment, hidable } from './environments.ts';
import { type Case, numbersTo, type Part, type ProblemsByClaim } from './part.ts';

/** Not one of those that the dictionary was made from. */
const SEED = 1;
const EIGHTS = 50;

type Names = readonly string[];

/** What would be named, for each story: the faults that nothing contradicts, if they are of one family. */
function namesIn(checked: CheckedRecord, dictionary: Dictionary): readonly Names[] {
  return checked.stories
    .map((story) => lookUp(story, checked, dictionary))
    .filter((known) => new Set(known.map(({ family }) => family.text)).size === 1)
    .map((known) => known.map(({ name }) => name));
}

function without(name: string): Dictionary {
  const { faults: all, sent } = theDictionary();
  return { faults: all.filter((fault) => fault.name !== name), sent };
}

const familyOf = new Map(theDictionary().faults.map(({ name, family }) => [name, family.text]));

/** A name is wrong if the server has no fault of its family. */
function wrongOf(named: readonly Names[], present: Names): readonly string[] {
  const families = new Set(present.map((name) => familyOf.get(name)));
  return named
    .filter(([first = '']) => !families.has(familyOf.get(first)))
    .map((names) => `it names ${names.join(' or ')}`);
}

type DiagnosisCase = Case<ProblemsByClaim>;

const singles = faults.map(
  ({ name }): DiagnosisCase => ({
    name: `${name}, seed ${SEED}`,
    run: async () => {
      const checked = await checkedRun({ seed: SEED, faults: [name] });
      // What a plain run does not report cannot be looked up.
      if (checked.stories.length === 0) return {};
      const named = namesIn(checked, theDictionary());
      const unknown = namesIn(checked, without(name));
      return {
        diagnosis: named.some((names) => names.includes(name)) ? [] : ['it is not named'],
        ...(named.length > 0 && { named: wrongOf(named, [name]) }),
        ...(unknown.length > 0 && { unknown: wrongOf(unknown, [name]) }),
      };
    },
  }),
);

const inEnvironments = hidable.map(({ name }, index): DiagnosisCase => {
  const { label, hides: _hidden, ...world } = ENVIRONMENTS[index % ENVIRONMENTS.length] as Environment;
  return {
    name: `${name}, ${label}`,
    run: async () => {
      const named = namesIn(await checkedRun({ ...world, seed: SEED, faults: [name] }), theDictionary());
      return named.length === 0 ? {} : { named: wrongOf(named, [name]) };
    },
  };
});

const eights = numbersTo(EIGHTS).map(
  (seed): DiagnosisCase => ({
    name: `eight faults, seed ${seed}`,
    run: async () => {
      const present = shuffled(faults, randomFrom(seed))
        .slice(0, 8)
        .map(({ name }) => name);
      const named = namesIn(await checkedRun({ seed, faults: present }), theDictionary());
      return named.length === 0 ? {} : { eight: wrongOf(named, present) };
    },
  }),
);

const conforming = variants.map(
  ({ name }): DiagnosisCase => ({
    name: `variant ${name}`,
    run: async () => {
      const named = namesIn(await checkedRun({ seed: SEED, variants: [name] }), theDictionary());
      const isViolating = (one: string) => faults.some((fault) => fault.name === one && fault.violates.length > 0);
      return { silent: named.flat().flatMap((one) => (isViolating(one) ? [`it names ${one}`] : [])) };
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
  claim: 'faults, looked up in a run with a seed that the dictionary has not seen, that are among those that fit',
  tolerated: 0.3,
  also: {
    named: { claim: 'runs with one fault that get a name, and only names of its family', tolerated: 0.03 },
    eight: { claim: 'runs with eight faults that get a name, and only names of their families', tolerated: 0.1 },
    unknown: {
      claim: 'runs with a fault that is taken out of the dictionary and get a name, and only names of its family',
      tolerated: 0.5,
    },
    silent: { claim: 'conforming servers that are never said to look like one that fails a MUST' },
  },
  cases: () => mixed([singles, eights, inEnvironments, conforming]),
};
