import { describe, expect, test } from 'vitest';
import { recordFromHar } from '../../../harness/archive/har.ts';
import { UsageError } from '../../../harness/basics/usage-error.ts';

const OWN = { number: 1, probe: 'reads', offsetMs: 3 };
const ENTRY = {
  time: 5,
  request: { method: 'GET', url: 'https://pets.test/v1/pets', headers: [] },
  response: { status: 200, headers: [], content: { text: '[]' } },
  _petstore: OWN,
};
const RUN = {
  run: 'a1',
  version: '0.6.0',
  baseUrl: 'https://pets.test/v1',
  seed: 1,
  startedAt: '2026-11-15T00:00:00.000Z',
  durationMs: 5,
  isWhole: true,
  settings: {},
  known: { keyLength: 14, ledger: [], missingIds: [], interruptions: [], spent: [] },
};

const read = (entries: readonly unknown[], run: unknown = RUN) =>
  recordFromHar({ log: { entries, _petstore: run } }, 'x.har');
const withOwn = (own: unknown) => () =>
  read([{ ...ENTRY, _petstore: typeof own === 'object' && own ? { ...OWN, ...own } : own }]);

describe('a file that is not as it should be is refused in one sentence', () => {
  test.each<[string, () => unknown]>([
    ['no entries', () => recordFromHar({ log: {} }, 'x.har')],
    ['an entry that is null', () => read([null])],
    ['an input that is not text', withOwn({ input: [1] })],
    ['a number that is none', withOwn({ number: 'one' })],
    ['an unknown connection', withOwn({ connection: 'old' })],
    ['fields that are null', withOwn(null)],
    ['a failure without a kind', withOwn({ failure: { message: 'x' } })],
    ['a random value without a seed', withOwn({ generated: { value: 'x', path: '0' } })],
    ['a time beyond any run', withOwn({ offsetMs: 8.64e15 })],
    ['an endless time', () => read([{ ...ENTRY, time: 1e300 }])],
    ['the last date of the calendar', () => read([ENTRY], { ...RUN, startedAt: '+275760-09-13T00:00:00.000Z' })],
    ['the first date of the calendar', () => read([ENTRY], { ...RUN, startedAt: '-271821-04-20T00:00:00.000Z' })],
    ['a date that is none', () => read([ENTRY], { ...RUN, startedAt: 'yesterday' })],
    ['headers that are no pairs', () => read([{ ...ENTRY, request: { ...ENTRY.request, headers: ['x'] } }])],
    ['an exchange that a browser recorded', withOwn(undefined)],
    ['what a browser recorded', () => recordFromHar({ log: { entries: [ENTRY] } }, 'x.har')],
    ['a run without settings', () => read([ENTRY], { ...RUN, settings: undefined })],
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

test('a body that is not whole, and an address that is not a URI, come back as they were', () => {
  const own = {
    number: 3,
    unreadable: { kind: 'reset', message: 'terminated' },
    url: 'https://pets.test/v1/pets?limit=%zz',
  };
  const [exchange] = read([{ ...ENTRY, _petstore: { ...OWN, ...own } }]).record;
  expect(exchange).toMatchObject({ number: 3, unreadable: { kind: 'reset' }, request: { path: '/v1/pets?limit=%zz' } });
});
