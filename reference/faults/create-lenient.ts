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
  ...faults([
    'warns create.lenient-body',
    'keys-without-case: The keys of an object are compared without case.',
    keys((key, field) => key.toLowerCase() === field.toLowerCase()),
    ['trailing-text-ignored: Reading stops at the end of the object.', reads(/\}[^}]*$/, '}')],
    ['first-of-several-documents: Reading stops after the first of several documents.', reads(/\}\s*,?\s*\{.*$/s, '}')],
    [
      'last-of-several-documents: Of several documents in a row, the last one counts.',
      reads(/^.*\}\s*,?\s*(?=\{)/s, ''),
    ],
    ['json-up-to-a-nul: The text ends at its first NUL, as strings do in C.', reads(/\0.*$/s, '')],
    ['json-with-extra-braces: More closing braces than opening ones are ignored.', reads(/\}(?:\s*\})+\s*$/, '}')],
    ['json-with-comments: Comments are skipped, as in a configuration file.', between(/\/\/[^\n]*|\/\*.*?\*\//gs, ' ')],
    ['json-with-single-quotes: Strings may be in single quotes, as in JSON5.', lenient(inDoubleQuotes("'"))],
    ['json-with-trailing-commas: A comma may follow the last member.', between(/,(\s*[}\]])/g, '$1')],
    ['json-with-doubled-commas: Several commas in a row count as one.', between(/,(?:\s*,)+/g, ',')],
    'json-with-missing-commas: Members need no comma between them.',
    reads(/("(?:[^"\\]|\\.)*"|[\w}\]])(\s+)(?="(?:[^"\\]|\\.)*"\s*:)/g, '$1,$2'),
    ['json-with-bare-keys: Keys need no quotes.', between(/([{,]\s*)([A-Za-z_$][\w$]*)(\s*:)/g, '$1"$2"$3')],
    ['json-with-nan: NaN and Infinity are numbers, as in the JSON of Python.', between(/-?\b(?:NaN|Infinity)\b/g, '0')],
    ['json-with-undefined: undefined is a value, as in JavaScript.', between(/\bundefined\b/g, 'null')],
    ['literals-in-any-case: true, false and null may be written in any case.', lenient(outsideStrings(lowered))],
    'json-with-hexadecimal-numbers: Numbers may be hexadecimal, as in JSON5.',
    lenient(outsideStrings((part) => part.replace(/\b0x[0-9a-f]+\b/gi, (digits) => `${BigInt(digits)}`))),
    ['json-with-leading-zeros: Numbers may start with zeros.', between(/([:[,]\s*-?)0+(?=\d)/g, '$1')],
    ['json-with-plus-signs: Numbers may start with a plus sign.', between(/([:[,]\s*)\+(?=\d)/g, '$1')],
    ['json-with-leading-points: Fractions may start with the decimal point.', between(/([:[,]\s*-?)\.(?=\d)/g, '$10.')],
    'json-with-unknown-escapes: A backslash that escapes nothing is dropped.',
    lenient(
      insideStrings((part) =>
        part.replace(/\\(["\\/bfnrtu])|\\(.)/gs, (whole, _known, other?: string) => other ?? whole),
      ),
    ),
    'json-with-raw-line-breaks: Strings may go over several lines.',
    lenient(insideStrings((part) => part.replace(/[\r\n]/g, escaped))),
    'json-with-raw-control-characters: Strings may contain any character but a quote.',
    lenient(insideStrings((part) => part.replace(/\p{Cc}/gu, escaped))),
    'yaml-accepted: The parser reads YAML, of which JSON is a part.',
    reads(/^name: (.*)\ncategoryId: (\d+)\n$/, '{"name":"$1","categoryId":$2}'),
    'violates create.bad-body',
    'form-accepted: A body that is not JSON is read as a form.',
    lenient((text) => (/^\w+=/.test(text) ? objectOf([...new URLSearchParams(text.trim())]) : text)),
    'xml-accepted: XML is read as well.',
    reads(/^<pet name="(.*)" categoryId="(\d+)"\/>$/, '{"name":"$1","categoryId":$2}'),
    ['text-is-a-name: Text that is not JSON is a name.', reads(/^[\w-]+$/, '{"name":"$&","categoryId":1}')],
  ]),
  ...faults([
    'warns create.lenient-body',
    ['json-with-no-break-spaces: A no-break space is white space, as in JSON5.', between(/\u00a0/g, ' ')],
    ['json-with-any-white-space: Whatever a regular expression calls white space is white space.', between(/\s/g, ' ')],
    ['json-with-form-feeds: Tokens are separated by what isspace() of C takes for a space.', between(/[\v\f]/g, ' ')],
    ['json-with-none: None is a value, as in Python.', between(/\bNone\b/g, 'null')],
    ['json-with-nil: nil is a value, as in Ruby.', between(/\bnil\b/g, 'null')],
    [
      'json-with-equals-signs: A value may follow an equals sign, or an arrow as in Ruby and PHP.',
      between(/=>?/g, ':'),
    ],
    ['json-with-semicolons: Members may be separated by semicolons.', between(/;/g, ',')],
    ['json-with-hash-comments: Comments start with a hash, as in YAML.', between(/#[^\n]*\n/g, ' ')],
    ['json-with-leading-commas: A comma may come before the first member.', between(/(\{\s*),/g, '$1')],
    ['json-with-trailing-points: A number may end in its decimal point, as in JSON5.', between(/(\d)\.(?!\d)/g, '$1')],
    ['json-with-binary-numbers: Numbers may be binary.', between(/\b0b[01]+\b/g, '0')],
    ['json-with-back-quotes: Strings may be in back quotes, as in JavaScript.', lenient(inDoubleQuotes('`'))],
  ]).map((fault): Fault => ({ ...fault, needsRareInput: true })),
];
