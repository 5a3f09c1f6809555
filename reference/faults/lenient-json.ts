import type { Fault } from '../change.ts';

/** A fault of a parser that accepts a kind of text that is not JSON. */
const accepts = (name: string, story: string, toJson: (text: string) => string): Fault => ({
  name,
  story,
  violates: ['create.bad-body'],
  change: (rules) => ({
    parse: (text) => {
      try {
        return rules.parse(text);
      } catch {
        return rules.parse(toJson(text));
      }
    },
  }),
});

const PARTS = /"(?:[^"\\]|\\.)*"|[^"]+/gs;
const isString = (part: string) => part.startsWith('"');

const outsideStrings = (rewrite: (part: string) => string) => (text: string) =>
  text.replace(PARTS, (part) => (isString(part) ? part : rewrite(part)));

const insideStrings = (rewrite: (part: string) => string) => (text: string) =>
  text.replace(PARTS, (part) => (isString(part) ? rewrite(part) : part));

const quoted = (text: string) => JSON.stringify(text);

const inDoubleQuotes = outsideStrings((part) =>
  part.replace(/'((?:[^'\\]|\\.)*)'/gs, (_match, inner: string) => quoted(inner)),
);

const withoutMember = (text: string, value: string) =>
  text.replace(new RegExp(`,\\s*["']?\\w+["']?\\s*:\\s*${value}\\b`, 'g'), '');

/** Pairs of a field and a text that may be a number, as JSON. */
const objectOf = (pairs: readonly (readonly [string, string])[]) =>
  `{${pairs.map(([field, value]) => `${quoted(field)}:${/^-?\d+$/.test(value) ? value : quoted(value)}`).join(',')}}`;

const fromYaml = (text: string) => {
  const lines = text.split(/\r?\n/).filter((line) => /\S/.test(line) && !/^(---|\.\.\.)/.test(line));
  const pairs = lines.map((line) => /^(\w+):\s*["']?(.*?)["']?\s*$/.exec(line));
  return pairs.every((pair) => pair !== null)
    ? objectOf(pairs.map(([, field = '', value = '']) => [field, value]))
    : text;
};

const fromForm = (text: string) => (/^\w+=/.test(text) ? objectOf([...new URLSearchParams(text.trim())]) : text);

/** Texts that only lenient parsers take for JSON, each kind by itself. */
export const lenientJsonFaults: readonly Fault[] = [
  accepts(
    'json-with-nan',
    'NaN and Infinity are numbers, as in the JSON of Python.',
    outsideStrings((part) => part.replace(/-?\b(?:NaN|Infinity)\b/g, '0')),
  ),
  accepts(
    'json-with-comments',
    'Comments are skipped, as in a configuration file.',
    outsideStrings((part) => part.replace(/\/\/[^\n]*|\/\*.*?\*\//gs, ' ')),
  ),
  accepts(
    'json-with-hash-comments',
    'Comments after a number sign are skipped, as in YAML.',
    outsideStrings((part) => part.replace(/#[^\n]*/g, ' ')),
  ),
  accepts('json-with-single-quotes', 'Strings may be in single quotes, as in JSON5.', inDoubleQuotes),
  accepts(
    'json-with-trailing-commas',
    'A comma may follow the last member.',
    outsideStrings((part) => part.replace(/,(\s*[}\]])/g, '$1')),
  ),
  accepts(
    'json-with-bare-keys',
    'Keys need no quotes, as in JavaScript.',
    outsideStrings((part) => part.replace(/([{,]\s*)([A-Za-z_$][\w$]*)(\s*:)/g, '$1"$2"$3')),
  ),
  accepts(
    'json-with-bare-text',
    'Text without quotes is a string, as in a lenient reader for Java.',
    outsideStrings((part) => part.replace(/(:\s*)(?!true\b|false\b|null\b)([A-Za-z][\w ]*?)(\s*[,}])/g, '$1"$2"$3')),
  ),
  accepts(
    'json-with-equals-signs',
    'An equals sign does for a colon and a semicolon for a comma, as in a lenient reader for Java.',
    outsideStrings((part) => part.replace(/=>?/g, ':').replace(/;/g, ',')),
  ),
  accepts(
    'json-with-hexadecimal-numbers',
    'Numbers may be hexadecimal, as in JSON5.',
    outsideStrings((part) => part.replace(/\b0x[0-9a-f]+\b/gi, (digits) => BigInt(digits).toString())),
  ),
  accepts(
    'json-with-leading-zeros',
    'Numbers may start with zeros.',
    outsideStrings((part) => part.replace(/([:[,]\s*-?)0+(?=\d)/g, '$1')),
  ),
  accepts(
    'json-with-plus-signs',
    'Numbers may start with a plus sign.',
    outsideStrings((part) => part.replace(/([:[,]\s*)\+(?=\d)/g, '$1')),
  ),
  accepts(
    'json-with-dangling-points',
    'Numbers may end with a decimal point.',
    outsideStrings((part) => part.replace(/(\d)\.(?!\d)/g, '$1')),
  ),
  accepts(
    'json-with-hexadecimal-escapes',
    'Strings may hold escapes of two digits, as in JavaScript.',
    insideStrings((part) => part.replace(/\\x([0-9a-f]{2})/gi, '\\u00$1')),
  ),
  accepts(
    'json-with-unknown-escapes',
    'A backslash that escapes nothing is dropped.',
    insideStrings((part) =>
      part.replace(/\\(["\\/bfnrtu])|\\(.)/gs, (whole, _known, other?: string) => other ?? whole),
    ),
  ),
  accepts(
    'json-with-raw-line-breaks',
    'Strings may go over several lines.',
    insideStrings((part) => part.replace(/\n/g, '\\n').replace(/\r/g, '\\r')),
  ),
  accepts(
    'json-with-any-white-space',
    'Whatever looks like white space is white space.',
    outsideStrings((part) => part.replace(/[\s\ufeff]/g, ' ')),
  ),
  accepts('first-of-several-documents', 'Reading stops after the first of several documents.', (text) =>
    text.replace(/\}\s*,?\s*\{.*$/s, '}'),
  ),
  accepts('last-of-several-documents', 'Of several documents in a row, the last one counts.', (text) =>
    text.replace(/^.*\}\s*,?\s*(?=\{)/s, ''),
  ),
  accepts('json-up-to-a-nul', 'The text ends at its first NUL, as strings do in C.', (text) =>
    text.replace(/\0.*$/s, ''),
  ),
  accepts('json-behind-a-guard', 'A guard against scripts in front of the text is skipped.', (text) =>
    text.replace(/^\s*(?:\)\]\}',?|while\s*\(1\);|for\s*\(;;\);)\s*/, ''),
  ),
  accepts('python-literals', 'The text is evaluated as a literal of Python.', (text) =>
    withoutMember(inDoubleQuotes(text), 'None')
      .replace(/\bTrue\b/g, 'true')
      .replace(/\bFalse\b/g, 'false'),
  ),
  accepts(
    'literals-in-any-case',
    'true, false and null may be written in any case.',
    outsideStrings((part) => part.replace(/\b(?:true|false|null)\b/gi, (literal) => literal.toLowerCase())),
  ),
  accepts('yaml-accepted', 'The parser is one for YAML.', fromYaml),
  accepts('form-accepted', 'A body that is not JSON is read as a form.', fromForm),
];
