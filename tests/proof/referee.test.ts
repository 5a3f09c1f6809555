import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../harness/model/exchange.ts';
import type { Report, Result } from '../../harness/model/report.ts';
import { brokenPromises, PROMISES } from '../../proof/simulation/referee.ts';
import type { Seen } from '../../proof/simulation/seen.ts';
import { API_KEY, watch } from '../../proof/simulation/simulate.ts';
import { byName } from '../../reference/change.ts';
import { faults } from '../../reference/faults/index.ts';
import { failureOf } from '../reporters/samples.ts';

type Plant = (seen: Seen) => Partial<Seen>;

const inRun =
  (change: (run: Report['run']) => Partial<Report['run']>): Plant =>
  ({ report }) => ({ report: { ...report, run: { ...report.run, ...change(report.run) } } });
const inResult =
  (id: string, change: Partial<Result>): Plant =>
  ({ report }) => ({
    report: { ...report, results: report.results.map((one) => (one.id === id ? { ...one, ...change } : one)) },
  });
const inExchange =
  (isIt: (exchange: Exchange) => boolean, change: (exchange: Exchange) => Partial<Exchange>): Plant =>
  ({ exchanges }) => {
    const at = exchanges.findIndex(isIt);
    return { exchanges: exchanges.map((one, index) => (index === at ? { ...one, ...change(one) } : one)) };
  };
const isCreation = ({ request, status }: Exchange) => request.method === 'POST' && status === 201;

