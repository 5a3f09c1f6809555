import fc from 'fast-check';
import { STATUSES } from '../harness/animal.ts';
import { INT64_MAX, INT64_MIN } from '../harness/exact-json.ts';
import type { NewPet } from '../harness/population.ts';

/** Longest name that is judged, in UTF-16 units, the strictest of the usual ways to count. */
const LONGEST_NAME = 255;

/** Names that servers are known to spoil: each is put behind the run's mark, except where that would hide the point. */
function cornerNames(mark: string): readonly string[] {
  return [
    'x',
    ` ${mark} around `,
    `${mark} "quoted" 'single' \\ backslash / slash`,
    `${mark} <b>&amp; & %20 +plus</b> \${x} {{y}}`,
    `${mark} Мурка 猫 고양이 قطة חתול แมว`,
    `${mark} 🐈‍⬛ 👩‍👩‍👧 🇨🇭 𝒞𝒶𝓉`,
    `${mark} e\u0301 \u00e9 \u212b \ufb01 n\u0303`,
    `${mark}  two  spaces\u00a0and\u2003wide\u2028line`,
    `"${mark}" \\\\ ""`,
    `${mark} null undefined NaN 0 -1 1e3 true`,
    padTo(`${mark} long `, LONGEST_NAME),
  ];
}

/** One NewPet as other writers of JSON spell it: with white space wherever it may stand, and with escapes. */
export const spellings: readonly ((pet: NewPet) => string)[] = [
  ({ name, categoryId }) =>
    `\r\n\t {\n\t"name" : ${JSON.stringify(name)} ,\r\n  "categoryId"  :  ${categoryId}\n}\n \t`,
  ({ name, categoryId }) => {
    const escaped = [...name].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
    return `{"categoryId":${categoryId},"name":"${escaped.join('')}"}`;
  },
];

export function cornerPets(mark: string, categories: readonly bigint[]): readonly NewPet[] {
  return cornerNames(mark).map((name, index) => ({ name, categoryId: categories[index % categories.length] ?? 1n }));
}

function padTo(text: string, length: number): string {
  return text.padEnd(length, 'abcdefghij');
}

export function anyName(mark: string): fc.Arbitrary<string> {
  const room = LONGEST_NAME - mark.length - 1;
  return fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((text) => text.length <= room)
    .map((text) => `${mark} ${text}`);
}

export const anyStatus = fc.option(fc.constantFrom(...STATUSES), { nil: undefined });

/** Where doubles, 32-bit and signed arithmetic go wrong. */
export const INT64_CORNERS = [2n ** 31n, 2n ** 53n + 1n, -(2n ** 53n) - 1n, INT64_MAX, INT64_MIN] as const;

/** What a check for truth or for a sign refuses. */
export const CORNER_CATEGORIES = [1n, 0n, -1n, 10n, 1_200n];

export const anyCategory = fc.bigInt({ min: INT64_MIN, max: INT64_MAX });

export function newPetOf(name: string, categoryId: bigint, status: NewPet['status']): NewPet {
  return status === undefined ? { name, categoryId } : { name, categoryId, status };
}
