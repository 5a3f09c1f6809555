import fc from 'fast-check';
import { INT64_MAX, INT64_MIN, toJson } from '../../harness/json/exact-json.ts';
import { isStatus } from '../reading/document.ts';
import { compact, type Fields } from './new-pets.ts';
import { type Table, tableOf, type Value } from './value.ts';

/** A body that is broken in one way, made from one that is accepted. */
export interface BrokenBody extends Value {
  /** Undefined for no body at all. */
  readonly write: (valid: Fields) => string | undefined;
}

type Field = 'name' | 'categoryId' | 'status';

/** A field is left out, or its JSON text replaced; a status that replaces another one comes first. */
function withField({ name, categoryId, status }: Fields, field: Field, json: string | undefined): string {
  const texts = {
    ...(field === 'status' && status && { status: JSON.stringify(status) }),
    name: JSON.stringify(name),
    categoryId: String(categoryId),
    status: status && JSON.stringify(status),
  };
  const all = Object.entries({ ...texts, [field]: json }).filter(([, text]) => text !== undefined);
  return `{${all.map(([key, text]) => `"${key}":${text}`).join(',')}}`;
}

type Member = readonly [id: string, label: string, json: string];

const replaced = (field: Field, members: readonly Member[]): readonly BrokenBody[] =>
  members.map(([id, label, json]) => ({
    id: `${PREFIXES[field]}-${id}`,
    label: `${field}: ${label}`,
    write: (valid) => withField(valid, field, json),
  }));
const PREFIXES = { name: 'name', categoryId: 'category', status: 'status' } as const;

const body = (id: string, label: string, write: BrokenBody['write']): BrokenBody => ({ id, label, write });

/** A service must miss each of the two, whatever the status. */
export const MISSING_FIELDS: readonly BrokenBody[] = [
  body('no-name', 'no name', (valid) => withField(valid, 'name', undefined)),
  body('no-category', 'no categoryId', (valid) => withField(valid, 'categoryId', undefined)),
];

const EMPTY: readonly BrokenBody[] = [
  body('empty-object', 'an empty object', () => '{}'),
  body('status-alone', 'only a status', () => '{"status":"sold"}'),
];

const WRONG_TYPES: readonly BrokenBody[] = [
  ...replaced('name', [
    ['number', 'a number', '42'],
    ['true', 'true', 'true'],
    ['false', 'false', 'false'],
    ['null', 'null', 'null'],
    ['list', 'a list of text', '["x"]'],
    ['empty-list', 'an empty list', '[]'],
    ['object', 'an object', '{"first":"x"}'],
  ]),
  body('every-field', 'every field of a wrong type', ({ name }) => `{"name":["${name}"],"categoryId":"x","status":7}`),
  ...replaced('categoryId', [
    ['text', 'an integer as text', '"1"'],
    ['true', 'true', 'true'],
    ['false', 'false', 'false'],
    ['fraction', 'a fraction', '1.5'],
    ['negative-fraction', 'a negative fraction', '-1.5'],
    ['near-integer', 'a fraction near an integer', '1.000001'],
    ['fraction-with-exponent', 'a fraction with an exponent', '15e-1'],
    ['null', 'null', 'null'],
    ['list', 'a list of one integer', '[1]'],
    ['empty-text', 'empty text', '""'],
    ['empty-list', 'an empty list', '[]'],
    ['object', 'an object', '{"id":1}'],
  ]),
];

const OUT_OF_RANGE: readonly BrokenBody[] = replaced('categoryId', [
  ['two-to-63', '2^63', '9223372036854775808'],
  ['below-int64', '-2^63 - 1', '-9223372036854775809'],
  ['two-to-63-with-exponent', '2^63 with an exponent', '9.223372036854775808e18'],
  ['beyond-doubles', '1e400', '1e400'],
]);

