import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { RunSettings } from '../../harness/settings/settings.ts';
import { inspectOwnRecord } from '../../proof/simulation/inspect-own-record.ts';
import { API_KEY, type World } from '../../proof/simulation/simulate.ts';
import type { Incoming } from '../../reference/service.ts';
import type { Response } from '../../reference/wire.ts';
import { altered, run } from './support.ts';

const tokenOf = ({ headers }: Incoming) =>
  headers
    .filter(([name]) => name.toLowerCase() === 'authorization')
    .map(([, value]) => value)
    .join();

const inError = (response: Response, message: string): Response =>
  response.status < 400
    ? response
    : { ...response, body: Buffer.from(JSON.stringify({ code: 'e', message, status: response.status })) };

let turn = 0;
const every = (count: number, response: Response, other: () => Response) => {
  turn += 1;
  return turn % count === 0 ? other() : response;
};

/** The referee compares faults and variants, in a part of all simulated runs. */
type Given = readonly [world: Omit<World, 'seed'>, settings?: Partial<RunSettings>];

const RUNS: Readonly<Record<string, Given>> = {
  'a body that breaks off': [
    altered((_incoming, response) =>
      every(50, response, () => ({ ...response, brokenAfter: response.body.length >> 1 })),
    ),
  ],
  'errors that repeat every token': [
    altered((incoming, response) => inError(response, `Refused: ${tokenOf(incoming)}`)),
  ],
  'errors that contain the key': [altered((_incoming, response) => inError(response, `Not ${API_KEY}`))],
  'errors that contain the key in base64': [
    altered((_incoming, response) => inError(response, `Not ${Buffer.from(`user:${API_KEY}`).toString('base64')}`)),
  ],
  'errors in Latin-1': [
    altered((_incoming, response) =>
      response.status < 400
        ? response
        : { ...response, body: Buffer.from(`{"message":"Schlüssel ${API_KEY}"}`, 'latin1') },
    ),
  ],
  'a read-only run': [{ pets: 150 }, { readOnly: true }],
  'a read-only run with ids that do not exist': [{ pets: 150 }, { readOnly: true, knownIds: ['999999999'] }],
  'named categories': [{}, { categoryIds: ['3', '4'] }],
  'a selection': [{ faults: ['limit-one-gives-two'] }, { only: ['list.*'], skip: ['list.ok'] }],
  'a run after the removal of getPet': [{}, { now: '2031-01-01' }],
  'a strict run with another window': [{}, { strict: true, consistencyWindowMs: 500 }],
  'budgets that run out': [{}, { maxCreates: 12, maxBadCredentials: 10 }],
  'a run that is out of time': [{}, { maxDurationMs: 1_000 }],
  'interruptions by a network': [
    { network: { latency: 5, jitter: 5, resets: 4, gatewayErrors: 4, strictGateway: true } },
  ],
  'a service that refuses the key': [
    altered((_incoming, response) => ({ ...response, status: 401, body: Buffer.from('{}') })),
  ],
};

test.each(Object.entries(RUNS))('inspect agrees with the run: %s', async (_name, [world, settings]) => {
  expect(inspectOwnRecord(await run(world, settings))).toEqual([]);
});

test('inspect agrees with the run: earlier nights in a ledger', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const settings = { ledger: join(folder, 'ledger.jsonl'), runId: 'night1' };
  const first = await run({ faults: ['invalid-pet-is-422'] }, settings);
  const again = await run({ serve: () => first.service }, { ...settings, runId: 'night2' });
  expect(again.known().ledger.length).toBeGreaterThan(50);
  expect(inspectOwnRecord(again)).toEqual([]);
});

test('what an archive lacks is noticed', async () => {
  const { record, ...composed } = await run({});
  const problems = inspectOwnRecord({
    ...composed,
    record: () => record().filter(({ probe }) => probe !== 'last look'),
  });
  expect(problems.join('\n')).toContain('in inspect');
});
