import type { OutgoingHttpHeaders } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { API_KEY, ask, type Question, type Reply, WITH_KEY } from './ask.ts';

/**
 * One long conversation that touches everything the specification documents. A conforming server answers it in the
 * same way each time, so a server that answers differently deviates.
 */
export async function converse(baseUrl: string): Promise<readonly string[]> {
  const transcript: string[] = [];
  const say = async (questions: readonly Question[]) => {
    for (const question of questions) transcript.push(await told(baseUrl, question));
  };
  await say([...lists, ...creations, ...credentials]);
  transcript.push(...(await together(baseUrl, [...alike, ...alike, { path: '/pets' }, { path: '/pets/1' }])));
  await say([...fetches, ...fetches, ...refusedCreations, ...lists]);
  await say(Array.from({ length: 110 }, (_, index) => creation({ name: `pet ${index}`, status: 'available' })));
  await say([...lists, ...limits]);
  transcript.push(...(await together(baseUrl, alike)));
  await say([...lateFetches, ...lateFetches, ...lists]);
  return transcript;
}

const creation = (fields: object, headers?: OutgoingHttpHeaders): Question => ({
  method: 'POST',
  path: '/pets',
  body: JSON.stringify({ name: 'x', categoryId: 1, ...fields }),
  ...(headers === undefined ? {} : { headers }),
});
const withBody = (body: string): Question => ({ method: 'POST', path: '/pets', body });
const withField = (field: string, json: string) =>
  withBody(
    `{${field === 'name' ? '' : '"name":"n",'}${field === 'categoryId' ? '' : '"categoryId":1,'}"${field}":${json}}`,
  );

const STATUSES = ['available', 'pending', 'sold', undefined];
const NAMES = [
  ' padded ',
  'a  b',
  'e\u0301',
  '<b>"\'&',
  'back\\slash',
  '🐶',
  '日本語',
  'é'.repeat(130),
  'z'.repeat(255),
  '',
];

const lists: readonly Question[] = [
  '',
  ...['1', '2', '5', '19', '20', '21', '50', '51', '99', '100'].map((limit) => `?limit=${limit}`),
  ...['available', 'pending', 'sold', 'unknown', 'AVAILABLE', 'avail'].flatMap((status) => [
    `?status=${status}`,
    `?status=${status}&limit=3`,
    `?status=${status}&limit=100`,
  ]),
].map((search) => ({ path: `/pets${search}` }));

const limits: readonly Question[] = [
  '101',
  '1000',
  `${2 ** 31}`,
  `${2n ** 63n}`,
  '0',
  '-1',
  'abc',
  '1.5',
  '',
  '1&limit=2',
  '9'.repeat(30),
].map((limit) => ({ path: `/pets?limit=${limit}` }));

const creations: readonly Question[] = [
  ...STATUSES.flatMap((status) => [creation({ name: 'calm', status }), creation({ name: 'quiet', status })]),
  ...['0', '-1', '4294967297', '9007199254740993', '9223372036854775807', '-9223372036854775808'].map((category) =>
    withField('categoryId', category),
  ),
  ...NAMES.flatMap((name) => [creation({ name, status: 'sold' }), creation({ name })]),
  creation({ name: 'long'.repeat(2000) }),
  creation({ id: 1 }),
  creation({ name: 'twin' }),
  creation({ name: 'twin' }),
];

const alike = Array.from({ length: 4 }, () => creation({ name: 'together', status: 'pending' }));

const headersTried: readonly OutgoingHttpHeaders[] = [
  {},
  ...[
    ...[
      '',
      'Bearer',
      'Bearer wrong',
      `Bearer ${API_KEY}x`,
      `Bearer ${API_KEY.slice(0, -1)}x`,
      `Bearer ${API_KEY.slice(0, 5)}`,
      `Bearer ${API_KEY.toLowerCase()}`,
    ],
    ...[`Bearer ${'x'.repeat(API_KEY.length)}`, `bearer ${API_KEY}`, `Basic ${API_KEY}`, `Token ${API_KEY}`, API_KEY],
  ].map((authorization) => ({ authorization })),
  { 'x-api-key': API_KEY },
];

const credentials: readonly Question[] = headersTried.flatMap((headers) => [
  { path: '/pets', headers },
  { path: `/pets?api_key=${API_KEY}`, headers },
  { path: '/pets/1', headers },
  { path: `/pets/1?api_key=${API_KEY}`, headers },
  { path: '/pets/12345', headers },
  creation({ name: 'uninvited', status: 'pending' }, { ...headers, 'content-type': 'application/json' }),
  creation({ name: 1 }, { ...headers, 'content-type': 'application/json' }),
]);

const fetches: readonly Question[] = [
  ...Array.from({ length: 40 }, (_, index) => `${index + 1}`),
  ...['0', '-1', '12345', `${2n ** 32n + 1n}`, `${2n ** 63n - 1n}`, `${2n ** 63n}`, 'abc', '1.5', '1abc', '%00'],
].map((id) => ({ path: `/pets/${id}` }));

/** Early and late animals, once the store has become large. */
const lateFetches: readonly Question[] = Array.from({ length: 40 }, (_, index) => ({
  path: `/pets/${index < 10 ? index + 1 : index + 135}`,
}));

const refusedCreations: readonly Question[] = [
  ...[
    '',
    ' ',
    '{"name":"x","categoryId":1',
    '[]',
    '[{"name":"x","categoryId":1}]',
    '"text"',
    '42',
    'null',
    'true',
    '{}',
  ].map(withBody),
  withBody('{"name":"x"}'),
  withBody('{"categoryId":1}'),
  ...['42', '0', 'true', 'false', 'null', '[]', '{}', '["x"]'].map((json) => withField('name', json)),
  ...['"1"', '"12"', 'null', 'true', 'false', '1.5', '[]', '{}', '[1]'].map((json) => withField('categoryId', json)),
  ...[2n ** 63n, -(2n ** 63n) - 1n, 10n ** 30n, 2n ** 64n + 5n].map((value) => withField('categoryId', `${value}`)),
  ...['"lost"', '"AVAILABLE"', '""', '"available "', 'null', '1', 'true', 'false', '["available"]', '{}'].map((json) =>
    withField('status', json),
  ),
  withField('status', '"something that is no status"'),
  { ...creation({}), headers: { ...WITH_KEY, 'content-type': 'text/plain' } },
];

async function told(baseUrl: string, question: Question): Promise<string> {
  const asked = `${question.method ?? 'GET'} ${question.path}`;
  try {
    return `${asked} -> ${summary(await ask(baseUrl, question, 2000))}`;
  } catch {
    return `${asked} -> no answer`;
  }
}

/** Answers to requests that were sent at once have no order. */
async function together(baseUrl: string, questions: readonly Question[]): Promise<string[]> {
  const replies = questions.map(async (question, index) => {
    await delay(index / 2);
    return told(baseUrl, question);
  });
  const answers = await Promise.all(replies);
  return answers.filter((line) => line.startsWith('POST')).sort();
}

function summary({ status, headers, body }: Reply): string {
  const { date: _date, 'content-length': _length, connection: _connection, ...telling } = headers;
  return `${status} ${JSON.stringify(telling)} ${body.toString('latin1')}`;
}
