import { neverPasses } from './expected.ts';
import { depthFor, permanent } from './faults.ts';
import type { Case, Part } from './part.ts';
import { QUIET } from './simulation/network.ts';
import { simulate, type World } from './simulation/simulate.ts';

export interface Environment extends Pick<World, 'variants' | 'network'> {
  readonly label: string;
  /** Faults whose requirements pass there, by why they do. */
  readonly hides?: readonly string[];
}

/** Circumstances in which a fault may be harder to see, and must not pass. */
export const ENVIRONMENTS: readonly Environment[] = [
  // The first lists come late, and then every filter has a match.
  { label: 'reads lag 600 ms', variants: ['reads-lag'], hides: ['filter-without-a-match-ignored'] },
  { label: 'reads lag 1.5 s', variants: ['reads-lag-long'], hides: ['filter-without-a-match-ignored'] },
  {
    label: 'other clients write',
    variants: ['other-clients-all-the-time'],
    hides: [
      // The next id may be that of another client before it is asked for.
      'next-id-crashes next-id-is-the-last-pet unknown-id-cached',
      // Nobody knows how many pets match.
      'filter-loses-one-of-exactly-as-many filter-misses-one-with-room-for-one-more filter-shows-a-lone-rest',
    ],
  },
  {
    label: '5,000 pets, over 1,000 of every status',
    variants: ['five-thousand-pets-in-every-status'],
    hides: [
      // No page is short.
      'empty-list-is-404 empty-list-is-null empty-list-is-null-and-open filter-without-a-match-ignored',
      'filter-shows-a-lone-rest filter-loses-one-of-exactly-as-many list-repeats-the-first created-twice',
      'second-fetch-takes-out-of-lists pending-filter-misses-every-second',
      // Every further pet counts: these values are sent on other days,
      'name-like-a-float-rewritten name-starting-with-a-number name-of-digits-loses-zeros name-of-null-emptied',
      'name-formula-guarded name-of-a-date-becomes-a-time name-starting-with-a-day name-percent-decoded-whole',
      'quotes-refused short-name-cut-at-128-bytes category-zero-becomes-one highest-category-refused',
      'surrogate-pairs-refused surrogate-pairs-unread surrogate-pairs-in-the-basic-plane surrogate-pairs-crash',
      'second-half-of-pairs-dropped only-compact-json name-must-come-first body-beyond-1000-bytes-refused',
      'status-of-an-earlier-pet',
      'escaped-slash-keeps-its-backslash escaped-slash-dropped escaped-slash-refused get-rounds-category',
      // these combinations are not sent,
      'emoji-of-sold-pets-replaced long-names-of-sold-pets-cut chunked-sold-pets-refused',
      'category-zero-of-sold-pets-replaced large-category-of-sold-pets-rounded large-category-in-front-rounded',
      'accents-of-pending-pets-lost large-category-without-status-rounded large-category-of-pending-pets-refused',
      'foreign-names-with-large-categories-replaced name-behind-the-category-unescaped-twice',
      'foreign-names-in-chunks-replaced large-category-in-chunks-rounded',
      // these headers are sent in lists only,
      'accept-with-a-list-refused any-language-crashes',
      // and this name is sent only with a category that a service may refuse.
      'long-numbers-in-names-refused',
    ],
  },
  { label: 'rate limited', variants: ['rate-limited'] },
  { label: 'jitter and gateway errors', network: { ...QUIET, jitter: 60, gatewayErrors: 3 } },
];

/** A SHOULD may pass where it cannot be seen. */
export const hidable = permanent.filter(({ violates }) => violates.length > 0);

export function casesIn({ label, hides = [], ...world }: Environment): readonly Case[] {
  const hidden = hides.flatMap((names) => names.split(' '));
  return hidable.map((fault) => ({
    name: `${fault.name}, ${label}`,
    run: async () => {
      const settings = { ...depthFor(fault), only: fault.violates };
      const isHidden = hidden.includes(fault.name);
      const { report } = await simulate({ ...world, seed: 1, faults: [fault.name], settings, mayHide: isHidden });
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
