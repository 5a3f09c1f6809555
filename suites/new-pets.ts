import fc from 'fast-check';
import { INT64_MAX, INT64_MIN } from '../harness/exact-json.ts';
import { type NewPet, type PetStatus, STATUSES } from '../harness/pet.ts';

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
    label: 'every character of the name escaped',
    write: ({ name, categoryId }) => {
      const escaped = [...name].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
      return `{"categoryId":${categoryId},"name":"${escaped.join('')}"}`;
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

/** Every status and none; mostly the one whose pages are full anyway, since every pet stays on the target. */
export function anyStatus(crowded: PetStatus): fc.Arbitrary<PetStatus | undefined> {
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(crowded) },
    { weight: 1, arbitrary: fc.constantFrom(...STATUSES) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

/** Where doubles, 32-bit and signed arithmetic go wrong. */
export const INT64_CORNERS = [2n ** 31n, 2n ** 53n + 1n, -(2n ** 53n) - 1n, INT64_MAX, INT64_MIN] as const;

/** What a check for truth or for a sign refuses. */
export const CORNER_CATEGORIES = [1n, 0n, -1n, 10n, 1_200n];

export const anyCategory = fc.bigInt({ min: INT64_MIN, max: INT64_MAX });

export function newPetOf(name: string, categoryId: bigint, status: NewPet['status']): NewPet {
  return status === undefined ? { name, categoryId } : { name, categoryId, status };
}