const BAD_STATUSES: readonly BrokenBody[] = [
  ...replaced('status', [
    ['unknown', 'an unknown value', '"lost"'],
    ['upper-case', 'upper case', '"AVAILABLE"'],
    ['capitalised', 'capitalised', '"Sold"'],
    ['empty', 'empty text', '""'],
    ['zero', 'zero', '0'],
    ['zero-as-text', 'zero as text', '"0"'],
    ['true', 'true', 'true'],
    ['list', 'a list of one status', '["available"]'],
    ['comma-list', 'a comma list', '"available,sold"'],
    ['object', 'an object with a status', '{"status":"sold"}'],
    ['built-in', 'the name of a built-in function', '"constructor"'],
  ]),
  ...replaced('status', [['null', 'null', 'null']]),
];

const valid = (fields: Fields) => compact({ name: fields.name, categoryId: fields.categoryId });

const NOT_A_PET: readonly BrokenBody[] = (
  [
    ['none', 'no body', () => undefined],
    ['empty', 'an empty body', () => ''],
    ['null', 'null', () => 'null'],
    ['string', 'a string', ({ name }) => JSON.stringify(name)],
    ['pet-as-text', 'a pet as text', (fields) => JSON.stringify(compact(fields))],
    ['list', 'a list of one pet', (fields) => `[${compact(fields)}]`],
    ['form', 'a form', ({ name, categoryId }) => `name=${encodeURIComponent(name)}&categoryId=${categoryId}`],
    ['plain-text', 'plain text', ({ name }) => name],
    ['undefined-alone', 'undefined', () => 'undefined'],
    ['object-as-text', '[object Object]', () => '[object Object]'],
    ['xml', 'XML', ({ name, categoryId: id }) => `<pet name="${name}" categoryId="${id}"/>`],
    ['unclosed', 'a closing brace missing', (fields) => valid(fields).slice(0, -1)],
    [
      'cut-beyond-ascii',
      'cut off beyond ASCII',
      ({ name, categoryId: id }) => `{"categoryId":${id},"name":"${name} Zoë`,
    ],
  ] as const satisfies readonly (readonly [string, string, BrokenBody['write']])[]
).map(([id, label, write]) => body(id, label, write));

const rewritten = (id: string, label: string, change: (text: string, fields: Fields) => string): BrokenBody =>
  body(id, label, (fields) => change(valid(fields), fields));
const behind = (id: string, label: string, text: string) => rewritten(id, label, (json) => `${json}${text}`);
/** A third field: its value does not decide whether the pet is valid, so only the parser can object. */
const withMember = (id: string, label: string, text: string) =>
  rewritten(id, label, (json) => `${json.slice(0, -1)},${text}}`);
/** The name as it is between the quotes, so that a bad escape or a raw character can follow it. */
const inName = (id: string, label: string, text: string) =>
  rewritten(id, label, (json, { name }) => json.replace(JSON.stringify(name), () => `"${name}${text}"`));
const asCategory = (id: string, label: string, spell: (category: number | bigint) => string) =>
  rewritten(id, label, (json, { categoryId }) => json.replace(`:${categoryId}`, () => `:${spell(categoryId)}`));
const withKeys = (id: string, label: string, name: string, category: string) =>
  rewritten(id, label, (json) =>
    json.replace('"name"', () => JSON.stringify(name)).replace('"categoryId"', () => JSON.stringify(category)),
  );