/** One break or more of each promise, planted into a run that keeps all of them. */
const BREAKS: Readonly<Record<keyof typeof PROMISES, Readonly<Record<string, Plant>>>> = {
  'no more is created than the budget allows': {
    'one pet more than allowed': ({ log = [], settings }) => ({
      settings: { ...settings, maxCreates: log.filter(({ kind }) => kind === 'added').length - 1 },
    }),
  },
  'no more bad credentials are sent than the budget allows, in all attempts together': {
    'one bad credential more than allowed': ({ exchanges, settings }) => ({
      settings: { ...settings, maxBadCredentials: exchanges.filter(({ status }) => status === 401).length - 1 },
    }),
  },
  'a conforming server gets no more requests and pets than documented': {
    'a run of more requests': ({ exchanges }) => {
      const reads = exchanges.filter(({ request }) => request.method === 'GET');
      return { exchanges: [...exchanges, ...reads, ...reads] };
    },
    'requests that a gateway does not let through': ({ exchanges }) => ({
      exchanges: [...exchanges, ...exchanges.map((one) => ({ ...one, status: 504, body: Buffer.of() }))],
    }),
    'pets for a stocked target': () => ({
      existing: Array.from({ length: 100 }, (_, at) => {
        return { id: BigInt(at + 1), name: 'of somebody else', categoryId: 1n, status: 'sold' } as const;
      }),
    }),
  },
  'every pet that may exist because of the run is listed': {
    'a pet that the report lacks': inRun(({ created }) => ({ created: created.slice(1) })),
    'a pet that the ledger lacks': ({ ledger }) => ({ ledger: ledger.slice(1) }),
  },
  'nothing that the run did not create is changed or removed': {
    'a DELETE': inExchange(
      ({ request }) => request.method === 'GET',
      ({ request }) => ({ request: { ...request, method: 'DELETE' } }),
    ),
    'a creation with the id of another pet': ({ exchanges }) => {
      const claim = exchanges.find(({ input }) => input?.includes('open-field/taken-id'));
      const id = /"id":(\d+)/.exec(claim?.request.body ?? '')?.[1];
      return { existing: [{ id: BigInt(id ?? ''), name: 'of somebody else', categoryId: 1n }] };
    },
  },
  'no secret is in any output': {
    'the key in a sentence': ({ report }) => ({ report: { ...report, warnings: [`The key ${API_KEY} is short.`] } }),
    'the key in base64': ({ report }) => ({
      report: { ...report, warnings: [Buffer.from(`key ${API_KEY}`).toString('base64')] },
    }),
  },
  'inspect of the archive comes to the results of the run': {
    'another outcome': inResult('list.ok', { outcome: 'inconclusive' }),
    'an exchange that the archive lacks': ({ record }) => ({
      record: () => record().filter(({ probe }) => probe !== 'last look'),
    }),
  },
  'a server with a fault does not end with 0': {
    'a fault that nothing reports': () => ({ faults: [byName(faults, 'id-as-text')] }),
  },
  'whatever is violated fails, and has one place in the order of work': {
    'a failed MUST and exit code 0': inResult('list.ok', { outcome: 'fail' }),
    'a violation that passes': inResult('list.ok', {
      violations: [failureOf()],
    }),
    'two failures with one place': inResult('list.ok', { outcome: 'fail', violations: [failureOf(), failureOf()] }),
  },
  'a read-only run skips only what the setting rules out': {
    'a budget that is spent': (seen) => ({
      ...inResult('auth.invalid-key.listPets', { outcome: 'skipped', why: { kind: 'read-only', needs: 'pets' } })(seen),
      settings: { ...seen.settings, readOnly: true },
      facts: { ...seen.facts, spent: [{ kind: 'budget-spent', budget: 'bad-credentials', limit: 3 }] },
    }),
  },
  'a pass names the exchange that would have shown a violation, and its control': {
    'no exchange': inResult('get.found', { restsOn: undefined as never, reason: undefined as never }),
    'an exchange that does not exist': inResult('get.found', { restsOn: { exchange: 100_000 } }),
    'a control that was refused': (seen) => {
      const refused = seen.exchanges.find(({ status }) => status === 401)?.number ?? 0;
      return inResult('list.limit.below-minimum', { outcome: 'pass', restsOn: { exchange: 1, control: refused } })(
        seen,
      );
    },
  },
  'no exchange that a check calls wrong stands beside a pass, and the one that it rests on is right': {
    'a page that was refused': inExchange(
      ({ request, status }) => request.path.endsWith('limit=100') && status === 200,
      () => ({ status: 400 }),
    ),
    'an exchange of another requirement': ({ exchanges, ...seen }) =>
      inResult('create.missing-field', { restsOn: { exchange: exchanges.find(isCreation)?.number ?? 0 } })({
        exchanges,
        ...seen,
      }),
    'an exchange that shows nothing': ({ exchanges, ...seen }) => {
      const first = exchanges.find(({ request, status }) => /limit=100$/.test(request.path) && status === 200);
      return inResult('list.limit.maximum', { restsOn: { exchange: first?.number ?? 0 } })({ exchanges, ...seen });
    },
    'a control of another operation': ({ exchanges, ...seen }) => {
      const control = exchanges.find(isCreation)?.number ?? 0;
      return inResult('list.limit.below-minimum', { restsOn: { exchange: 1, control } })({ exchanges, ...seen });
    },
    'a value that a budget kept back': ({ exchanges, facts }) => ({
      exchanges: exchanges.filter(({ input }) => !input?.includes('name/emoji')),
      facts: { ...facts, spent: [{ kind: 'budget-spent', budget: 'creations', limit: 9 }] },
    }),
  },
  'the run ends in time': { 'a run of ten minutes': inRun(() => ({ durationMs: 600_000 })) },
  'what is sent has a name': {
    'an input of no table': inExchange(isCreation, () => ({ input: ['name/nobody-knows'] })),
  },
  'what has a name is sent': {
    'a name that is not sent': ({ exchanges }) => ({
      exchanges: exchanges.filter(({ input }) => !input?.includes('name/emoji')),
    }),
  },
  'what has no name is plain': {
    'a mark that no value names': inExchange(
      ({ input }) => input?.includes('name/emoji') === true,
      ({ request }) => ({
        request: { ...request, body: request.body?.replace(/"categoryId": *-?\d+/, '"categoryId":2013265930') ?? '' },
        input: ['name/emoji'],
      }),
    ),
    'a body in pieces': inExchange(
      ({ input }) => input?.includes('name/emoji') === true,
      ({ request }) => ({ request: { ...request, cutAt: 5 }, input: ['name/emoji'] }),
    ),
  },
};

describe('the referee finds a break of', async () => {
  const { seen } = await watch({ seed: 3 });

  test('no promise where all are kept', () => expect(brokenPromises(seen, true)).toEqual([]));

  test('no promise where the server stores each pet twice', () => {
    const { log = [] } = seen;
    expect(brokenPromises({ ...seen, log: [...log, ...log] }, false)).toEqual([]);
  });

  test('every promise of its table', () => expect(Object.keys(BREAKS)).toEqual(Object.keys(PROMISES)));

  describe.each(Object.keys(PROMISES))('%s', (promise) => {
    test.each(Object.entries(BREAKS[promise] ?? {}))('%s', (_name, plant) => {
      const check = PROMISES[promise];
      expect(check?.({ ...seen, ...plant(seen) })).not.toEqual([]);
    });
  });
});
