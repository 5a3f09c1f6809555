import type { Alteration, Variant } from '../change.ts';
import { error, shown } from '../combinators/answer.ts';
import { type Json, Verbatim } from '../json/value.ts';
import { conforming } from './variant.ts';

/** JSON under another name of its type. What a fault sends in its place keeps the type that the fault gives it. */
const typed =
  (type: string): Alteration =>
  (rules) => ({
    headers: (given, request) => {
      const usual = rules.headers(given, request);
      return usual['content-type']?.startsWith('application/json') ? { ...usual, 'content-type': type } : usual;
    },
  });

const written =
  (rewrite: (text: string) => string): Alteration =>
  (rules) => ({ write: (content, request) => rewrite(rules.write(content, request)) });

const inForm = (value: Json, suffix: string): Json =>
  typeof value === 'bigint' && value > -1_000_000n && value < 1_000_000n ? new Verbatim(`${value}${suffix}`) : value;

/** Small integers written in another form of the same number. */
const numbers = (suffix: string): Alteration =>
  shown((pet) => Object.fromEntries(Object.entries(pet).map(([key, value]) => [key, inForm(value, suffix)])));

const coded = (codeOf: (code: string, status: Json | undefined) => string): Alteration =>
  error(() => true)((given) => ({ ...given, code: codeOf(`${given.code}`, given.status) }));

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

const spread = (text: string): string =>
  text.replace(TOKEN, (token) => ('{[,'.includes(token) ? `${token}\n  ` : token === ':' ? ' : ' : token));

const escaped = (text: string): string =>
  text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const BLANK_LINES = '\n'.repeat(12 * 1024);

/** The many forms that one answer can have. */
export const presentationVariants: readonly Variant[] = conforming([
  ['json-indented: JSON is written for people, over many lines.', written(spread)],
  ['json-escaped: Every character beyond ASCII is escaped.', written(escaped)],
  ['json-slashes-escaped: Slashes are escaped, as some languages do.', written((text) => text.replaceAll('/', '\\/'))],
  ['json-in-white-space: JSON has white space around it.', written((text) => `\r\n\t ${text} \n`)],
  'json-between-blank-lines: JSON is between 24 KB of blank lines.',
  written((s) => `${BLANK_LINES}${s}${BLANK_LINES}`),
  ['numbers-with-a-point: Integers are written like 1.0.', numbers('.0')],
  ['numbers-with-an-exponent: Integers are written like 1e0.', numbers('e0')],
  'fields-in-reverse: The fields of a pet come in the reverse order.',
  shown((pet) => Object.fromEntries(Object.entries(pet).reverse())),
  'extra-fields-in-pets: A pet has more fields than are documented, null and nested ones too.',
  shown((pet) => ({
    createdAt: '2025-01-01T00:00:00Z',
    ...pet,
    tags: [],
    owner: null,
    category: { id: pet.categoryId ?? null, name: 'unnamed' },
  })),
  'extra-fields-in-errors: An Error has more fields than are documented.',
  error(() => true)((given) => ({
    timestamp: '2025-01-01T00:00:00Z',
    ...given,
    details: [{ path: '/pets', hint: null }],
  })),
  'error-status-with-a-point: The status of an Error is written like 404.0.',
  error(() => true)((given) => ({ ...given, status: new Verbatim(`${given.status}.0`) })),
  ['codes-in-capitals: Codes are written like PET_NOT_FOUND.', coded((code) => code.toUpperCase())],
  ['codes-by-status: Codes repeat the status: E404.', coded((_code, status) => `E${status}`)],
  ['codes-as-addresses: Codes are addresses.', coded((code) => `urn:petstore:error:${code}`)],
  ['codes-with-spaces: Codes are words with spaces between them.', coded((code) => code.replaceAll('_', ' '))],
  'messages-in-japanese: Messages are written in Japanese.',
  error(() => true)((given) => ({ ...given, message: 'リクエストを処理できませんでした。' })),
  ['type-without-charset: Bodies are announced as application/json.', typed('application/json')],
  'type-in-odd-case: Bodies are announced as Application/JSON;Charset="UTF-8".',
  typed('Application/JSON;Charset="UTF-8"'),
  'type-with-parameters: Bodies are announced as application/json with parameters.',
  typed('application/json ; profile="pets" ; version=1'),
]);
