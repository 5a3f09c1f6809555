import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { HttpClient } from '../../harness/http/http-client.ts';
import type { Recorded } from '../../harness/http/reply.ts';
import { runInline } from '../../harness/run/run-inline.ts';
import { RESERVED_HEADERS } from '../../harness/settings/header.ts';
import { DIRECT } from '../../harness/settings/network.ts';
import { type Flags, resolveSettings } from '../../harness/settings/settings.ts';
import { UsageError } from '../../harness/settings/usage-error.ts';
import { startReference } from '../../reference/server.ts';
import { petStore } from '../../suites/index.ts';
import { Session, TARGET } from '../cli/session.ts';
import { serveHttp } from '../harness/servers.ts';
import { settingsFor, TEST_KEY } from '../support.ts';
import { checkOne } from './diagnosis.ts';
import { toReference } from './servers.ts';

function headersOf(flags: Flags, env: Record<string, string> = {}) {
  return resolveSettings(flags, env, '').headers;
}

test('a gateway that wants a header gets it with every request, and no report shows its value', async () => {
  const reference = await toReference();
  const wrong: (string | undefined)[] = [];
  const origin = await serveHttp((request, response) => {
    if (request.headers['x-gate'] === 'open sesame 7f3a') {
      reference(request, response);
      return;
    }
    wrong.push(request.url);
    response.writeHead(403).end('closed');
  });
  const report = await checkOne(origin, { headers: [['X-Gate', 'open sesame 7f3a']], only: [] });
  expect(wrong).toEqual([]);
  expect(report.exitCode).toBe(0);
  expect(report.run.settings.headers).toEqual(['X-Gate']);
  expect(JSON.stringify(report)).not.toContain('sesame');
});

test('cookies become one header with those of the request', async () => {
  const seen: IncomingMessage[] = [];
  const origin = await serveHttp((request, response) => {
    seen.push(request);
    response.end('[]');
  });
  const network = { ...DIRECT, headers: [['Cookie', 'preview=1'] as const] };
  const client = new HttpClient({ receive: String, origin, connections: 1, timeoutMs: 20_000, network });
  const { signal } = new AbortController();
  await client.send({ method: 'GET', path: '/', headers: [['cookie', 'key=2']] }, signal);
  await client.send({ method: 'GET', path: '/', headers: [] }, signal);
  await client.close();
  const cookiesIn = ({ rawHeaders }: IncomingMessage) =>
    rawHeaders.filter((_text, index) => rawHeaders[index - 1]?.toLowerCase() === 'cookie' && index % 2 === 1);
  expect(seen.map(cookiesIn)).toEqual([['key=2; preview=1'], ['preview=1']]);
});

describe('headers are given', () => {
  test('by a flag, as often as needed, and commas are part of the value', () => {
    expect(headersOf(new Map([['header', ['X-Gate: a, b', 'X-Two:2']]]))).toEqual([
      ['X-Gate', 'a, b'],
      ['X-Two', '2'],
    ]);
  });

  test('by a variable, one on each line', () => {
    expect(headersOf(new Map(), { PETSTORE_HEADERS: 'X-Gate: a: b\r\n\n  X-Two: 2\n' })).toEqual([
      ['X-Gate', 'a: b'],
      ['X-Two', '2'],
    ]);
  });
});

describe('a header is refused in one sentence that does not show its value', () => {
  test.each([
    ['hush', '--header is not a header: write it as "Name: value".'],
    ['X-Gate:', '--header is not a header: write it as "Name: value".'],
    [': hush', '--header is not a header: write it as "Name: value".'],
    ['X Gate: hush', '--header is not a header: write it as "Name: value".'],
    ['X-Gäte: hush', '--header has a header name with characters that HTTP does not allow: use letters and hyphens.'],
    ['X-Gate: hush\u0001', '--header has characters in the value of X-Gate that are not printable ASCII: encode them.'],
    ['X-Gate: hüsh', '--header has characters in the value of X-Gate that are not printable ASCII: encode them.'],
    ['authorization: hush', '--header sets "Authorization", which the suite sets itself: remove it.'],
  ])('%j', (text, sentence) => {
    expect(() => headersOf(new Map([['header', [text]]]))).toThrow(new UsageError(sentence));
  });

  test.each(RESERVED_HEADERS)('%s is set by the suite or by HTTP', (name) => {
    expect(() => headersOf(new Map([['header', [`${name}: 1`]]]))).toThrow(UsageError);
  });

  test.each([
    ['as it is', [], TARGET.PETSTORE_API_KEY],
    ['from standard input', ['--api-key', '-'], 'key-from-a-pipe'],
  ])('the key, given %s', async (_case, argv, key) => {
    const session = new Session({ env: TARGET, stdin: [key] });
    expect(await session.main(...argv, '--header', `Cookie: key=${key}`)).toBe(2);
    expect(session.stderr.text).toBe(
      'petstore-conformance: --header puts the API key into "Cookie": remove it, the suite sends the key itself.\n',
    );
  });
});

test('every header that a run sends is reserved, so that none can be sent twice', async () => {
  const server = await startReference({ apiKey: TEST_KEY });
  let journal: readonly Recorded[] = [];
  const lookAt = (sent: readonly Recorded[]) => {
    journal = sent;
  };
  try {
    await runInline(settingsFor(server.baseUrl), petStore, { lookAt });
  } finally {
    await server.close();
  }
  const sent = new Set(journal.flatMap(({ request }) => request.headers.map(([name]) => name.toLowerCase())));
  const reserved = [...RESERVED_HEADERS.map((name) => name.toLowerCase()), 'cookie'];
  expect(sent.size).toBeGreaterThan(4);
  expect([...sent].filter((name) => !reserved.includes(name))).toEqual([]);
});
