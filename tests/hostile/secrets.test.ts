import { expect, test } from 'vitest';
import type { Report } from '../../harness/report/model.ts';
import { runInline } from '../../harness/run/run-inline.ts';
import { petStore } from '../../suites/index.ts';
import { keyOf } from '../harness/secrets/encodings.ts';
import { serveHttp } from '../harness/servers.ts';
import { idsWith, settingsFor } from '../support.ts';
import { type Alter, standInFront } from './front.ts';

const KEY = 'k3y/with+odd=chars&more.7f3a9b2c';

/** The key in every form that the suite sends it in, and what is left of it in every near miss. */
const FORMS = [
  KEY,
  encodeURIComponent(KEY),
  KEY.slice(1),
  KEY.slice(0, -1),
  KEY.slice(1, -1),
  KEY.toUpperCase().slice(1, -1),
  encodeURIComponent(KEY).slice(1, -1),
  Buffer.from(`${KEY}:`).toString('base64'),
];

function formsIn(report: Report): readonly string[] {
  const text = JSON.stringify(report);
  return FORMS.filter((form) => text.includes(form));
}

/** Echoes everything that it was sent, in the headers and the body of each error. */
const echo: Alter = (asked, answer) => {
  if (answer.status < 400) return answer;
  const { authorization = 'none', 'x-api-key': other = 'none' } = asked.headers;
  const said = `${authorization} | ${String(other)} | ${asked.url} | ${asked.body}`;
  const headers = {
    ...answer.headers,
    'x-said': said.replace(/[^ -~]/g, '?').slice(0, 2000),
    'set-cookie': authorization,
  };
  return {
    ...answer,
    headers,
    body: JSON.stringify({ code: authorization, message: said, status: answer.status, said }),
  };
};

test('a server that echoes the key in its errors does not bring it into the report', async () => {
  const { baseUrl } = await standInFront({ alter: echo, apiKey: KEY });
  const report = await runInline(settingsFor(baseUrl, { apiKey: KEY }), petStore);
  expect(idsWith(report, 'warn')).toEqual(expect.arrayContaining(['errors.no-leak', 'errors.informative']));
  expect(JSON.stringify(report)).toContain('$PETSTORE_API_KEY');
  expect(formsIn(report)).toEqual([]);
});

test('nor does one that breaks a requirement in every exchange and echoes the key everywhere', async () => {
  const { baseUrl } = await standInFront({
    apiKey: KEY,
    alter: (asked, answer) => {
      const spoilt = echo(asked, { ...answer, status: 418 });
      return asked.headers.authorization === `Bearer ${KEY}` ? answer : spoilt;
    },
  });
  const report = await runInline(settingsFor(baseUrl, { apiKey: KEY }), petStore);
  expect(idsWith(report, 'fail')).toEqual(
    expect.arrayContaining(['auth.missing.listPets', 'auth.invalid-key.getPet', 'auth.wrong-scheme.createPet']),
  );
  expect(report.results.filter(({ curl }) => curl?.includes('PETSTORE_API_KEY')).length).toBeGreaterThan(3);
  expect(formsIn(report)).toEqual([]);
});

test('nor does one that lets anybody in and calls its pets by the key', async () => {
  const { baseUrl } = await standInFront({
    apiKey: KEY,
    alter: (asked, answer) => {
      const body = answer.body.replace(/"name":"[^"]*/g, `"name":"${KEY} ${encodeURIComponent(KEY)}`);
      return { ...answer, status: asked.method === 'POST' ? 200 : answer.status, body };
    },
  });
  const report = await runInline(settingsFor(baseUrl, { apiKey: KEY }), petStore);
  expect(report.exitCode).toBe(1);
  expect(formsIn(report)).toEqual([]);
});

