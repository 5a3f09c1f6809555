import type { Alteration, Fault } from '../change.ts';
import { fields, lenient } from '../combinators/create.ts';
import { faults } from './fault.ts';

const PARTS = /"(?:[^"\\]|\\.)*"|[^"]+/gs;
const isString = (part: string) => part.startsWith('"');

type Rewrite = (text: string) => string;

/** Rewrites what is between the strings of a text that is nearly JSON. */
const outsideStrings =
  (rewrite: Rewrite): Rewrite =>
  (text) =>
    text.replace(PARTS, (part) => (isString(part) ? part : rewrite(part)));

/** Rewrites the strings of a text that is nearly JSON. */
const insideStrings =
  (rewrite: Rewrite): Rewrite =>
  (text) =>
    text.replace(PARTS, (part) => (isString(part) ? rewrite(part) : part));

const quoted = (text: string) => JSON.stringify(text);

/** Strings between other quotes, as JSON has them. */
const inDoubleQuotes = (quote: string): Rewrite => {
  const string = new RegExp(`${quote}((?:[^${quote}\\\\]|\\\\.)*)${quote}`, 'gs');
  return outsideStrings((part) => part.replace(string, (_match, inner: string) => quoted(inner)));
};

/** Pairs of a field and a text that may be a number, as JSON. */
const objectOf = (pairs: readonly (readonly [string, string])[]) =>
  `{${pairs.map(([field, value]) => `${quoted(field)}:${/^-?\d+$/.test(value) ? value : quoted(value)}`).join(',')}}`;

const lowered = (text: string) => text.replace(/\b(?:true|false|null)\b/gi, (literal) => literal.toLowerCase());
const FIELDS = ['name', 'categoryId', 'status'];

/** Finds a field that is missing under another key. */
const keys = (isKeyOf: (key: string, field: string) => boolean): Alteration =>
  fields((given) => {
    const found = FIELDS.flatMap((field) =>
      Object.entries(given)
        .filter(([key]) => isKeyOf(key, field))
        .map(([, value]) => [field, value] as const),
    );
    return { ...Object.fromEntries(found), ...given };
  });

const between = (pattern: RegExp, replacement: string): Alteration =>
  lenient(outsideStrings((part) => part.replace(pattern, replacement)));

const reads = (pattern: RegExp, replacement: string): Alteration =>
  lenient((text) => text.replace(pattern, replacement));

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Texts that only lenient parsers take for JSON, and keys that only lenient readers take for a field. */
export const createLenientFaults: readonly Fault[] = [
  ...faults({ warns: ['create.lenient-body'] }, [
    {
      name: 'keys-without-case',
      story: 'The keys of an object are compared without case.',
      change: keys((key, field) => key.toLowerCase() === field.toLowerCase()),
    },
    { name: 'trailing-text-ignored', story: 'Reading stops at the end of the object.', change: reads(/\}[^}]*$/, '}') },
    {
      name: 'json-up-to-a-nul',
      story: 'The text ends at its first NUL, as strings do in C.',
      change: reads(/\0.*$/s, ''),
    },
    {
      name: 'json-with-extra-braces',
      story: 'More closing braces than opening ones are ignored.',
      change: reads(/\}(?:\s*\})+\s*$/, '}'),
    },
    {
      name: 'json-with-comments',
      story: 'Comments are skipped, as in a configuration file.',
      change: between(/\/\/[^\n]*|\/\*.*?\*\//gs, ' '),
    },
    {
      name: 'json-with-single-quotes',
      story: 'Strings may be in single quotes, as in JSON5.',
      change: lenient(inDoubleQuotes("'")),
    },
    {
      name: 'json-with-trailing-commas',
      story: 'A comma may follow the last member.',
      change: between(/,(\s*[}\]])/g, '$1'),
    },
    {
      name: 'json-with-doubled-commas',
      story: 'Several commas in a row count as one.',
      change: between(/,(?:\s*,)+/g, ','),
    },
    {
      name: 'json-with-missing-commas',
      story: 'Members need no comma between them.',
      change: reads(/("(?:[^"\\]|\\.)*"|[\w}\]])(\s+)(?="(?:[^"\\]|\\.)*"\s*:)/g, '$1,$2'),
    },
    {
      name: 'json-with-bare-keys',
      story: 'Keys need no quotes.',
      change: between(/([{,]\s*)([A-Za-z_$][\w$]*)(\s*:)/g, '$1"$2"$3'),
    },
    {
      name: 'json-with-nan',
      story: 'NaN and Infinity are numbers, as in the JSON of Python.',
      change: between(/-?\b(?:NaN|Infinity)\b/g, '0'),
    },
    {
      name: 'json-with-undefined',
      story: 'undefined is a value, as in JavaScript.',
      change: between(/\bundefined\b/g, 'null'),
    },
    {
      name: 'literals-in-any-case',
      story: 'true, false and null may be written in any case.',
      change: lenient(outsideStrings(lowered)),
    },
    {
      name: 'json-with-hexadecimal-numbers',
      story: 'Numbers may be hexadecimal, as in JSON5.',
      change: lenient(outsideStrings((part) => part.replace(/\b0x[0-9a-f]+\b/gi, (digits) => `${BigInt(digits)}`))),
    },
    {
      name: 'json-with-leading-zeros',
      story: 'Numbers may start with zeros.',
      change: between(/([:[,]\s*-?)0+(?=\d)/g, '$1'),
    },
    {
      name: 'json-with-plus-signs',
      story: 'Numbers may start with a plus sign.',
      change: between(/([:[,]\s*)\+(?=\d)/g, '$1'),
    },
    {
      name: 'json-with-leading-points',
      story: 'Fractions may start with the decimal point.',
      change: between(/([:[,]\s*-?)\.(?=\d)/g, '$10.'),
    },
    {
      name: 'json-with-unknown-escapes',
      story: 'A backslash that escapes nothing is dropped.',
      change: lenient(
        insideStrings((part) =>
          part.replace(/\\(["\\/bfnrtu])|\\(.)/gs, (whole, _known, other?: string) => other ?? whole),
        ),
      ),
    },
    {
      name: 'json-with-raw-line-breaks',
      story: 'Strings may go over several lines.',
      change: lenient(insideStrings((part) => part.replace(/[\r\n]/g, escaped))),
    },
    {
      name: 'yaml-accepted',
      story: 'The parser reads YAML, of which JSON is a part.',
      change: reads(/^name: (.*)\ncategoryId: (\d+)\n$/, '{"name":"$1","categoryId":$2}'),
    },
  ]),
  ...faults({ violates: ['create.bad-body'] }, [
    {
      name: 'form-accepted',
      story: 'A body that is not JSON is read as a form.',
      change: lenient((text) => (/^\w+=/.test(text) ? objectOf([...new URLSearchParams(text.trim())]) : text)),
    },
    {
      name: 'xml-accepted',
      story: 'XML is read as well.',
      change: reads(/^<pet name="(.*)" categoryId="(\d+)"\/>$/, '{"name":"$1","categoryId":$2}'),
    },
  ]),
];
