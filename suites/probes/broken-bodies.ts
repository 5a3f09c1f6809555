import fc from 'fast-check';
import { INT64_MAX, INT64_MIN, toJson } from '../../harness/json/exact-json.ts';
import { isStatus } from '../specification/document.ts';
import type { Value } from './covering.ts';
import { compact, type Fields } from './new-pets.ts';

/** A body that is broken in one way, made from one that is accepted. */
export interface BrokenBody extends Value {
  readonly write: (valid: Fields) => string;
}

type Field = 'name' | 'categoryId' | 'status';

/** A field is left out, or its JSON text replaced; a status that replaces another one comes first. */
export function withField({ name, categoryId, status }: Fields, field: Field, json: string | undefined): string {
  const texts = {
    ...(field === 'status' && status && { status: JSON.stringify(status) }),
    name: JSON.stringify(name),
    categoryId: String(categoryId),
    status: status && JSON.stringify(status),
  };
  const all = Object.entries({ ...texts, [field]: json }).filter(([, text]) => text !== undefined);
  return `{${all.map(([key, text]) => `"${key}":${text}`).join(',')}}`;
}

const replaced = (field: Field, values: Readonly<Record<string, string>>): readonly BrokenBody[] =>
  Object.entries(values).map(([what, json]) => ({
    label: `${field}: ${what}`,
    write: (valid) => withField(valid, field, json),
  }));

export const MISSING_FIELDS: readonly BrokenBody[] = [
  { label: 'no name', write: (valid) => withField(valid, 'name', undefined) },
  { label: 'no categoryId', write: (valid) => withField(valid, 'categoryId', undefined) },
  { label: 'an empty object', write: () => '{}' },
  { label: 'only a status', write: () => '{"status":"sold"}' },
];

const WRONG_TYPES: readonly BrokenBody[] = [
  ...replaced('name', {
    'a number': '42',
    false: 'false',
    null: 'null',
    'a list of text': '["x"]',
  }),
  { label: 'every field of a wrong type', write: ({ name }) => `{"name":["${name}"],"categoryId":"x","status":7}` },
  ...replaced('categoryId', {
    'an integer as text': '"1"',
    true: 'true',
    false: 'false',
    'a fraction': '1.5',
    'a fraction near an integer': '1.000001',
    'a fraction with an exponent': '15e-1',
    null: 'null',
    'a list of one integer': '[1]',
    'empty text': '""',
    'an empty list': '[]',
    'an object': '{"id":1}',
  }),
];

const OUT_OF_RANGE: readonly BrokenBody[] = replaced('categoryId', {
  '2^63': '9223372036854775808',
  '-2^63 - 1': '-9223372036854775809',
  '2^63 with an exponent': '9.223372036854775808e18',
  '1e400': '1e400',
});

const BAD_STATUSES: readonly BrokenBody[] = replaced('status', {
  'an unknown value': '"lost"',
  'upper case': '"AVAILABLE"',
  capitalised: '"Sold"',
  'empty text': '""',
  'NUL and more text': '"sold\\u0000x"',
  zero: '0',
  'a list of one status': '["available"]',
  'a comma list': '"available,sold"',
  'an object with a status': '{"status":"sold"}',
  'the name of a built-in function': '"constructor"',
  null: 'null',
});

const valid = (fields: Fields) => compact({ name: fields.name, categoryId: fields.categoryId });

const NOT_A_PET: readonly BrokenBody[] = [
  { label: 'an empty body', write: () => '' },
  { label: 'null', write: () => 'null' },
  { label: 'a string', write: ({ name }) => JSON.stringify(name) },
  { label: 'a pet as text', write: (fields) => JSON.stringify(compact(fields)) },
  { label: 'a list of one pet', write: (fields) => `[${compact(fields)}]` },
  { label: 'a form', write: ({ name, categoryId }) => `name=${encodeURIComponent(name)}&categoryId=${categoryId}` },
  { label: 'plain text', write: ({ name }) => name },
  { label: 'XML', write: ({ name, categoryId: id }) => `<pet name="${name}" categoryId="${id}"/>` },
  { label: 'a closing brace missing', write: (fields) => valid(fields).slice(0, -1) },
  { label: 'cut off beyond ASCII', write: ({ name, categoryId: id }) => `{"categoryId":${id},"name":"${name} Zoë` },
];

