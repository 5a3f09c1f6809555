import fc from 'fast-check';
import { LONGEST_NAME } from '../reading/document.ts';
import { mayRefuseName } from '../reading/request.ts';
import { rare, type Table, tableOf, type Value, valueIn } from './value.ts';

/** A name, made from a mark that shows where it comes from. */
export interface NameValue extends Value {
  readonly name: (mark: string) => string;
  /** What stands behind the mark, if it can stand beside that of others. */
  readonly text?: string;
  /** The name lacks the mark, so the category shows where the pet comes from. */
  readonly isUnmarked?: true;
}

/** Text behind the mark. */
const inside = (id: string, label: string, text: string): NameValue => ({
  id,
  label: `name with ${label}`,
  name: (mark) => `${mark} ${text}`,
  text,
});
/** A name that has no room for a mark. */
const whole = (id: string, label: string, text: string): NameValue => ({
  id,
  label: `name ${label}`,
  name: () => text,
  isUnmarked: true,
});
/** A name around the mark. */
const around = (id: string, label: string, name: (mark: string) => string): NameValue => ({
  id,
  label: `name ${label}`,
  name,
});
const ofLength = (id: string, label: string, length: number, filling = 'abcdefghij') =>
  around(id, label, (mark) => `${mark} `.padEnd(length, filling));
/** A character of two UTF-16 units of which the first is the last one in front of this position. */
const pairAt = (position: number): NameValue =>
  around(`pair-at-${position}`, `with a surrogate pair across position ${position}`, (mark) => {
    const start = position > mark.length ? mark : '';
    const text = `${start.padEnd(position - 1, 'abcdefghij')}🐈`;
    return start ? text : `${text} ${mark}`;
  });
const observed = (value: NameValue): NameValue => ({ ...value, observes: 'observed.names' });

