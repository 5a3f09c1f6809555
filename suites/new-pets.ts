import fc from 'fast-check';
import { INT64_MAX, INT64_MIN } from '../harness/json/exact-json.ts';
import type { NewPet, PetStatus } from '../harness/run/pet.ts';
import { DEFAULT_RUNS } from '../harness/settings/table.ts';

/** Longest name that must be accepted, in UTF-16 units, the strictest of the usual ways to count. */
const LONGEST_NAME = 255;

/** One NewPet as other writers of JSON spell it: with white space wherever it may be, and with escapes. */
export const spellings: readonly { readonly label: string; readonly write: (pet: NewPet) => string }[] = [
  {
    label: 'white space between all tokens',
    write: ({ name, categoryId, status }) =>
      `\r\n\t {\n\t"name" : ${JSON.stringify(name)} ,\r\n  "categoryId"  :  ${categoryId}\n${status ? `,\t"status" :\n"${status}"` : ''} }\n \t`,
  },
  {
    label: 'every character of the name escaped, and one of its key',
    write: ({ name, categoryId }) => {
      const hex = Array.from(name, (char) => char.charCodeAt(0).toString(16).padStart(4, '0'));
      const escaped = hex.map((digits, index) => `\\u${index % 2 === 0 ? digits : digits.toUpperCase()}`);
      return `{"categoryId":${categoryId},"n\\u0061me":"${escaped.join('')}"}`;
    },
  },
];

/** Marks pets with a random name, of which a few are enough to fetch. */
export const RANDOM_LABEL = 'any';

export function anyName(mark: string): fc.Arbitrary<string> {
  const room = LONGEST_NAME - mark.length - 1;
  return fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((text) => text.length <= room)
    .map((text) => `${mark} ${text}`);
}

/** The status whose pages are full anyway, or none: however many are created, the other pages stay short. */
export function anyStatus(crowded: PetStatus): fc.Arbitrary<PetStatus | undefined> {
  return fc.constantFrom(crowded, crowded, crowded, undefined);
}

/** What the user asks for beyond the default: on a target that is stocked, only these are created at random. */
export function extraRuns({ runs }: { readonly runs: number }): number {
  return Math.max(0, runs - DEFAULT_RUNS);
}

/** Where doubles, 32-bit and signed arithmetic go wrong. */
export const FEW_CORNERS = [2n ** 53n + 1n, INT64_MIN] as const;
/** The few come first, so that the path to one of them is the same in both. */
export const INT64_CORNERS = [...FEW_CORNERS, INT64_MAX, 2n ** 31n, -(2n ** 53n) - 1n] as const;

/** What a check for truth or for a sign refuses. */
export const CORNER_CATEGORIES = [1n, 0n, -1n, 10n, 1_200n];

export const anyCategory = fc.bigInt({ min: INT64_MIN, max: INT64_MAX });

export function newPetOf(name: string, categoryId: bigint, status: NewPet['status']): NewPet {
  return status === undefined ? { name, categoryId } : { name, categoryId, status };
}
