import fc from 'fast-check';
import { INT64_MAX, INT64_MIN } from '../../harness/json/exact-json.ts';
import { LONGEST_NAME, type PetStatus } from '../specification/document.ts';
import type { Value } from './covering.ts';

/** A name, made from a mark that shows where it comes from. */
export interface NameValue extends Value {
  readonly name: (mark: string) => string;
  /** The name lacks the mark, so the category shows where the pet comes from. */
  readonly isUnmarked?: true;
}

const inside = (label: string, text: string): NameValue => ({
  label: `name with ${label}`,
  name: (mark) => `${mark} ${text}`,
});
const whole = (label: string, text: string): NameValue => ({
  label: `name ${label}`,
  name: () => text,
  isUnmarked: true,
});

/** Names that a service must keep, the plain one first. With the mark they have at most 64 characters. */
export const NAMES: readonly NameValue[] = [
  { label: 'plain name', name: (mark) => mark },
  inside('quotes and backslashes', `"a" 'b' \`c\` \\n \\u0041 \\\\ \\" / \\`),
  inside('HTML', `<b>x</b> <!-- y --> & &amp; &#39;<br/>`),
  inside('HTML entities', `a < b > c & d &eacute; &quot;`),
  inside('percent and plus signs', `a+b %20 %2B %41 %C3%A9`),
  inside('templates', `\${x} {{y}} <%= z %> #{w} $1 {0} $& $$`),
  inside('format and SQL characters', `%s %d %n $(x) :n ? '' -- ; %_ 100%`),
  inside('European scripts', `Zoë Łódź Žluť Ελλάδα Мурка`),
  inside('Asian and African scripts', `חתול قطة बिल्ली แมว 猫貓ネコ 고양이 ድመት`),
  inside('emoji', `🐈 🐈‍⬛ 👩‍👩‍👧‍👦 👍🏽 🇨🇭 ❤️ 1️⃣`),
  inside('characters beyond the basic plane', `𝒞𝒶𝓉 𠮷 🏴󠁧󠁢󠁥󠁮󠁧󠁿`),
  inside('composed and decomposed characters', `\u00e9 e\u0301 n\u0303 a\u0323\u0307 \ud55c \u1112\u1161\u11ab`),
  inside('compatibility characters', `\u212b \u2126 \ufb01 \u2460 \uff71 \u33a1 \u00bd`),
  inside('invisible characters', `a\u200bb c\u200cd e\u200df g\u00adh i\u2060j k\ufefflm q\u034fr \u180e`),
  inside('direction marks', `\u200en\u200f \u202eo\u202c \u2066p\u2069`),
  inside('letters without a simple case', `Straße ẞ İstanbul ıI ΣΊΣς ſ ǅ ŉ \u212a mIxEd`),
  inside('typographic characters', `‘a’ “b” «x» – — … • ™ € œ Ž \u00d7 Ã© \ufffd \ue000`),
  inside('doubled spaces', `two   three`),
  inside('a date and a number', `on 2024-02-29 1.50`),
  inside('other white space', `a\u00a0b\u1680c\u2003d\u2009e\u202ff\u205fg\u3000h\u2028i\u2029j`),
  { label: 'name in spaces', name: (mark) => `  ${mark}  x  ` },
  { label: 'name in other white space', name: (mark) => `\u00a0\u3000${mark}\u2003\u00a0` },
  { label: 'name with paths', name: (mark) => `../../${mark}/./..\\C:\\x.txt//~/%41?a=b#c` },
  { label: 'name like a formula', name: (mark) => `="1"+1 ${mark},@x;-2` },
  { label: 'name in quotes', name: (mark) => `"${mark}"` },
  inside('letters of Latin-1 alone', `Zoë Ñandú Ærø`),
  inside('addresses and scripts', `<script>x</script> http://a.b c@d.e`),
  { label: 'name like JSON', name: (mark) => `{"n":"${mark}","id":12345678901234567,}` },
  { label: 'name of 64 characters', name: (mark) => `${mark} `.padEnd(LONGEST_NAME, 'abcdefghij') },
  { label: 'name of 64 characters of three bytes', name: (mark) => `${mark} `.padEnd(LONGEST_NAME, '猫の名前') },
  whole('of one character', 'x'),
  whole('with leading zeros', '007'),
  whole('like a number', '1.50'),
  whole('null', 'null'),
  whole('of a built-in property', '__proto__'),
];

/** Names that a service may refuse, but that it keeps if it accepts them. */
export const REFUSABLE_NAMES: readonly NameValue[] = [
  inside('NUL', 'a\u0000b'),
  inside('control characters', '\u0001\b\f\t\n\u001b[31m\u007f\u0085\u009f x'),
  { label: 'name with a tab and line breaks', name: (mark) => `${mark}\ttab\nline\r\nline\rend` },
  { label: 'name with a newline at its end', name: (mark) => `${mark} line\n` },
  { label: 'name of 255 characters', name: (mark) => `${mark} `.padEnd(255, 'abcdefghij') },
  { label: 'name of 255 characters of three bytes', name: (mark) => `${mark} `.padEnd(255, '猫の名前') },
  { label: 'name of 10,000 characters', name: (mark) => `${mark} `.padEnd(10_000, 'abcdefghij') },
  whole('blank', '   '),
  whole('empty', ''),
];

