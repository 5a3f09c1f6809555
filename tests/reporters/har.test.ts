import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import type { Headers, ShownExchange } from '../../harness/model/report.ts';
import { renderHar } from '../../reporters/har.ts';
import { hostileReport } from './hostile.ts';
import { exchange, fullReport, reportOf, resultOf, unanswered } from './samples.ts';

const require = createRequire(import.meta.url);
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addMetaSchema(JSON.parse(readFileSync(require.resolve('ajv/dist/refs/json-schema-draft-06.json'), 'utf8')));
for (const schema of Object.values<object>(require('har-schema'))) ajv.addSchema(schema);

const oddUrl = 'http://127.0.0.1:4010/v1/pets?limit=%zz&key="$PETSTORE_API_KEY"';

/** Everything that an exchange of a record may have. */
const record: readonly ShownExchange[] = [
  exchange,
  unanswered,
  { ...exchange, number: 9, connection: 'new', label: 'gateway', request: { ...exchange.request, url: oddUrl } },
  {
    ...exchange,
    number: 10,
    response: {
      status: 502,
      headers: [],
      body: '/wCAYQ==',
      encoding: 'base64',
      cut: { bytes: 9_000_000, sha256: 'a'.repeat(64) },
      unreadable: { kind: 'timeout', message: 'no end' },
    },
  },
];

test.each([
  ['one of everything', renderHar(fullReport)],
  ['no exchanges', renderHar(reportOf([resultOf('list.ok')]))],
  ['a whole record', renderHar(fullReport, { record })],
  ['hostile content', renderHar(hostileReport)],
])('har is valid with %s', (_case, text) => {
  expect(ajv.validate('har.json', JSON.parse(text)) ? [] : ajv.errors).toEqual([]);
});

/** The way back, as a reader of the record has to go it. */
function exchangeOf({
  _petstore,
  request,
  response,
  startedDateTime: startedAt,
  time: durationMs,
}: Entry): ShownExchange {
  const { url = request.url, failure, cut, unreadable, ...own } = _petstore;
  const headersOf = ({ headers }: Entry): Headers => headers.map(({ name, value }: Entry) => [name, value]);
  const { text, encoding } = response.content;
  const content = { ...(encoding && { encoding }), ...(cut && { cut }), ...(unreadable && { unreadable }) };
  const body = request.postData && { body: request.postData.text };
  const answer = { response: { status: response.status, headers: headersOf(response), body: text, ...content } };
  const asked = { method: request.method, url, headers: headersOf(request), ...body };
  return { ...own, request: asked, ...(failure ? { failure } : answer), startedAt, durationMs };
}

type Entry = ReturnType<typeof JSON.parse>;

test('the whole record can be read back without loss', () => {
  const known = { keyLength: 14, ledger: ['{}'], missingIds: ['7'], interruptions: [], spent: [] };
  const { log } = JSON.parse(renderHar(fullReport, { record, known }));
  expect(log.entries.map(exchangeOf)).toEqual(record);
  expect(log._petstore).toEqual({
    version: '0.1.0',
    baseUrl: 'http://127.0.0.1:4010/v1',
    run: 'a1',
    seed: 42,
    startedAt: '2026-11-15T02:09:00.000Z',
    durationMs: fullReport.run.durationMs,
    settings: fullReport.run.settings,
    known,
    isWhole: true,
  });
  expect(log.comment).not.toContain('not every exchange');
  expect(log.entries[3].response.content).toMatchObject({ size: 4, encoding: 'base64' });
});

test('without a record har has each exchange of the report once, in the order of the run', () => {
  const { log } = JSON.parse(renderHar(fullReport));
  expect(log.entries.map(exchangeOf)).toEqual([{ ...exchange, connection: 'new' }, unanswered]);
  expect(log.comment).toContain('not every exchange of the run');
  expect(log._petstore.isWhole).toBe(false);
  expect(log.entries[1].comment).toContain('body sent in two pieces, cut after byte 12 of 27, not checked: unanswered');
});
