import type { RunSettings } from '../harness/settings/settings.ts';
import type { Incoming } from '../reference/service.ts';
import type { Response } from '../reference/wire.ts';
import { altered } from './altered.ts';
import type { Part } from './part.ts';
import { inspectOwnRecord } from './simulation/inspect-own-record.ts';
import { API_KEY, simulate, type World } from './simulation/simulate.ts';

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

export const records: Part = {
  name: 'records',
  claim: 'runs in odd circumstances whose archive, inspected, comes to the results of the run',
  cases: () =>
    Object.entries(RUNS).map(([name, [world, settings = {}]]) => ({
      name,
      run: async () => inspectOwnRecord(await simulate({ seed: 1, ...world, settings })),
    })),
};