const rewritten = (label: string, change: (text: string, fields: Fields) => string): BrokenBody => ({
  label,
  write: (fields) => change(valid(fields), fields),
});
const behind = (label: string, text: string) => rewritten(label, (body) => `${body}${text}`);
/** A third field: its value does not decide whether the pet is valid, so only the parser can object. */
const withMember = (label: string, text: string) => rewritten(label, (body) => `${body.slice(0, -1)},${text}}`);
/** The name as it is between the quotes, so that a bad escape or a raw character can follow it. */
const inName = (label: string, text: string) =>
  rewritten(label, (body, { name }) => body.replace(JSON.stringify(name), () => `"${name}${text}"`));
const asCategory = (label: string, spell: (category: number | bigint) => string) =>
  rewritten(label, (body, { categoryId }) => body.replace(`:${categoryId}`, () => `:${spell(categoryId)}`));
const withKeys = (label: string, name: string, category: string) =>
  rewritten(label, (body) =>
    body.replace('"name"', () => JSON.stringify(name)).replace('"categoryId"', () => JSON.stringify(category)),
  );

/** A NewPet only to lenient parsers, by how many real stacks accept them. */
const LENIENT: readonly BrokenBody[] = [
  withMember('NaN as a value', '"more":NaN'),
  behind('a comment behind the object', ' // pet'),
  behind('NUL behind the object', '\0'),
  rewritten('a block comment', (body) => `/* pet */ ${body}`),
  behind('text behind the object', ' x'),
  rewritten('a second object behind the first', (body) => `${body}\n${body}`),
  behind('a second closing brace', '}'),
  inName('an escaped single quote', "\\'"),
  inName('a raw newline in a string', '\nline'),
  withMember('a fraction without a leading digit', '"more":-.5'),
  asCategory('a number with leading zeros', (id) => `00${id}`),
  rewritten('a comma behind the last field', (body) => body.replace(/\}$/, ',}')),
  rewritten('a doubled comma', (body) => body.replace(',', ',,')),
  rewritten('a missing comma', (body) => body.replace(',', ' ')),
  rewritten('strings in single quotes', (body) => body.replaceAll('"', "'")),
  withMember('True of another language', '"more":True'),
  withMember('undefined', '"more":undefined'),
  rewritten('keys without quotes', (body) => body.replace(/"(\w+)":/g, '$1: ')),
  asCategory('a hexadecimal number', (id) => `0x${BigInt(id).toString(16)}`),
  asCategory('a number with a plus sign', (id) => `+${id}`),
  withKeys('keys capitalised', 'Name', 'CategoryId'),
  withKeys('categoryId in snake case', 'name', 'category_id'),
];

export function isLenient(value: BrokenBody): boolean {
  return LENIENT.includes(value);
}

/** Outside the range only where the service may see any category. */
export function brokenBodies(takesAnyCategory: boolean): readonly BrokenBody[] {
  const range = takesAnyCategory ? OUT_OF_RANGE : [];
  return [...MISSING_FIELDS, ...WRONG_TYPES, ...range, ...BAD_STATUSES, ...NOT_A_PET, ...LENIENT];
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

/** Corners of the same kinds that the table leaves out. */
export function cornerBreaks(takesAnyCategory: boolean): readonly Break[] {
  return [
    { field: 'status', json: '"availableavailableavailable"' },
    { field: 'status', json: 'false' },
    { field: 'name', json: '0' },
    { field: 'categoryId', json: '"123456789012345678"' },
    { json: '0' },
    ...(takesAnyCategory ? [{ field: 'categoryId', json: '18446744073709551621' } as const] : []),
  ];
}

export function broken({ field, json: text }: Break, fields: Fields): string {
  return field ? withField(fields, field, text) : (text ?? '');
}
