import { faults } from '../reference/faults/index.ts';
import { randomFrom, shuffled } from '../reference/random.ts';
import type { CheckedRecord } from '../suites/decisions/index.ts';
import { type Dictionary, theDictionary } from '../suites/diagnosis/dictionary.ts';
import { lookUp } from '../suites/diagnosis/look-up.ts';
import type { Problems } from './expected.ts';
import { type Claim, numbersTo, type Part, type ProblemsByClaim } from './part.ts';
import { simulate } from './simulation/simulate.ts';

type Names = readonly string[];

/** What runs with one fault show about the names that they get. */
export const NAMING: Readonly<Record<string, Claim>> = {
  diagnosis: {
    claim: 'faults, looked up in a run with a seed that the dictionary has not seen, that are among those that fit',
    tolerated: 0.3,
  },
  named: { claim: 'runs with one fault that get a name, and only names of its family', tolerated: 0.03 },
  unknown: {
    claim: 'runs with a fault that is taken out of the dictionary and get a name, and only names of its family',
    tolerated: 0.5,
  },
};

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

/** A name is wrong if the server has no fault of its family. */
function wrongOf(named: readonly Names[], present: Names): Problems {
  const familyOf = new Map(theDictionary().faults.map(({ name, family }) => [name, family.text]));
  const families = new Set(present.map((name) => familyOf.get(name)));
  return named
    .filter(([first = '']) => !families.has(familyOf.get(first)))
    .map((names) => `it names ${names.join(' or ')}`);
}

/** Of a run with one fault. */
export function namesOf(fault: string, checked: CheckedRecord): ProblemsByClaim {
  if (checked.stories.length === 0) return {};
  const named = namesIn(checked, theDictionary());
  const unknown = namesIn(checked, without(fault));
  return {
    diagnosis: named.some((names) => names.includes(fault)) ? [] : ['it is not named'],
    ...(named.length > 0 && { named: wrongOf(named, [fault]) }),
    ...(unknown.length > 0 && { unknown: wrongOf(unknown, [fault]) }),
  };
}

/** A variant may ignore a SHOULD, as a fault does. */
const isViolating = (one: string) => faults.some(({ name, violates }) => name === one && violates.length > 0);

/** Of a run with these faults in circumstances that the dictionary has not seen. */
export function wrongNames(checked: CheckedRecord, present: Names, claim = 'named'): ProblemsByClaim {
  const named = namesIn(checked, theDictionary()).filter((names) => names.some(isViolating));
  return named.length === 0 ? {} : { [claim]: wrongOf(named, present) };
}

/** Of a run with a conforming server. */
export function violatingNames(checked: CheckedRecord): Problems {
  const named = namesIn(checked, theDictionary()).flat();
  return named.filter(isViolating).map((one) => `it names ${one}`);
}

const EIGHTS = 50;

export const eightFaults: Part = {
  name: 'eight',
  claim: 'runs with eight faults that get a name, and only names of their families',
  tolerated: 0.1,
  cases: () =>
    numbersTo(EIGHTS).map((seed) => ({
      name: `eight faults, seed ${seed}`,
      run: async () => {
        const present = shuffled(faults, randomFrom(seed))
          .slice(0, 8)
          .map(({ name }) => name);
        const { checked } = await simulate({ seed, faults: present, mayHide: true });
        return wrongNames(checked(), present, 'eight');
      },
    })),
};
