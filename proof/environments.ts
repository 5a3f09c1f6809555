import { neverPasses } from './expected.ts';
import { permanent } from './faults.ts';
import type { Case, Part } from './part.ts';
import { QUIET } from './simulation/network.ts';
import { simulate, type World } from './simulation/simulate.ts';

export interface Environment extends Pick<World, 'variants' | 'network'> {
  readonly label: string;
  /** Faults that no client can see there. */
  readonly hides?: string;
}

/** Circumstances in which a fault may be harder to see, and must not pass. */
export const ENVIRONMENTS: readonly Environment[] = [
  // The first lists come late, and then every filter has a match.
  { label: 'reads lag 600 ms', variants: ['reads-lag'], hides: 'filter-without-a-match-ignored' },
  { label: 'reads lag 1.5 s', variants: ['reads-lag-long'], hides: 'filter-without-a-match-ignored' },
  {
    label: 'other clients write',
    variants: ['other-clients-all-the-time'],
    // The next id may be that of another client before it is asked for, and nobody knows how many pets match.
    hides: `next-id-crashes next-id-is-the-last-pet unknown-id-cached refused-creation-can-be-fetched
      capped-at-eighty filter-gives-ninety-nine-at-most filter-loses-one-of-exactly-as-many
      filter-misses-one-with-room-for-one-more filter-shows-a-lone-rest`,
  },
  {
    label: '5,000 pets, over 1,000 of every status',
    variants: ['five-thousand-pets-in-every-status'],
    // No page is short, and where every further pet counts, not all combinations of inputs can be sent.
    hides: `empty-list-is-404 empty-list-is-null empty-list-is-null-and-open filter-without-a-match-ignored
      filter-shows-a-lone-rest list-repeats-the-first created-twice capped-at-eighty default-ten limits-of-a-menu
      create-stops-at-ninety create-queued-in-large-stores second-fetch-takes-out-of-lists
      short-name-cut-at-128-bytes names-of-one-letter-refused name-like-a-float-rewritten long-numbers-in-names-refused
      name-behind-the-category-unescaped-twice emoji-of-sold-pets-replaced long-names-of-sold-pets-cut
      chunked-sold-pets-refused category-shared-with-its-neighbour category-zero-of-sold-pets-replaced
      large-category-of-sold-pets-rounded large-category-in-front-rounded name-in-blocks-of-64`,
  },
  { label: 'rate limited', variants: ['rate-limited'] },
  { label: 'jitter and gateway errors', network: { ...QUIET, jitter: 60, gatewayErrors: 3 } },
];

/** A SHOULD may pass where it cannot be seen. */
export const hidable = permanent.filter(({ violates }) => violates.length > 0);

export function casesIn({ label, hides = '', ...world }: Environment): readonly Case[] {
  return hidable.map((fault) => ({
    name: `${fault.name}, ${label}`,
    run: async () => {
      const settings = { only: fault.violates };
      const { report } = await simulate({ ...world, seed: 1, faults: [fault.name], settings });
      const isHidden = hides.split(/\s+/).includes(fault.name);
      if (isHidden && neverPasses(report, [fault]).length === 0) return ['it is not hidden any more'];
      return neverPasses(report, [fault], isHidden);
    },
  }));
}

export const environments: Part = {
  name: 'environments',
  claim: `faults in ${ENVIRONMENTS.length} environments that do not pass unless they cannot be seen there (see below)`,
  cases: () => ENVIRONMENTS.flatMap(casesIn),
};
