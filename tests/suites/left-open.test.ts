import { expect, test } from 'vitest';
import { toJson } from '../../harness/json/exact-json.ts';
import type { Headers } from '../../harness/model/wire.ts';
import { LONGEST_NAME } from '../../suites/reading/document.ts';
import { classify } from '../../suites/reading/request.ts';

const KEY = 'KEY';
const TARGET = { basePath: '', apiKey: KEY };

interface Open {
  readonly body?: unknown;
  readonly credential?: string;
  readonly contentType?: string;
}

const post = (fields: object): Open => ({ body: fields });
const named = (name: string): Open => post({ name, categoryId: 7 });

/** Every answer but a 5xx is right. */
const ANY: readonly (readonly [label: string, path: string, open?: Open])[] = [
  ['an unknown parameter', '/pets?page=2'],
  ['an unknown parameter beside the limit', '/pets?limit=5&offset=5'],
  ['a status twice', '/pets?status=sold&status=pending'],
  ['an empty status', '/pets?status='],
  ['a status with white space around it', '/pets?status=%20sold'],
  ['an id with a sign', '/pets/+7'],
  ['an id with leading zeros', '/pets/007'],
  ['an id with a fraction of zero', '/pets/7.0'],
  ['an id with separators', '/pets/1_000'],
  ['an id with white space around it', '/pets/%207'],
  ['an id in full-width digits', '/pets/%EF%BC%97'],
  ['an id in hexadecimal', '/pets/0x7'],
  ['the key with white space around it', '/pets', { credential: ' KEY ' }],
  ['a word behind the key', '/pets', { credential: 'KEY word' }],
  ['the key in quotes', '/pets', { credential: '"KEY"' }],
  ['the key as a parameter', '/pets', { credential: 'token=KEY' }],
  ['the key with padding', '/pets', { credential: 'KEY==' }],
  ['the key in percent escapes', '/pets', { credential: '%4bEY' }],
  ['another content type', '/pets', { ...named('Rex'), contentType: 'text/plain' }],
  ['a byte order mark', '/pets', { body: '\ufeff{"name":"Rex","categoryId":7}' }],
  ['a field twice', '/pets', { body: '{"name":"Rex","name":"Ada","categoryId":7}' }],
  ['an unknown field', '/pets', post({ name: 'Rex', categoryId: 7, colour: 'red' })],
  ['half a surrogate pair in a name', '/pets', { body: '{"name":"\\ud83d","categoryId":7}' }],
  ['an integer with a point', '/pets', { body: '{"name":"Rex","categoryId":7.0}' }],
  ['an integer with an exponent', '/pets', { body: '{"name":"Rex","categoryId":7e0}' }],
];

/** The server accepts it as documented, or refuses it with a 4xx. */
const EITHER: typeof ANY = [
  ['a limit above the maximum', '/pets?limit=101'],
  ['a limit below the minimum', '/pets?limit=0'],
  ['a limit that is not a number', '/pets?limit=abc'],
  ['an unknown status (200 with no pet)', '/pets?status=lost'],
  ['a categoryId below 1', '/pets', post({ name: 'Rex', categoryId: 0 })],
  ['a blank name', '/pets', named(' ')],
  ['an empty name', '/pets', named('')],
  ['a name with a control character', '/pets', named('a\u0007b')],
  [`a name of more than ${LONGEST_NAME} characters`, '/pets', named('x'.repeat(LONGEST_NAME + 1))],
  ['an id of the client', '/pets', post({ name: 'Rex', categoryId: 7, id: 5 })],
];

function classified(path: string, { body, credential = KEY, contentType = 'application/json' }: Open = {}) {
  const headers: Headers = [
    ['Authorization', `Bearer ${credential}`],
    ['Content-Type', contentType],
  ];
  const text = body === undefined ? {} : { body: typeof body === 'string' ? body : toJson(body) };
  return classify({ method: body === undefined ? 'GET' : 'POST', path, headers, ...text }, TARGET);
}

const CASES = [
  ...ANY.map(([label, path, open]) => ({ label, path, open, isAny: true })),
  ...EITHER.map(([label, path, open]) => ({ label, path, open, isAny: false })),
];

test.each(CASES)('$label is left open', ({ path, open, isAny }) => {
  const asked = classified(path, open);
  const mayBeAnything = [asked.credential, asked.body, asked.idKind, asked.page?.filterKind].includes('open');
  const isUndocumented = asked.page !== undefined && !asked.page.isExact;
  const isEither = asked.mayBeRefused || asked.body === 'client-id' || isUndocumented;
  expect({ isAny: mayBeAnything, isOpen: mayBeAnything || isEither }).toEqual({ isAny, isOpen: true });
});