/** Names that a service keeps, the plain one first. Those that it may refuse, it keeps if it accepts them. */
export const NAMES: Table<NameValue> = tableOf(
  'name',
  [
    { id: 'plain', label: 'plain name', name: (mark) => mark },
    inside('quotes', 'quotes and backslashes', `"a" 'b' \`c\` \\n \\u0041 \\\\ \\" / \\`),
    inside('html', 'HTML', `<b>x</b> <!-- y --> & &amp; &#39;<br/>`),
    inside('entities', 'HTML entities', `a < b > c & d &eacute; &quot;`),
    inside('percent', 'percent and plus signs', `a+b %20 %2B %41 %C3%A9`),
    inside('templates', 'templates', `\${x} {{y}} <%= z %> #{w} $1 {0} $& $$`),
    inside('format', 'format and SQL characters', `%s %d %n $(x) :n ? '' -- ; %_ 100%`),
    inside('european', 'European scripts', `Zoë Łódź Žluť Ελλάδα Мурка`),
    inside('asian', 'Asian and African scripts', `חתול قطة बिल्ली แมว 猫貓ネコ 고양이 ድመት`),
    inside('emoji', 'emoji', `🐈 🐈‍⬛ 👩‍👩‍👧‍👦 👍🏽 🇨🇭 ❤️ 1️⃣`),
    inside('astral', 'characters beyond the basic plane', `𝒞𝒶𝓉 𠮷 🏴󠁧󠁢󠁥󠁮󠁧󠁿`),
    inside(
      'decomposed',
      'composed and decomposed characters',
      `\u00e9 e\u0301 n\u0303 a\u0323\u0307 \ud55c \u1112\u1161\u11ab`,
    ),
    inside(
      'stacked-marks',
      'stacked combining marks',
      `Z\u0351\u036b\u0343a\u0328\u0301\u0316l\u0321\u0353g\u0322\u0489o\u0334\u0307`,
    ),
    inside('compatibility', 'compatibility characters', `\u212b \u2126 \ufb01 \u2460 \uff71 \u33a1 \u00bd`),
    inside(
      'invisible',
      'invisible characters',
      `a\u200bb c\u200cd e\u200df g\u00adh i\u2060j k\ufefflm q\u034fr \u180e`,
    ),
    inside('directions', 'direction marks', `\u200en\u200f \u202eo\u202c \u2066p\u2069`),
    inside('casing', 'letters without a simple case', `Straße ẞ İstanbul ıI ΣΊΣς ſ ǅ ŉ \u212a mIxEd`),
    inside('typographic', 'typographic characters', `‘a’ “b” «x» – — … • ™ € œ Ž \u00d7 Ã© \ufffd \ue000`),
    inside('double-spaces', 'doubled spaces', `two   three`),
    inside('date-inside', 'a date and a number', `on 2024-02-29 1.50`),
    inside('other-spaces', 'other white space', `a\u00a0b\u1680c\u2003d\u2009e\u202ff\u205fg\u3000h\u2028i\u2029j`),
    around('latin-1', 'with letters of Latin-1 alone', (mark) => `${mark} Zoë Ñandú Ærø`),
    inside('scripts', 'addresses and scripts', `<script>x</script> http://a.b c@d.e`),
    around('in-spaces', 'in spaces', (mark) => `  ${mark}  x  `),
    around('in-other-spaces', 'in other white space', (mark) => `\u00a0\u3000${mark}\u2003\u00a0`),
    around('paths', 'with paths', (mark) => `../../${mark}/./..\\C:\\x.txt//~/%41?a=b#c`),
    around('formula', 'like a formula', (mark) => `="1"+1 ${mark},@x;-2|3^4*[5]`),
    around('in-quotes', 'in quotes', (mark) => `"${mark}"`),
    around('json', 'like JSON', (mark) => `{"n":"${mark}","id":12345678901234567,}`),
    around('starts-with-date', 'that starts with a date', (mark) => `2024-02-29T12:00:00Z ${mark}`),
    around('starts-with-day', 'that starts with a date alone', (mark) => `2024-02-29 ${mark}`),
    around('starts-with-number', 'that starts with a number', (mark) => `12 ${mark}`),
    ofLength('of-64', 'of 64 characters', LONGEST_NAME),
    ofLength('of-64-wide', 'of 64 characters of three bytes', LONGEST_NAME, '猫の名前'),
    ...[16, 32, 50].map(pairAt),
    whole('one-character', 'of one character', 'x'),
    whole('leading-zeros', 'with leading zeros', '007'),
    whole('number', 'like a number', '1.50'),
    whole('zero', '0, which is false to some languages', '0'),
    whole('date', 'like a date', '2024-02-29'),
    whole('null', 'null', 'null'),
    rare(whole('false', 'false', 'false')),
    rare(whole('undefined', 'undefined', 'undefined')),
    whole('built-in', 'of a built-in property', '__proto__'),
    // From here on a service may refuse them.
    ...[64, 100, 128, 255].map(pairAt),
    inside('nul', 'NUL', 'a\u0000b'),
    inside('control', 'control characters', '\u0001\b\f\t\n\u001b[31m\u007f\u0085\u009f x'),
    around('line-breaks', 'with a tab and line breaks', (mark) => `${mark}\ttab\nline\r\nline\rend`),
    around('newline-at-end', 'with a newline at its end', (mark) => `${mark} line\n`),
    ofLength('of-255', 'of 255 characters', 255),
    ofLength('of-255-wide', 'of 255 characters of three bytes', 255, '猫の名前'),
    observed(ofLength('of-10000', 'of 10,000 characters', 10_000)),
    observed(whole('blank', 'blank', '   ')),
    observed(whole('empty', 'empty', '')),
    rare(ofLength('of-65535', 'of 65,535 characters', 65_535)),
    rare(ofLength('of-65536', 'of 65,536 characters', 65_536)),
  ],
  'plain',
);

/** Whether a service may refuse it, by the rule that decides the answer. */
export function isRefusable({ name }: NameValue): boolean {
  return mayRefuseName(name('conformance-0000000-0000'));
}