/** A NewPet only to lenient parsers, by how many real stacks accept them. */
const LENIENT: readonly BrokenBody[] = [
  withMember('nan', 'NaN as a value', '"more":NaN'),
  behind('comment-behind', 'a comment behind the object', ' // pet'),
  behind('nul-behind', 'NUL behind the object', '\0'),
  rewritten('block-comment', 'a block comment', (json) => `/* pet */ ${json}`),
  behind('text-behind', 'text behind the object', ' x'),
  rewritten('second-object', 'a second object behind the first', (json) => `${json}\n${json}`),
  behind('second-brace', 'a second closing brace', '}'),
  inName('escaped-single-quote', 'an escaped single quote', "\\'"),
  inName('raw-newline', 'a raw newline in a string', '\nline'),
  withMember('leading-point', 'a fraction without a leading digit', '"more":-.5'),
  asCategory('leading-zeros', 'a number with leading zeros', (id) => `00${id}`),
  rewritten('trailing-comma', 'a comma behind the last field', (json) => json.replace(/\}$/, ',}')),
  rewritten('doubled-comma', 'a doubled comma', (json) => json.replace(',', ',,')),
  rewritten('missing-comma', 'a missing comma', (json) => json.replace(',', ' ')),
  rewritten('single-quotes', 'strings in single quotes', (json) => json.replaceAll('"', "'")),
  withMember('true-of-python', 'True of another language', '"more":True'),
  withMember('undefined', 'undefined', '"more":undefined'),
  withMember('undefined-status', 'undefined as status', '"status":undefined'),
  rewritten('bare-keys', 'keys without quotes', (json) => json.replace(/"(\w+)":/g, '$1: ')),
  asCategory('hexadecimal', 'a hexadecimal number', (id) => `0x${BigInt(id).toString(16)}`),
  asCategory('plus-sign', 'a number with a plus sign', (id) => `+${id}`),
  withKeys('capitalised-keys', 'keys capitalised', 'Name', 'CategoryId'),
  withKeys('snake-case', 'categoryId in snake case', 'name', 'category_id'),
  rewritten('yaml', 'YAML', (_json, { name, categoryId }) => `name: ${name}\ncategoryId: ${categoryId}\n`),
];

/** Bodies that are broken in one way. */
export const BODIES: Table<BrokenBody> = tableOf('body', [
  ...MISSING_FIELDS,
  ...EMPTY,
  ...WRONG_TYPES,
  ...OUT_OF_RANGE,
  ...BAD_STATUSES,
  ...NOT_A_PET,
  ...LENIENT,
]);

export function isLenient(value: BrokenBody): boolean {
  return LENIENT.includes(value);
}

/** Outside the range only where the service may see any category. */
export function isOutOfRange(value: BrokenBody): boolean {
  return OUT_OF_RANGE.includes(value);
}

const json = fc.jsonValue({ maxDepth: 1 });
const replacing = (field: Field, isRight: (value: unknown) => boolean) =>
  json.filter((value) => !isRight(value)).map((value) => ({ field, json: toJson(value) }));

/** A field of a valid body and the text that replaces it; without a field, the whole body. */
export interface Break {
  readonly field?: Field;
  readonly json?: string;
}

/** Any break at all, for create.invalid. */
export function anyBreak(takesAnyCategory: boolean): fc.Arbitrary<Break> {
  const beyond = fc.oneof(
    fc.bigInt({ min: INT64_MAX + 1n, max: 2n ** 80n }),
    fc.bigInt({ min: -(2n ** 80n), max: INT64_MIN - 1n }),
  );
  return fc.oneof(
    fc.constantFrom<Break>({ field: 'name' }, { field: 'categoryId' }),
    replacing('name', (value) => typeof value === 'string'),
    replacing('categoryId', (value) => Number.isInteger(value)),
    replacing('status', (value) => isStatus(value) || value === null),
    json
      .filter((value) => typeof value !== 'object' || value === null || Array.isArray(value))
      .map((value) => ({ json: toJson(value) })),
    ...(takesAnyCategory ? [beyond.map((value): Break => ({ field: 'categoryId', json: String(value) }))] : []),
  );
}

/** Corners that random values miss. */
export interface BreakValue extends Value, Break {}

const corner = (id: string, field: Field | undefined, text: string): BreakValue => ({
  id,
  label: `${field ?? 'the body'}: ${text}`,
  ...(field && { field }),
  json: text,
});

/** Corners of the kinds above that the table of bodies leaves to random values, and any of those. */
export const BREAKS: Table<BreakValue> = tableOf('break', [
  corner('repeated-status', 'status', '"availableavailableavailable"'),
  corner('status-false', 'status', 'false'),
  corner('name-zero', 'name', '0'),
  corner('category-as-long-text', 'categoryId', '"123456789012345678"'),
  corner('zero', undefined, '0'),
  corner('beyond-64-bits', 'categoryId', '18446744073709551621'),
]);

export function broken({ field, json: text }: Break, fields: Fields): string {
  return field ? withField(fields, field, text) : (text ?? '');
}
