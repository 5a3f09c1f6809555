import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { renderHar } from '../../reporters/har.ts';
import { hostileReport } from './hostile.ts';
import { exchange, fullReport, reportOf, resultOf, unanswered } from './samples.ts';

const require = createRequire(import.meta.url);
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addMetaSchema(JSON.parse(readFileSync(require.resolve('ajv/dist/refs/json-schema-draft-06.json'), 'utf8')));
for (const schema of Object.values<object>(require('har-schema'))) ajv.addSchema(schema);

test.each([
  ['one of everything', fullReport],
  ['no exchanges', reportOf([resultOf('list.ok')])],
  ['hostile content', hostileReport],
])('har is valid with %s', (_case, report) => {
  const complaints = ajv.validate('har.json', JSON.parse(renderHar(report))) ? [] : ajv.errors;
  expect(complaints).toEqual([]);
});

test.each([
  ['?api_key=$(node -p \'x\' "$PETSTORE_API_KEY")', "?api_key=$(node%20-p%20'x'%20%22$PETSTORE_API_KEY%22)"],
  ['?limit=%zz&status=[ä]', '?limit=%25zz&status=%5b%c3%a4%5d'],
  ['?limit=%41', '?limit=%41'],
])('har writes the address %s as %s', (query, expected) => {
  const request = { ...exchange.request, url: `http://127.0.0.1:4010/v1/pets${query}` };
  const results = [resultOf('list.ok', { outcome: 'fail', exchanges: [{ ...exchange, request }] })];
  const har = JSON.parse(renderHar(reportOf(results)));
  expect(har.log.entries[0].request.url).toBe(`http://127.0.0.1:4010/v1/pets${expected}`);
  expect(ajv.validate('har.json', har)).toBe(true);
});

test('har has each exchange once, in the order of the run', () => {
  const earlier = { ...exchange, number: 3, requirement: 'auth.accepted' };
  const results = [
    resultOf('list.ok', { outcome: 'fail', exchanges: [unanswered, exchange] }),
    resultOf('list.unique', { outcome: 'fail', exchanges: [exchange, earlier] }),
  ];
  const { log } = JSON.parse(renderHar(reportOf(results)));
  expect(log.entries.map(({ pageref }: { pageref: string }) => pageref)).toEqual([
    'auth.accepted',
    'list.limit.maximum',
    'create.echo',
  ]);
  expect(log.comment).toContain('not every exchange of the run');
  expect(log.entries[1]).toMatchObject({
    request: { method: 'GET', url: exchange.request.url, queryString: [{ name: 'limit', value: '100' }] },
    response: {
      status: 200,
      statusText: 'OK',
      content: { mimeType: 'application/json', text: exchange.response.body },
    },
    time: 12.4,
  });
  expect(log.entries[2]).toMatchObject({
    request: { postData: { mimeType: 'application/json', text: '{"name":"a","categoryId":1}' } },
    response: { status: 0, _error: 'the connection was closed before a response' },
  });
});

test('har says which connection a request had', () => {
  const exchanges = [{ ...exchange, connection: 'reused' as const }];
  const { log } = JSON.parse(renderHar(reportOf([resultOf('list.ok', { outcome: 'fail', exchanges })])));
  expect(log.entries[0].comment).toBe('Request 7 of the run, on a connection that had just carried the right key');
});
