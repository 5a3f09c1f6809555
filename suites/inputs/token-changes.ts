import fc from 'fast-check';
import type { Fields } from './new-pets.ts';
import { rare, type Table, tableOf, type Value, valueIn } from './value.ts';

/** A way to change one token of a body, so that only lenient parsers read a NewPet from it. */
export interface TokenKind extends Value {
  /** Every text that it makes of a pet, the plainest first. */
  readonly texts: (fields: Fields) => readonly string[];
}

const tokensOf = ({ name, categoryId }: Fields): readonly string[] => [
  '{',
  '"name"',
  ':',
  JSON.stringify(name),
  ',',
  '"categoryId"',
  ':',
  String(categoryId),
  '}',
];

type Tokens = readonly string[];

/** Each token in turn, replaced by what is given for it. */
const each = (replace: (token: string) => readonly string[]) => (fields: Fields) => {
  const tokens = tokensOf(fields);
  return tokens.flatMap((token, at) => replace(token).map((other) => tokens.with(at, other).join('')));
};

/** Each text at each place: in front of the first token, between two of them, behind the last one. */
const everywhere = (texts: readonly string[]) => (fields: Fields) => {
  const tokens: Tokens = tokensOf(fields);
  const places = Array.from({ length: tokens.length + 1 }, (_, at) => at);
  // White space in the middle is what parsers differ in most.
  const middleFirst = [...places.slice(1, -1), ...places.slice(-1), ...places.slice(0, 1)];
  // A comma on either side of a comma is the same text.
  return [...new Set(texts.flatMap((text) => middleFirst.map((at) => tokens.toSpliced(at, 0, text).join(''))))];
};

/** A third field: its value does not decide whether the pet is valid, so only the parser can object. */
const asMember = (values: readonly string[]) => (fields: Fields) => {
  const start = tokensOf(fields).slice(0, -1).join('');
  return values.map((value) => `${start},"more":${value}}`);
};

const isText = (token: string) => token.startsWith('"');
const inside = (token: string) => token.slice(1, -1);
const isBrace = (token: string) => token === '{' || token === '}';

const charactersOf = (...codes: readonly number[]) => codes.map((code) => String.fromCodePoint(code));
/** Those that C takes for white space first. */
const CONTROLS = [...new Set(charactersOf(0x0b, 0x0c, ...Array.from({ length: 32 }, (_, code) => code)))];
const JSON_SPACES = ['\t', '\n', '\r'];
/** White space of Unicode, and what some libraries take for it. A byte order mark is not judged. */
const OTHER_SPACES = charactersOf(
  ...[0xa0, 0x3000, 0x2028, 0x2029, 0x85, 0x1680, 0x202f, 0x205f, 0x180e, 0x200b],
  ...Array.from({ length: 11 }, (_, at) => 0x2000 + at),
);
const OTHER_LITERALS = [
  ...['None', 'True', 'False', 'undefined', 'nil', 'NULL', 'Null', 'TRUE', 'yes', 'NaN', 'Infinity', '-Infinity'],
  ...['new Date()', 'true()', '()', '<null>', "''"],
];
const OTHER_NUMBERS = [
  '0x10',
  '1.',
  '.5',
  '+1',
  '007',
  '-.5',
  '-01',
  '1.e1',
  '0b1',
  '0o7',
  '1_000',
  '1e',
  '10n',
  '1L',
  '1.5f',
];
const COMMENTS = ['/* pet */', '// pet\n', '# pet\n', '<!-- pet -->', '-- pet\n'];

const kind = (id: string, label: string, texts: TokenKind['texts']): TokenKind => ({ id, label, texts });

/** Every change of one token. Hundreds of texts differ only in place and character, so reports show the very one. */
export const TOKEN_KINDS: Table<TokenKind> = tableOf(
  'token',
  [
    kind('other-space', 'white space that JSON does not know between tokens', everywhere(OTHER_SPACES)),
    kind(
      'control-between',
      'a control character between tokens',
      everywhere(CONTROLS.filter((character) => !JSON_SPACES.includes(character))),
    ),
    kind('control-inside', 'a raw control character inside a string', (fields) =>
      CONTROLS.map((character) => {
        const tokens = tokensOf(fields);
        return tokens.with(3, `"${inside(tokens[3] ?? '')}${character}"`).join('');
      }),
    ),
    kind('comment', 'a comment between tokens', everywhere(COMMENTS)),
    kind('comma', 'a comma more', everywhere([','])),
    kind(
      'other-quotes',
      'other quotes, or none',
      each((token) =>
        isText(token) ? [`'${inside(token)}'`, `\`${inside(token)}\``, `“${inside(token)}”`, inside(token)] : [],
      ),
    ),
    kind(
      'other-separator',
      'another separator',
      each((token) => ({ ':': ['=', '=>', ' ', '->'], ',': [';', '\n', '|', '&'] })[token] ?? []),
    ),
    kind('other-literal', 'a literal of another language', asMember(OTHER_LITERALS)),
    kind('other-number', 'a number of another language', asMember(OTHER_NUMBERS)),
    // Without a brace a text breaks off, which no parser forgives.
    kind(
      'deleted',
      'a token missing',
      each((token) => (isBrace(token) ? [] : [''])),
    ),
    kind(
      'doubled',
      'a token twice',
      each((token) => [`${token} ${token}`]),
    ),
    kind('yaml', 'YAML that is not JSON', ({ name, categoryId }) => [
      `{name: ${name}, categoryId: ${categoryId}}`,
      `---\nname: ${name}\ncategoryId: ${categoryId}\n`,
      `{? "name" : "${name}", "categoryId": ${categoryId}}`,
      `{"name": !!str ${name}, "categoryId": ${categoryId}}`,
      `{"name": &a "${name}", "categoryId": ${categoryId}}`,
    ]),
  ].map(rare),
);

/** A kind of change, and which of its texts. */
export type TokenChange = readonly [kind: string, at: number];

const SAMPLE: Fields = { name: 'Rex', categoryId: 1 };
const sizes: ReadonlyMap<string, number> = new Map(
  TOKEN_KINDS.values.map(({ id, texts }) => [id, texts(SAMPLE).length]),
);
const sizeOf = (id: string) => sizes.get(id) ?? 0;

/** One of each kind in turn, so that it is soon known which kinds a service accepts. */
export const TOKEN_CHANGES: readonly TokenChange[] = Array.from({ length: Math.max(...sizes.values()) }, (_, at) =>
  TOKEN_KINDS.values.filter(({ id }) => at < sizeOf(id)).map(({ id }): TokenChange => [id, at]),
).flat();

export const anyTokenChange: fc.Arbitrary<TokenChange> = fc
  .tuple(fc.constantFrom(...sizes.keys()), fc.nat(Math.max(...sizes.values())))
  .filter(([id, at]) => at < sizeOf(id));

/** What a change makes of a pet. */
export function textOf([id, at]: TokenChange, fields: Fields): string {
  return valueIn(TOKEN_KINDS, id).texts(fields)[at] ?? '';
}