/** What an observation asks for, and NUL, which real services cut at or crash on. */
export const FEW_REFUSABLE: readonly NameValue[] = REFUSABLE_NAMES.filter(({ label }) =>
  /NUL|control|10,000|blank|empty/.test(label),
);

/** Most of the names above in a few long ones: each meets every other input, also where every further pet counts. */
export const DENSE_NAMES: readonly NameValue[] = packed(NAMES.slice(1, 20));

function packed(names: readonly NameValue[]): readonly NameValue[] {
  const dense: { parts: NameValue[]; text: string }[] = [];
  for (const part of names) {
    const text = part.name('').trim();
    const last = dense.at(-1);
    if (last && `${last.text} ${text}`.length <= 190) {
      last.text += ` ${text}`;
      last.parts.push(part);
    } else dense.push({ parts: [part], text });
  }
  return dense.map(({ parts, text }) => ({
    label: parts.map(({ label }) => label).join(', '),
    name: (mark) => `${mark} ${text}`,
    parts,
  }));
}

/** As many kinds as fit into a name that may not be refused. */
export const MIXED_NAME: NameValue = {
  label: 'mixed name',
  name: (mark) => `${mark} "é" <猫> 🐈 &amp; %41 \\ / Zoë`.padEnd(LONGEST_NAME, 'x'),
  parts: NAMES.filter(({ label }) => /quotes and|HTML|percent|European|Asian|emoji|64 characters$/.test(label)),
};

export function anyName(mark: string): fc.Arbitrary<string> {
  const room = LONGEST_NAME - mark.length - 1;
  return fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .filter((text) => text.length <= room && text.trim() === text)
    .map((text) => `${mark} ${text}`);
}

export interface CategoryValue extends Value {
  readonly category: bigint;
}

const category = (label: string, value: bigint): CategoryValue => ({ label: `categoryId ${label}`, category: value });

/** Where doubles, 32-bit and signed arithmetic go wrong, and what a check for truth or for a sign refuses. */
export const CATEGORIES: readonly CategoryValue[] = [
  category('1', 1n),
  category('2^53 + 1', 2n ** 53n + 1n),
  category('-2^63', INT64_MIN),
  category('2^63 - 1', INT64_MAX),
  category('2^31', 2n ** 31n),
  category('2^32 + 7', 2n ** 32n + 7n),
  category('0', 0n),
  category('-1', -1n),
  category('1200', 1_200n),
  category('-2^53 - 1', -(2n ** 53n) - 1n),
  category('a large random number', 7_205_759_403_792_793_601n),
  category('200', 200n),
  category('40000', 40_000n),
  category('2^53', 2n ** 53n), // The same double as 2^53 + 1.
];

export interface StatusValue extends Value {
  readonly status: PetStatus | undefined;
}

export const NO_STATUS: StatusValue = { label: 'no status', status: undefined };
export const statusValue = (status: PetStatus): StatusValue => ({ label: `status ${status}`, status });

export interface Fields {
  readonly name: string;
  readonly categoryId: number | bigint;
  readonly status?: PetStatus | undefined;
}

export interface SpellingValue extends Value {
  readonly write: (fields: Fields) => string;
}

const quoted = (text: string) => JSON.stringify(text);
const members = ({ name, categoryId, status }: Fields): readonly string[] => [
  `"name":${quoted(name)}`,
  `"categoryId":${categoryId}`,
  ...(status === undefined ? [] : [`"status":${quoted(status)}`]),
];

export const compact = (fields: Fields): string => `{${members(fields).join(',')}}`;

function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0'));
  return units.map((digits, at) => `\\u${at % 2 === 0 ? digits : digits.toUpperCase()}`).join('');
}

/** One NewPet as different writers of JSON spell it, the plain spelling first. */
export const SPELLINGS: readonly SpellingValue[] = [
  { label: 'compact JSON', write: compact },
  {
    label: 'white space between all tokens',
    write: (fields) =>
      `\r\n\t {\n\t${members(fields)
        .map((text) => text.replace(/^("\w+"):/, '$1 :\n '))
        .join(' ,\r\n  ')} }\n \t`,
  },
  {
    label: 'fields in another order',
    write: (fields) => {
      const [name, ...others] = members(fields);
      return `{${[...others, name].join(',')}}`;
    },
  },
  { label: 'fields in reverse order', write: (fields) => `{${members(fields).toReversed().join(',')}}` },
  {
    label: 'every character escaped',
    write: ({ name, categoryId, status }) => {
      const last = status ? `,"status":"${escaped(status)}"` : '';
      return `{"n\\u0061me":"${escaped(name)}","categoryId":${categoryId}${last}}`;
    },
  },
  {
    label: 'characters beyond ASCII and slashes escaped',
    write: (fields) => compact(fields).replace(/[^\x20-\x7e]|\//g, (char) => (char === '/' ? '\\/' : escaped(char))),
  },
];

export interface FramingValue extends Value {
  /** Byte offset of the cut, if the body is sent in pieces. */
  readonly cutAt: (body: string) => number | undefined;
}

/** Cut inside a character, if one has several bytes: a service may read only the first piece, or decode each alone. */
export const FRAMINGS: readonly FramingValue[] = [
  { label: 'sent whole', cutAt: () => undefined },
  {
    label: 'sent in pieces',
    cutAt: (body) => {
      const bytes = Buffer.from(body);
      const inner = bytes.findIndex((byte) => (byte & 0xc0) === 0x80);
      return inner < 0 ? bytes.length >> 1 : inner;
    },
  },
];
