import type { Alteration, Variant } from '../change.ts';
import { error, shown } from '../combinators/answer.ts';
import { type Json, Verbatim } from '../json/value.ts';

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
export const presentationVariants: readonly Variant[] = [
  {
    name: 'json-indented',
    story: 'JSON is written for people, over many lines, with white space around it.',
    change: written((text) => `\r\n\t ${spread(text)} \n`),
  },
  {
    name: 'json-escaped',
    story: 'Slashes and every character beyond ASCII are escaped.',
    change: written((text) => escaped(text).replaceAll('/', '\\/')),
  },
  {
    name: 'json-between-blank-lines',
    story: 'JSON is between 24 KB of blank lines.',
    change: written((s) => `${BLANK_LINES}${s}${BLANK_LINES}`),
  },
  { name: 'numbers-with-a-point', story: 'Integers are written like 1.0.', change: numbers('.0') },
  { name: 'numbers-with-an-exponent', story: 'Integers are written like 1e0.', change: numbers('e0') },
  {
    name: 'fields-in-reverse',
    story: 'The fields of a pet come in the reverse order.',
    change: shown((pet) => Object.fromEntries(Object.entries(pet).reverse())),
  },
  {
    name: 'extra-fields-in-pets',
    story: 'A pet has more fields than are documented, null and nested ones too.',
    change: shown((pet) => ({
      createdAt: '2025-01-01T00:00:00Z',
      ...pet,
      tags: [],
      owner: null,
      category: { id: pet.categoryId ?? null, name: 'unnamed' },
    })),
  },
  {
    name: 'extra-fields-in-errors',
    story: 'An Error has more fields than are documented.',
    change: error(() => true)((given) => ({
      timestamp: '2025-01-01T00:00:00Z',
      ...given,
      details: [{ path: '/pets', hint: null }],
    })),
  },
  {
    name: 'error-status-with-a-point',
    story: 'The status of an Error is written like 404.0.',
    change: error(() => true)((given) => ({ ...given, status: new Verbatim(`${given.status}.0`) })),
  },
  { name: 'codes-as-addresses', story: 'Codes are addresses.', change: coded((code) => `urn:petstore:error:${code}`) },
  {
    name: 'codes-with-spaces',
    story: 'Codes are words with spaces between them.',
    change: coded((code) => code.replaceAll('_', ' ')),
  },
  {
    name: 'messages-in-japanese',
    story: 'Messages are written in Japanese.',
    change: error(() => true)((given) => ({ ...given, message: 'リクエストを処理できませんでした。' })),
  },
  {
    name: 'type-in-odd-case',
    story: 'Bodies are announced as Application/JSON;Charset="UTF-8".',
    change: typed('Application/JSON;Charset="UTF-8"'),
  },
  {
    name: 'type-with-parameters',
    story: 'Bodies are announced as application/json with parameters.',
    change: typed('application/json ; profile="pets" ; version=1'),
  },
];
