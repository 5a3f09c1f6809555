import type { Alteration, Fault } from '../change.ts';
import { transmitted } from '../combinators/answer.ts';
import { name } from '../combinators/create.ts';
import { crash, reject } from '../combinators/failures.ts';
import { isCreation } from '../combinators/requests.ts';
import { textOf } from '../combinators/sent.ts';
import { attempt } from '../combinators/values.ts';
import { faults } from './fault.ts';

const PICTOGRAM = /\p{Extended_Pictographic}/u;

const replaced = (pattern: RegExp, replacement = ''): Alteration => name((text) => text.replace(pattern, replacement));

/** White space at either end is left to others. */
const inside = (alter: (text: string) => string): Alteration =>
  name((text) => text.replace(text.trim(), () => alter(text.trim())));

const replacedInside = (pattern: RegExp, replacement = ''): Alteration =>
  inside((text) => text.replace(pattern, replacement));

const firstBytes = (text: string, count: number) =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, count)).replace(/\ufffd$/, '');

const decodedWhole = (text: string) => attempt(() => decodeURIComponent(text)) ?? text;

const escapedHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** Names that are altered on their way in, in the answer and in the store alike. */
export const createNameFaults: readonly Fault[] = [
  ...faults({ violates: ['create.echo'] }, [
    ...[128, 255].map((size) => ({
      name: `name-in-blocks-of-${size}`,
      story: `A name is encoded in blocks of ${size} units, also where one ends inside a character.`,
      change: name((given) =>
        given.replace(new RegExp(`[^]{1,${size}}`, 'g'), (block) => block.replace(/\p{Cs}/gu, '\ufffd')),
      ),
    })),
    {
      name: 'stacked-marks-dropped',
      story: 'Of several marks on a letter only two are kept.',
      change: name((given) => given.replace(/(\p{M}{2})\p{M}+/gu, '$1')),
    },
    {
      name: 'name-starting-with-a-number',
      story: 'A name that starts with a number is taken for the number.',
      change: name((given) => given.replace(/^(\d+) .*$/s, '$1')),
    },
    {
      name: 'name-of-zero-refused',
      story: 'A name of 0 counts as no name, as text of 0 is false in PHP.',
      change: name((given) => (given === '0' ? reject() : given)),
    },
    {
      name: 'name-of-a-date-becomes-a-time',
      story: 'A name that is a date is stored as midnight of that day.',
      change: name((given) => given.replace(/^(\d{4}-\d\d-\d\d)$/, '$1T00:00:00Z')),
    },
    {
      name: 'name-starting-with-a-day',
      story: 'A name that starts with a date is stored as that date.',
      change: name((given) => given.replace(/^(\d{4}-\d\d-\d\d) .*$/s, '$1')),
    },
    {
      name: 'name-percent-decoded-whole',
      story: 'Names are decoded as in a query, where that is possible.',
      change: name(decodedWhole),
    },
    {
      name: 'name-html-escaped',
      story: 'Names are escaped for HTML on the way in instead of on the way out.',
      change: name(escapedHtml),
    },
    {
      name: 'name-cut-at-255-bytes',
      story: 'The column takes 255 bytes and the database cuts silently.',
      change: name((s) => firstBytes(s, 255)),
    },
    {
      name: 'short-name-cut-at-128-bytes',
      story: 'Names of up to 64 characters go into a column of 128 bytes.',
      change: name((s) => (s.length > 64 ? s : firstBytes(s, 128))),
    },
    {
      name: 'name-backslashes-dropped',
      story: 'Backslashes are stripped once more than they were added.',
      change: replaced(/\\/g),
    },
    {
      name: 'name-in-latin-1',
      story: 'Names are stored with one byte per character.',
      change: replacedInside(/[\u{100}-\u{10ffff}]/gu, '?'),
    },
    {
      name: 'name-loses-zero-width-spaces',
      story: 'Zero-width spaces are removed as invisible.',
      change: replacedInside(/[\u200b\ufeff]/g),
    },
    {
      name: 'name-loses-variation-selectors',
      story: 'Variation selectors are removed as invisible.',
      change: replaced(/[\ufe00-\ufe0f]/g),
    },
    {
      name: 'name-loses-direction-marks',
      story: 'Marks for the direction of text are removed as invisible.',
      change: replaced(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g),
    },
    {
      name: 'name-with-plain-line-separators',
      story: 'Line separators become spaces.',
      change: replacedInside(/[\u2028\u2029]/g, ' '),
    },
    {
      name: 'name-line-breaks-folded',
      story: 'Line breaks and tabs become spaces.',
      change: replacedInside(/[\r\n\t]/g, ' '),
    },
    {
      name: 'name-with-straight-quotes',
      story: 'Curly quotes become straight ones.',
      change: name((s) => s.replace(/[\u2018\u2019]/g, "'").replace(/[\u201c\u201d]/g, '"')),
    },
    {
      name: 'name-entities-decoded',
      story: 'Entities of HTML are decoded once too often.',
      change: name((s) => s.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)),
    },
    {
      name: 'name-as-a-replacement',
      story: 'Dollar signs in a name are read as in a pattern.',
      change: name((s) => 'x'.replace('x', s)),
    },
    {
      name: 'name-of-digits-loses-zeros',
      story: 'A name of digits is stored as a number.',
      change: replaced(/^0+(?=\d+$)/),
    },
    {
      name: 'name-like-a-float-rewritten',
      story: 'A name like a decimal number is stored as one.',
      change: name((s) => (/^-?\d+(?:\.\d+|(?:\.\d+)?e[+-]?\d+)$/i.test(s) ? String(Number(s)) : s)),
    },
    {
      name: 'name-of-null-emptied',
      story: 'A name that spells nothing is stored as none.',
      change: replaced(/^(?:null|undefined|None|nil)$/),
    },
    {
      name: 'name-letters-folded',
      story: 'Letters that have no simple lower or upper case are replaced.',
      change: name((s) => s.replace(/\u00df/g, 'ss').replace(/[\u0130\u0131]/g, 'i')),
    },
    {
      name: 'long-numbers-in-names-refused',
      story: 'Long numbers are put in quotes before a body is parsed, also inside names.',
      change: name((s) => (/[:,[]\d{16}/.test(s) ? reject() : s)),
    },
    {
      name: 'name-formula-guarded',
      story: 'A name like a formula is quoted for a spreadsheet.',
      change: replaced(/^(?=[=+@-])/, "'"),
    },
    {
      name: 'name-sql-comment-cut',
      story: 'A name is cut where SQL would start a comment.',
      change: replaced(/--.*$/s),
    },
  ]),
  ...faults({ violates: ['create.echo', 'errors.no-5xx'] }, [
    {
      name: 'emoji-breaks-the-connection',
      story: 'A name with an emoji ends the worker process, and its connections with it.',
      change: transmitted((_message, request) => isCreation(request) && PICTOGRAM.test(textOf(request)), {
        kind: 'dropped',
      }),
    },
    {
      name: 'emoji-crashes',
      story: 'An emoji in a name is too much for the driver.',
      change: name((s) => (PICTOGRAM.test(s) ? crash() : s)),
    },
    {
      name: 'nul-in-name-crashes',
      story: 'A NUL in a name reaches the database.',
      change: name((s) => (s.includes('\0') ? crash() : s)),
    },
    {
      name: 'long-name-crashes',
      story: 'A name of thousands of characters is more than the index can take.',
      change: name((s) => (s.length > 5000 ? crash() : s)),
    },
    {
      name: 'empty-name-crashes',
      story: 'The first letter of the name is taken for an index, and an empty name has none.',
      change: name((s) => (s === '' ? crash() : s)),
    },
  ]),
  ...faults({ warns: ['create.whitespace'] }, [
    { name: 'name-trimmed', story: 'A form helper trims every text.', change: name((text) => text.trim()) },
    { name: 'name-loses-leading-spaces', story: 'Spaces at the start are lost.', change: replaced(/^ +/) },
    {
      name: 'name-with-plain-spaces-around',
      story: 'White space of other kinds at the ends becomes plain spaces.',
      change: name((s) => s.replace(/^\s+|\s+$/g, (space) => ' '.repeat(space.length))),
    },
  ]),
];
