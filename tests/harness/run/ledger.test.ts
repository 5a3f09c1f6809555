import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Ledger } from '../../../harness/run/ledger.ts';
import { openLedger } from '../../../harness/run/ledger-file.ts';
import { Redactor } from '../../../harness/secrets/redact.ts';
import { replyOf } from '../replies.ts';

const KEY = 'Test-Key.7f3a';

function ledgerIn(file?: string, runId = 'first00'): Ledger {
  return new Ledger({ file, runId, baseUrl: `http://target.test/${KEY}/v1`, redactor: new Redactor(KEY) });
}

const creation = (status: number, body: string, sent = '{"name":"sent","categoryId":1}') => ({
  ...replyOf({ status, body, operation: 'createPet' }),
  request: { method: 'POST', path: '/v1/pets', headers: [], body: sent },
});

test.each([
  [201, '{"id":7,"name":"told","categoryId":1}', { id: '7', name: 'told' }],
  [200, '{"id":9007199254740993,"name":"told"}', { id: '9007199254740993', name: 'told' }],
  [201, '{"id":-3}', { id: '-3', name: 'sent' }],
  [201, '{"id":"seven","name":null}', { name: 'sent' }],
  [204, '', { name: 'sent' }],
  [202, '<html>', { name: 'sent' }],
])('any success is a pet: %i %s', (status, body, expected) => {
  const ledger = ledgerIn();
  ledger.note(creation(status, body));
  expect(ledger.take()).toEqual([{ ...expected, requirement: 'list.ok' }]);
});

test('where neither side tells a name there is none', () => {
  const ledger = ledgerIn();
  for (const sent of ['{', '[]', '{"name":5}', '']) ledger.note(creation(201, '{"id":1}', sent));
  expect(ledger.take()).toEqual(Array(4).fill({ id: '1', requirement: 'list.ok' }));
});

test.each([400, 401, 302, 500, 0, 100])('%i is none', (status) => {
  const ledger = ledgerIn();
  ledger.note(creation(status, '{"id":7}'));
  expect(ledger.take()).toEqual([]);
});

test('a creation without an answer may be one', () => {
  const ledger = ledgerIn();
  const unanswered = creation(0, '');
  const failure = { kind: 'reset', message: 'the connection was closed' };
  ledger.note({ ...unanswered, exchange: { ...unanswered.exchange, failure } });
  expect(ledger.take()).toEqual([{ name: 'sent', requirement: 'list.ok' }]);
});

test('each is taken once', () => {
  const ledger = ledgerIn();
  ledger.note(creation(201, '{"id":1}'));
  expect(ledger.take()).toHaveLength(1);
  ledger.note(creation(201, '{"id":2}'));
  expect(ledger.take().map(({ id }) => id)).toEqual(['2']);
  expect(ledger.take()).toEqual([]);
});

test('a line stands in the file as soon as it is noted, behind those of other runs, and without the key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'ledger.jsonl');
  const lines = () =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  ledgerIn(file).note(creation(201, `{"id":1,"name":"line\\nbreak ${KEY}"}`));
  const first = {
    at: '2030-01-01T00:00:00.000Z',
    baseUrl: 'http://target.test/$PETSTORE_API_KEY/v1',
    run: 'first00',
    id: '1',
    name: 'line\nbreak $PETSTORE_API_KEY',
    requirement: 'list.ok',
  };
  expect(lines()).toEqual([first]);
  const second = ledgerIn(file, 'second0');
  second.note(creation(201, '{"id":2,"name":"b","categoryId":9007199254740993,"status":"sold"}'));
  second.note(creation(201, '{"id":3,"name":"b","categoryId":1,"status":"bad"}'));
  const asked = replyOf({ status: 204, body: '' });
  for (const method of ['PUT', 'DELETE']) {
    second.noteRemoval({ ...asked, request: { method, path: '/v1/pets/2', headers: [] } });
  }
  const common = { at: first.at, baseUrl: first.baseUrl, run: 'second0', requirement: 'list.ok' };
  expect(lines()).toEqual([
    first,
    { ...common, id: '2', name: 'b', categoryId: '9007199254740993', status: 'sold' },
    { ...common, id: '3', name: 'b' },
    { ...common, id: '2', removed: true },
  ]);
});

test('a line that a killed run did not finish does not spoil the next', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'new', 'ledger.jsonl');
  await openLedger(file, folder);
  expect(readFileSync(file, 'utf8')).toBe('');
  writeFileSync(file, '{"id":"1"}\n{"id":');
  for (let night = 0; night < 2; night += 1) {
    await openLedger(file, folder);
    expect(readFileSync(file, 'utf8')).toBe('{"id":"1"}\n{"id":\n');
  }
});

test('no control character, mark of direction or half of a character gets into the file raw', () => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'ledger.jsonl');
  const name = 'a\u001b[2J\u009b31m\u202e\u2028\ufeff\ud800b';
  ledgerIn(file).note(creation(201, JSON.stringify({ id: 1, name })));
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(/^[ -~]+\n$/);
  expect(JSON.parse(text)).toMatchObject({ name: name.replace('\ud800', '\\ud800') });
});
