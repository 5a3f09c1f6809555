import type { Alteration, Fault } from '../change.ts';
import { transmitted } from '../combinators/answer.ts';
import { name } from '../combinators/create.ts';
import { crash, reject } from '../combinators/failures.ts';
import { isCreation } from '../combinators/requests.ts';
import { textOf } from '../combinators/sent.ts';
import { attempt } from '../combinators/values.ts';
import type { Rows } from '../rows.ts';
import { faults } from './fault.ts';

const PICTOGRAM = /\p{Extended_Pictographic}/u;

const replaced = (pattern: RegExp, replacement = ''): Alteration => name((text) => text.replace(pattern, replacement));

/** White space at either end is left to others. */
const inside = (alter: (text: string) => string): Alteration =>
  name((text) => text.replace(text.trim(), () => alter(text.trim())));

const replacedInside = (pattern: RegExp, replacement = ''): Alteration =>
  inside((text) => text.replace(pattern, replacement));

const characters = (count: number) => name((text) => [...text].slice(0, count).join(''));

const firstBytes = (text: string, count: number) =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, count)).replace(/\ufffd$/, '');

const isComposed = (text: string) => text.normalize('NFC') === text;

const decodedWhole = (text: string) => attempt(() => decodeURIComponent(text)) ?? text;

const decodedPercent = (text: string) =>
  text.replace(/%[0-7][0-9a-f]/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));

const escapedHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** Names that are altered on their way in, in the answer and in the store alike. */
export const createNameFaults: readonly Fault[] = faults([
  'violates create.echo',
  ...[16, 32, 50, 64, 100, 128, 255].map((size): Rows<Fault>[number] => [
    `name-in-blocks-of-${size}: A name is encoded in blocks of ${size} units, also where one ends inside a character.`,
    name((given) => given.replace(new RegExp(`[^]{1,${size}}`, 'g'), (block) => block.replace(/\p{Cs}/gu, '\ufffd'))),
  ]),
  'stacked-marks-dropped: Of several marks on a letter only two are kept.',
  name((given) => given.replace(/(\p{M}{2})\p{M}+/gu, '$1')),
  'name-starting-with-a-number: A name that starts with a number is taken for the number.',
  name((given) => given.replace(/^(\d+) .*$/s, '$1')),
  'name-of-zero-refused: A name of 0 counts as no name, as text of 0 is false in PHP.',
  name((given) => (given === '0' ? reject() : given)),
  'name-of-a-date-becomes-a-time: A name that is a date is stored as midnight of that day.',
  name((given) => given.replace(/^(\d{4}-\d\d-\d\d)$/, '$1T00:00:00Z')),
  'name-starting-with-a-day: A name that starts with a date is stored as that date.',
  name((given) => given.replace(/^(\d{4}-\d\d-\d\d) .*$/s, '$1')),
  'name-starting-with-a-date: A name that starts with a time is stored with the date alone.',
  name((given) => given.replace(/^(\d{4}-\d\d-\d\d)T\S+/, '$1')),
  ['name-spaces-collapsed: Runs of white space become one space, as in HTML.', replaced(/(\S)\s{2,}(?=\S)/gu, '$1 ')],
  ['name-percent-decoded-whole: Names are decoded as in a query, where that is possible.', name(decodedWhole)],
  ['name-composed: Names are normalised to NFC before they are stored.', name((text) => text.normalize('NFC'))],
  ['name-html-escaped: Names are escaped for HTML on the way in instead of on the way out.', name(escapedHtml)],
  [
    'name-cut-at-255-bytes: The column takes 255 bytes and the database cuts silently.',
    name((s) => firstBytes(s, 255)),
  ],
  'short-name-cut-at-128-bytes: Names of up to 64 characters go into a column of 128 bytes.',
  name((s) => (s.length > 64 ? s : firstBytes(s, 128))),
  ['name-cut-at-64: The column takes 64 characters and the database cuts silently.', characters(64)],
  'name-cut-at-128-units: Names are cut at 128 UTF-16 units, in the middle of an emoji if need be.',
  name((s) => s.slice(0, 128).replace(/[\ud800-\udbff]$/, '\ufffd')),
  ['name-cut-at-nul: A name ends at its first NUL, as strings do in C.', replaced(/\0.*$/s)],
  ['name-backslashes-dropped: Backslashes are stripped once more than they were added.', replaced(/\\/g)],
  ['name-quotes-doubled: Quotes are doubled for SQL although parameters are bound.', replaced(/['"]/g, '$&$&')],
  ['name-in-the-basic-plane: The character set of the table has 16 bits.', replaced(/[\u{10000}-\u{10ffff}]/gu, '?')],
  ['name-in-latin-1: Names are stored with one byte per character.', replacedInside(/[\u{100}-\u{10ffff}]/gu, '?')],
  'name-compatibility-forms-replaced: Ligatures and wide letters become plain ones.',
  inside((s) => (isComposed(s) ? s.normalize('NFKC') : s)),
  ['name-decomposed: Names are normalised to NFD, as file names are on some systems.', name((s) => s.normalize('NFD'))],
  ['name-loses-combining-marks: Marks that combine with a letter are removed.', replaced(/\p{M}/gu)],
  ['name-loses-joiners: Zero-width joiners are removed, so emoji fall apart.', replaced(/\u200d/g)],
  ['name-loses-zero-width-spaces: Zero-width spaces are removed as invisible.', replacedInside(/[\u200b\ufeff]/g)],
  ['name-loses-variation-selectors: Variation selectors are removed as invisible.', replaced(/[\ufe00-\ufe0f]/g)],
  'name-loses-direction-marks: Marks for the direction of text are removed as invisible.',
  replaced(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g),
  ['name-with-plain-spaces: No-break spaces become plain ones.', replacedInside(/\u00a0/g, ' ')],
  ['name-with-plain-line-separators: Line separators become spaces.', replacedInside(/[\u2028\u2029]/g, ' ')],
  ['name-line-breaks-folded: Line breaks and tabs become spaces.', replacedInside(/[\r\n\t]/g, ' ')],
  'name-with-straight-quotes: Curly quotes become straight ones.',
  name((s) => s.replace(/[\u2018\u2019]/g, "'").replace(/[\u201c\u201d]/g, '"')),
  'name-entities-decoded: Entities of HTML are decoded once too often.',
  name((s) => s.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)),
  ['name-tags-stripped: Tags are stripped against scripts.', replaced(/<[^<>]*>/g)],
  ['name-templates-evaluated: Templates in a name are evaluated, and give nothing.', replaced(/\$?\{+[^{}]*\}+/g)],
  ['name-as-a-replacement: Dollar signs in a name are read as in a pattern.', name((s) => 'x'.replace('x', s))],
  ['name-percent-decoded: Escapes of URLs are decoded.', name(decodedPercent)],
  ['name-plus-is-a-space: A plus sign becomes a space, as in a form.', replaced(/\+/g, ' ')],
  ['name-of-digits-loses-zeros: A name of digits is stored as a number.', replaced(/^0+(?=\d+$)/)],
  ['names-of-one-letter-refused: A name has at least two letters.', name((s) => (s.length === 1 ? reject() : s))],
  'name-like-a-float-rewritten: A name like a decimal number is stored as one.',
  name((s) => (/^-?\d+(?:\.\d+|(?:\.\d+)?e[+-]?\d+)$/i.test(s) ? String(Number(s)) : s)),
  ['name-of-null-emptied: A name that spells nothing is stored as none.', replaced(/^(?:null|undefined|None|nil)$/)],
  'name-dates-rewritten: A spreadsheet in between writes dates in its own way.',
  replaced(/\b(\d{4})-(\d\d)-(\d\d)\b/g, '$3/$2/$1'),
  'name-letters-folded: Letters that have no simple lower or upper case are replaced.',
  name((s) => s.replace(/\u00df/g, 'ss').replace(/[\u0130\u0131]/g, 'i')),
  'long-numbers-in-names-refused: Long numbers are put in quotes before a body is parsed, also inside names.',
  name((s) => (/[:,[]\d{16}/.test(s) ? reject() : s)),
  ['name-formula-guarded: A name like a formula is quoted for a spreadsheet.', replaced(/^(?=[=+@-])/, "'")],
  ['name-sql-comment-cut: A name is cut where SQL would start a comment.', replaced(/--.*$/s)],
  'quotes-refused: A filter against SQL injection refuses names with quotes.',
  name((s) => (/['"]/.test(s) ? reject('name has a forbidden character.') : s)),
  'violates create.echo, errors.no-5xx',
  'emoji-breaks-the-connection: A name with an emoji ends the worker process, and its connections with it.',
  transmitted((_message, request) => isCreation(request) && PICTOGRAM.test(textOf(request)), { kind: 'dropped' }),
  ['emoji-crashes: An emoji in a name is too much for the driver.', name((s) => (PICTOGRAM.test(s) ? crash() : s))],
  ['nul-in-name-crashes: A NUL in a name reaches the database.', name((s) => (s.includes('\0') ? crash() : s))],
  'long-name-crashes: A name of thousands of characters is more than the index can take.',
  name((s) => (s.length > 5000 ? crash() : s)),
  'empty-name-crashes: The first letter of the name is taken for an index, and an empty name has none.',
  name((s) => (s === '' ? crash() : s)),
  'warns create.whitespace',
  ['name-trimmed: A form helper trims every text.', name((text) => text.trim())],
  ['name-loses-trailing-spaces: The column has a fixed width, so spaces at the end are lost.', replaced(/ +$/)],
  ['name-loses-leading-spaces: Spaces at the start are lost.', replaced(/^ +/)],
  'name-with-plain-spaces-around: White space of other kinds at the ends becomes plain spaces.',
  name((s) => s.replace(/^\s+|\s+$/g, (space) => ' '.repeat(space.length))),
]);