/** Several names in one, so that one pet shows what would take many. */
function composed(id: string, parts: readonly string[], name: NameValue['name']): NameValue {
  return { id, label: parts.map((part) => valueIn(NAMES, part).label).join(', '), name, parts };
}

const LONGEST_DENSE = 190;

/** Most names that a service keeps, in a few long ones: each meets every other input. */
export const DENSE_NAMES: readonly NameValue[] = packed(
  NAMES.values.filter((value) => value.text !== undefined && !value.isRare && !isRefusable(value)),
);

function packed(names: readonly NameValue[]): readonly NameValue[] {
  const dense: { parts: string[]; text: string }[] = [];
  for (const { id, text = '' } of names) {
    const last = dense.at(-1);
    if (last && `${last.text} ${text}`.length <= LONGEST_DENSE) {
      last.text += ` ${text}`;
      last.parts.push(id);
    } else dense.push({ parts: [id], text });
  }
  return dense.map(({ parts, text }, at) => composed(`dense-${at + 1}`, parts, (mark) => `${mark} ${text}`));
}

/** As many kinds as fit into a name that may not be refused. */
export const MIXED_NAME = composed(
  'mixed',
  ['quotes', 'html', 'percent', 'european', 'asian', 'emoji', 'of-64'],
  (mark) => `${mark} "é" <猫> 🐈 &amp; %41 \\ / Zoë`.padEnd(LONGEST_NAME, 'x'),
);

/** A text that is continued up to a position, with a surrogate pair across that position. */
const withPair = (text: string, position: number, filling: string) => `${text.padEnd(position - 1, filling)}🐈`;

/** Names that do not stand beside others as they are, joined where one does not hide the other. */
const JOINED_NAMES: readonly NameValue[] = [
  composed('joined-spaces', ['in-spaces', 'in-other-spaces'], (mark) => ` \u00a0\u3000 ${mark}  x  \u2003\u00a0 `),
  composed('joined-numbers', ['starts-with-number', 'pair-at-16', 'pair-at-32', 'of-64'], (mark) => {
    const start = [16, 32].reduce((text, position) => withPair(text, position, 'abcdefghij'), '12 ');
    return `${start} ${mark}`.padEnd(LONGEST_NAME, 'abcdefghij');
  }),
  composed('joined-wide', ['pair-at-50', 'of-64-wide'], (mark) =>
    withPair(`${mark} `, 50, '猫の名前').padEnd(LONGEST_NAME, '猫の名前'),
  ),
  composed('joined-dates', ['starts-with-date', 'latin-1'], (mark) => `2024-02-29T12:00:00Z ${mark} Zoë Ñandú Ærø`),
  composed('joined-lines', ['line-breaks', 'newline-at-end'], (mark) => `${mark}\ttab\nline\r\nline\rend\n`),
  composed('joined-pairs', ['pair-at-64', 'pair-at-100', 'pair-at-128', 'pair-at-255'], (mark) =>
    [64, 100, 128, 255].reduce((text, position) => withPair(text, position, 'abcdefghij'), `${mark} `),
  ),
];

/** The names of a creation: a report names the parts of those that consist of several. */
export const PET_NAMES: Table<NameValue> = {
  ...NAMES,
  values: [...NAMES.values, ...DENSE_NAMES, MIXED_NAME, ...JOINED_NAMES],
};

const inOthers = new Set([...DENSE_NAMES, MIXED_NAME, ...JOINED_NAMES].flatMap(({ parts = [] }) => parts));

/** Each common name that dense names leave out, joined with others where it can be. */
export const PACKED_NAMES: readonly NameValue[] = [
  MIXED_NAME,
  ...JOINED_NAMES,
  ...NAMES.values.filter(({ id, isRare }) => id !== NAMES.plain && !isRare && !inOthers.has(id)),
];

export function anyName(mark: string): fc.Arbitrary<string> {
  const room = LONGEST_NAME - mark.length - 1;
  return fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .filter((text) => text.length <= room && text.trim() === text)
    .map((text) => `${mark} ${text}`);
}