test('no part of the key is left where a long body is cut short', async () => {
  const { baseUrl } = await standInFront({
    apiKey: KEY,
    pets: 30,
    alter: (asked, answer) => {
      const message = `${'no '.repeat(10)}${asked.headers.authorization ?? asked.url}${' is not known here,'.repeat(8)}`;
      if (answer.status < 400) return answer;
      return { ...answer, body: JSON.stringify({ code: 'x', message, status: answer.status }) };
    },
  });
  const only = ['auth.header-only', 'errors.*'];
  const report = await runInline(settingsFor(baseUrl, { apiKey: KEY, only, readOnly: true }), petStore);
  expect(idsWith(report, 'warn')).toContain('errors.no-leak');
  expect(JSON.stringify(report).match(/k3y.{1,3}with.{0,20}/g)).toBeNull();
});

test('no part of the key is left where a long pet is cut short', async () => {
  const pet = { id: 1, name: `${'x'.repeat(50)}${KEY}${'y'.repeat(500)}`, categoryId: 1, status: null };
  const { baseUrl } = await standInFront({
    apiKey: KEY,
    pets: 30,
    alter: (asked, answer) => (asked.url === '/v1/pets?limit=1' ? { ...answer, body: JSON.stringify([pet]) } : answer),
  });
  const only = ['list.ok', 'list.limit.minimum', 'body.pet-shape'];
  const report = await runInline(settingsFor(baseUrl, { apiKey: KEY, only, readOnly: true }), petStore);
  expect(idsWith(report, 'fail')).toEqual(['body.pet-shape']);
  expect(JSON.stringify(report).match(/k3y.{1,3}with.{0,20}/g)).toBeNull();
});

test.each(['key', 'test', 'secret'])('the key %s is not taken to leak by an ordinary sentence', async (apiKey) => {
  const { baseUrl } = await standInFront({ apiKey, pets: 30 });
  const only = ['errors.no-leak', 'auth.invalid-key.listPets'];
  const report = await runInline(settingsFor(baseUrl, { apiKey, only, readOnly: true }), petStore);
  expect(idsWith(report, 'pass')).toContain('auth.invalid-key.listPets');
  expect(idsWith(report, 'warn')).toEqual([]);
});

test('no part of the key is left where a body that is not JSON is quoted', async () => {
  const apiKey = keyOf(64);
  const { baseUrl } = await standInFront({
    apiKey,
    pets: 30,
    alter: (asked, answer) => (asked.url.startsWith('/v1/pets/') ? { ...answer, body: apiKey } : answer),
  });
  const only = ['body.json', 'get.found'];
  const report = await runInline(settingsFor(baseUrl, { apiKey, only, readOnly: true }), petStore);
  const actual = report.results.find(({ id }) => id === 'body.json')?.actual;
  expect(actual).toMatch(/^Unexpected token 'k' is not valid JSON: \d+ with \$PETSTORE_API_KEY$/);
});

test('nor does the diagnosis of a target that cannot be tested', async () => {
  const origin = await serveHttp((request, response) => {
    const location = `/elsewhere?key=${encodeURIComponent(KEY)}&${request.headers.authorization}`;
    response.writeHead(302, { location }).end();
  });
  const report = await runInline(settingsFor(`${origin}/${KEY}/v1`, { apiKey: KEY }), petStore);
  expect(report.exitCode).toBe(3);
  expect(report.diagnosis).toContain('/elsewhere?key=$PETSTORE_API_KEY');
  expect(formsIn(report)).toEqual([]);
});

test.each([13_000, 20_000])('a key of %i characters is as hidden as any other', async (length) => {
  const apiKey = keyOf(length);
  const { baseUrl } = await standInFront({ alter: echo, apiKey, pets: 30 });
  const report = await runInline(settingsFor(baseUrl, { apiKey, readOnly: true, runs: 3 }), petStore);
  expect(report.exitCode).toBeLessThan(5);
  const text = JSON.stringify(report);
  const parts = Array.from({ length: 50 }, (_, index) =>
    apiKey.slice((index * length) / 50, (index * length) / 50 + 40),
  );
  expect(parts.filter((part) => text.toLowerCase().includes(part.toLowerCase()))).toEqual([]);
  expect(text).not.toContain(Buffer.from(`${apiKey}:`).toString('base64').slice(1000, 1060));
});
