import { appendFileSync, readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openLedger } from '../../../harness/archive/ledger.ts';
import { openWire } from '../../../harness/http/wire/client.ts';
import { Redactor } from '../../../harness/secrets/redact.ts';
import { newFolder } from '../../compiled.ts';
import { serveHttp } from '../servers.ts';
import { API_KEY, type Front, idsWith, simulate } from '../simulated.ts';

/** Sentences of SECURITY.md that no other test is about. */

const BASE_URL = 'http://reference.test/v1';
const emptyLedger = () => openLedger('pets.jsonl', newFolder());

test('the key is sent in Authorization; elsewhere only in the query, a cookie or another header', async () => {
  const { exchanges } = await simulate({ settings: { only: ['auth.*', 'create.*'] } });
  const places = new Set(
    exchanges.flatMap(({ request: { path, headers, body = '' } }) => [
      ...headers.filter(([, value]) => value.includes(API_KEY)).map(([name]) => name.toLowerCase()),
      ...(path.includes(API_KEY) ? [path.indexOf(API_KEY) > path.indexOf('?') ? 'query' : 'path'] : []),
      ...(body.includes(API_KEY) ? ['body'] : []),
    ]),
  );
  const others = [...places].filter(
    (place) => !/^(x-)?(api[-_]?key|access-token|auth-token|(forwarded-|original-)?authorization)$/.test(place),
  );
  expect(others.sort()).toEqual(['cookie', 'query']);
});

test('the headers of --header are sent with every request, on every kind of connection', async () => {
  const gates: unknown[] = [];
  const origin = await serveHttp((request, response) => {
    gates.push(request.headers['x-gate']);
    response.end('[]');
  });
  const network = { headers: [['X-Gate', 'open-sesame'] as const] };
  const wire = openWire({ baseUrl: origin, concurrency: 2, timeoutMs: 5_000, ...network });
  onTestFinished(() => wire.close());
  const { signal } = new AbortController();
  const request = { method: 'GET', path: '/v1/pets', headers: [] };
  for (const connection of [undefined, 'new'] as const) await wire.send(request, connection, signal);
  expect(gates).toEqual(['open-sesame', 'open-sesame']);
});

test('tokens that are almost the key are found as they are and in escapes', () => {
  const redactor = new Redactor('key-7f3a/9b');
  redactor.add('key-7f3a/9', 'CUT');
  const forms = ['key-7f3a/9', 'key-7f3a\\/9', 'key-7f3a%2F9', 'key-7f3a&#47;9', '\\u006bey-7f3a/9'];
  expect(forms.map((form) => redactor.text(`<${form}>`))).toEqual(forms.map(() => '<CUT>'));
});

describe('a ledger', () => {
  const line = (id: string, more: object = {}) => `${JSON.stringify({ baseUrl: BASE_URL, run: 'r0', id, ...more })}\n`;

  test('leads to at most 12 fetches, of pets on the address of the run', async () => {
    const ledger = await emptyLedger();
    const pet = (id: number, more: object = {}) => line(String(id), { name: 'Rex', categoryId: '1', ...more });
    for (let id = 5_000; id < 5_040; id += 1) appendFileSync(ledger, pet(id));
    appendFileSync(ledger, pet(6_000, { baseUrl: 'http://elsewhere.test/v1' }));
    const { exchanges } = await simulate({ settings: { ledger, only: ['get.*'] } });
    const fetched = exchanges.filter(({ probe }) => probe === 'earlier pets').map(({ request }) => request.path);
    expect(fetched).toHaveLength(12);
    expect(exchanges.some(({ request }) => request.path.endsWith('/6000'))).toBe(false);
  });

  test('cannot excuse a pet that the run itself creates', async () => {
    const ledger = await emptyLedger();
    for (let id = 1; id < 400; id += 1) appendFileSync(ledger, line(String(id), { redacted: true }));
    const spoiling: Front = async ({ method, target }, pass) => {
      const answer = await pass();
      if (answer.kind !== 'response' || answer.status !== 200 || method !== 'GET') return answer;
      if (!/pets\/\d+$/.test(target)) return answer;
      const body = JSON.stringify({ ...JSON.parse(String(answer.body)), status: 'bogus' });
      return { ...answer, body: Buffer.from(body) };
    };
    const { report } = await simulate({ front: spoiling, settings: { ledger, only: ['body.*'] } });
    expect(idsWith(report, 'fail')).toContain('body.pet-shape');
  });

  test('shows no control character and no half of a surrogate pair of a server', async () => {
    const ledger = await emptyLedger();
    const naming: Front = async (_incoming, pass) => {
      const answer = await pass();
      if (answer.kind !== 'response' || answer.status !== 201) return answer;
      const name = '"\\u001b[2J\\u202e\\ud800"';
      const body = String(answer.body).replace(/"name":"(?:[^"\\]|\\.)*"/, `"name":${name}`);
      return { ...answer, body: Buffer.from(body) };
    };
    await simulate({ front: naming, settings: { ledger, only: ['create.minimal'] } });
    const text = readFileSync(ledger, 'utf8');
    expect(text).toContain('\\u001b[2J');
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    const names = text
      .trim()
      .split('\n')
      .map((one) => JSON.parse(one).name);
    expect(names.some((name) => name?.endsWith('\\ud800'))).toBe(true);
  });
});
