import { describe, expect, test } from 'vitest';
import { recordFromHar } from '../../../harness/archive/har.ts';
import { UsageError } from '../../../harness/basics/usage-error.ts';

const ENTRY = {
  startedDateTime: '2026-11-15T00:00:00.000Z',
  time: 5,
  request: { method: 'GET', url: 'https://pets.test/v1/pets', headers: [] },
  response: { status: 200, headers: [], content: { text: '[]' } },
};
const RUN = {
  run: 'a1',
  settings: {},
  known: { keyLength: 14, ledger: [], missingIds: [], interruptions: [], spent: [] },
};

const read = (entries: readonly unknown[], own?: unknown) =>
  recordFromHar({ log: { entries, _petstore: own } }, 'x.har', '/pets');
const withOwn = (own: unknown) => () => read([{ ...ENTRY, _petstore: own }]);

describe('a file that is not as it should be is refused in one sentence', () => {
  test.each<[string, () => unknown]>([
    ['no entries', () => recordFromHar({ log: {} }, 'x.har', '/pets')],
    ['an entry that is null', () => read([null])],
    ['an input that is not text', withOwn({ input: [1] })],
    ['a number that is none', withOwn({ number: 'one' })],
    ['an unknown connection', withOwn({ connection: 'old' })],
    ['fields that are null', withOwn(null)],
    ['a failure without a kind', withOwn({ failure: { message: 'x' } })],
    ['a random value without a seed', withOwn({ generated: { value: 'x', path: '0' } })],
    ['a time beyond any run', withOwn({ offsetMs: 8.64e15 })],
    ['an endless time', () => read([{ ...ENTRY, time: 1e300 }])],
    ['the last date of the calendar', () => read([{ ...ENTRY, startedDateTime: '+275760-09-13T00:00:00.000Z' }])],
    ['the first date of the calendar', () => read([{ ...ENTRY, startedDateTime: '-271821-04-20T00:00:00.000Z' }])],
    ['a date that is none', () => read([{ ...ENTRY, startedDateTime: 'yesterday' }])],
    ['headers that are no pairs', () => read([{ ...ENTRY, request: { ...ENTRY.request, headers: ['x'] } }])],
    ['no address of pets', () => read([{ ...ENTRY, request: { ...ENTRY.request, url: 'https://pets.test/v1' } }])],
    ['a run without settings', () => read([ENTRY], { run: 'a1' })],
    ['settings of another type', () => read([ENTRY], { ...RUN, settings: { only: [1] } })],
    [
      'a reason that cannot be said',
      () => read([ENTRY], { ...RUN, known: { ...RUN.known, stopped: { kind: 'target-stopped' } } }),
    ],
    ['a reason of no kind', () => read([ENTRY], { ...RUN, known: { ...RUN.known, stopped: { kind: 'constructor' } } })],
  ])('%s', (_name, attempt) => {
    expect(attempt).toThrow(UsageError);
    expect(attempt).toThrow(/^x\.har [^\n]+\.$/);
  });
});

test('150,000 entries are read', () => {
  const entries = Array.from({ length: 150_000 }, () => ENTRY);
  expect(read(entries).record).toHaveLength(150_000);
});

test('what browsers leave out or write as null is no reason to refuse a file', () => {
  const bare = {
    ...ENTRY,
    time: null,
    request: { ...ENTRY.request, headers: null, postData: null },
    response: { status: 0, content: null },
  };
  expect(read([bare]).record).toMatchObject([{ status: 0, sentAt: 0, answeredAt: 0 }]);
});

test('a body that is not whole, and an address that is not a URI, come back as they were', () => {
  const own = {
    number: 3,
    unreadable: { kind: 'reset', message: 'terminated' },
    url: 'https://pets.test/v1/pets?limit=%zz',
  };
  const [exchange] = read([{ ...ENTRY, _petstore: own }]).record;
  expect(exchange).toMatchObject({ number: 3, unreadable: { kind: 'reset' }, request: { path: '/v1/pets?limit=%zz' } });
  const cut = { cut: { bytes: 20_000, sha256: 'a'.repeat(64) } };
  expect(read([{ ...ENTRY, _petstore: cut }]).record[0]?.unreadable?.kind).toBe('oversized');
});
