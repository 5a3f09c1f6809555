import type { Fault } from '../change.ts';

/** A fault that alters one kind of names, in the answer and in the store alike. */
const alters = (name: string, story: string, alter: (name: string) => string): Fault => ({
  name,
  story,
  violates: ['create.echo'],
  change: (rules) => ({ readName: (value) => alter(rules.readName(value)) }),
});

/** A fault that replaces some characters of a name. */
const replaces = (name: string, story: string, pattern: RegExp, replacement = ''): Fault =>
  alters(name, story, (text) => text.replace(pattern, replacement));

const isComposed = (text: string) => text.normalize('NFC') === text;

const decodedPercent = (text: string) =>
  text.replace(/%[0-7][0-9a-f]/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

const firstBytes = (text: string, count: number) =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, count)).replace(/\ufffd$/, '');

/** Names of one kind only are altered or cut; all others are kept. */
export const createNameKindFaults: readonly Fault[] = [
  alters('name-cut-at-250', 'The column takes 250 characters and the database cuts silently.', (text) =>
    [...text].slice(0, 250).join(''),
  ),
  alters('name-cut-at-255-bytes', 'The column takes 255 bytes and the database cuts silently.', (text) =>
    firstBytes(text, 255),
  ),
  alters('name-compatibility-forms-replaced', 'Ligatures and wide letters become plain ones.', (text) =>
    isComposed(text) ? text.normalize('NFKC') : text,
  ),
  alters('name-decomposed', 'Names are normalised to NFD, as file names are on some systems.', (text) =>
    text.normalize('NFD'),
  ),
  replaces('name-loses-combining-marks', 'Marks that combine with a letter are removed.', /\p{M}/gu),
  replaces('name-loses-joiners', 'Zero-width joiners are removed, so emoji fall apart.', /\u200d/g),
  replaces('name-loses-soft-hyphens', 'Soft hyphens are removed as invisible.', /\u00ad/g),
  replaces('name-loses-zero-width-spaces', 'Zero-width spaces are removed as invisible.', /[\u200b\ufeff]/g),
  replaces('name-loses-variation-selectors', 'Variation selectors are removed as invisible.', /[\ufe00-\ufe0f]/g),
  replaces(
    'name-loses-direction-marks',
    'Marks for the direction of text are removed as invisible.',
    /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
  ),
  replaces('name-with-plain-spaces', 'No-break spaces become plain ones.', /\u00a0/g, ' '),
  replaces('name-with-narrow-spaces', 'Wide spaces become plain ones.', /[\u2000-\u200a\u3000]/g, ' '),
  replaces('name-with-plain-line-separators', 'Line separators become spaces.', /[\u2028\u2029]/g, ' '),
  replaces('name-line-breaks-folded', 'Line breaks and tabs become spaces.', /[\r\n\t]/g, ' '),
  replaces('name-loses-trailing-spaces', 'The column has a fixed width, so spaces at the end are lost.', / +$/),
  replaces('name-loses-leading-spaces', 'Spaces at the start are lost.', /^ +/),
  alters('name-with-straight-quotes', 'Curly quotes become straight ones.', (text) =>
    text.replace(/[\u2018\u2019]/g, "'").replace(/[\u201c\u201d]/g, '"'),
  ),
  replaces('name-with-plain-dashes', 'Dashes become hyphens.', /[\u2012-\u2015]/g, '-'),
  replaces('name-with-three-points', 'An ellipsis becomes three points.', /\u2026/g, '...'),
  alters('name-entities-decoded', 'Entities of HTML are decoded once too often.', (text) =>
    text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity),
  ),
  replaces('name-tags-stripped', 'Tags are stripped against scripts.', /<[^<>]*>/g),
  replaces('name-templates-evaluated', 'Templates in a name are evaluated, and give nothing.', /\$?\{+[^{}]*\}+/g),
  alters('name-percent-decoded', 'Escapes of URLs are decoded.', decodedPercent),
  replaces('name-plus-is-a-space', 'A plus sign becomes a space, as in a form.', /\+/g, ' '),
  replaces('name-of-digits-loses-zeros', 'A name of digits is stored as a number.', /^0+(?=\d+$)/),
  alters('name-like-a-float-rewritten', 'A name like a decimal number is stored as one.', (text) =>
    /^-?\d+(?:\.\d+|(?:\.\d+)?e[+-]?\d+)$/i.test(text) ? String(Number(text)) : text,
  ),
  replaces('name-of-null-emptied', 'A name that spells nothing is stored as none.', /^(?:null|undefined|None|nil)$/),
  replaces(
    'name-dates-rewritten',
    'A spreadsheet in between writes dates in its own way.',
    /\b(\d{4})-(\d\d)-(\d\d)\b/g,
    '$3/$2/$1',
  ),
  alters('name-letters-folded', 'Letters that have no simple lower or upper case are replaced.', (text) =>
    text.replace(/\u00df/g, 'ss').replace(/[\u0130\u0131]/g, 'i'),
  ),
  replaces('name-formula-guarded', 'A name like a formula is quoted for a spreadsheet.', /^(?=[=+@-])/, "'"),
  replaces('name-sql-comment-cut', 'A name is cut where SQL would start a comment.', /--.*$/s),
];
