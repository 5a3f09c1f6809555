import { storiesIn } from '../harness/report/stories.ts';
import { requirementsOf } from './expected.ts';
import { faultsOf, settingsFor } from './pairs.ts';
import { numbersTo, type Part } from './part.ts';
import { simulate } from './simulation/simulate.ts';

const SERVERS = 80;
const FAULTS = 6;
/** Of all stories. */
const MOST_MIXED = 0.04;

/** The stories of a server, and those with requirements of several faults, of which no single fault shows them all. */
async function storiesOf(seed: number) {
  const faults = faultsOf(seed, FAULTS);
  const { report } = await simulate({ seed, faults: faults.map(({ name }) => name), settings: settingsFor(faults) });
  const due = faults.flatMap(requirementsOf);
  const shown = faults.map((fault) => [...requirementsOf(fault), ...(fault.also ?? [])]);
  const stories = storiesIn(report).map((story) => {
    const ids = new Set(story.map(({ result }) => result.id));
    return [...ids].filter((id) => due.includes(id));
  });
  const mixed = stories.filter((ids) => !shown.some((own) => ids.every((id) => own.includes(id))));
  return { count: stories.length, mixed: mixed.map((ids) => `server ${seed}: ${ids.join(', ')}`) };
}

export const mixtures: Part = {
  name: 'mixtures',
  claim: `${SERVERS} servers with ${FAULTS} faults each, of whose stories at most ${100 * MOST_MIXED} % mix two faults`,
  cases: () => [
    {
      name: 'all servers',
      run: async () => {
        let count = 0;
        const mixed: string[] = [];
        for (const number of numbersTo(SERVERS)) {
          const found = await storiesOf(1_000 + number);
          count += found.count;
          mixed.push(...found.mixed);
        }
        return mixed.length <= MOST_MIXED * count ? [] : [`${mixed.length} of ${count} stories are mixed`, ...mixed];
      },
    },
  ],
};
