import type { Report } from '../harness/model/report.ts';
import { createService, type Incoming } from '../reference/service.ts';
import type { Response } from '../reference/wire.ts';
import { idsThatCanFail } from '../suites/requirements/index.ts';
import { altered } from './altered.ts';
import { conforms, type Problems } from './expected.ts';
import type { Case, Part } from './part.ts';
import { inspectOwnRecord } from './simulation/inspect-own-record.ts';
import { API_KEY, simulate, type World } from './simulation/simulate.ts';

interface Circumstance extends Omit<World, 'seed'> {
  readonly seed?: number;
  /** Of a server that conforms, 0 unless given. */
  readonly exitCode?: number;
  /** Some requirements fail or stay open: only the archive of the run is checked. */
  readonly isOdd?: true;
}

const THOROUGH = { thorough: true, maxCreates: 400, maxBadCredentials: 1_000 };
const AMONG_OTHERS = { pets: 150, isOdd: true } as const;

const withKey = (apiKey: string): Circumstance => ({
  serve: (clock) => createService({ apiKey, clock }),
  settings: { apiKey },
});

const odd = (alter: Parameters<typeof altered>[0]): Circumstance => ({ ...altered(alter), isOdd: true });

/** Every error has this message. */
const errorsSay = (messageFor: (incoming: Incoming) => string): Circumstance =>
  odd((incoming, response) => {
    const body = JSON.stringify({ code: 'e', message: messageFor(incoming), status: response.status });
    return response.status < 400 ? response : { ...response, body: Buffer.from(body) };
  });

const tokenOf = ({ headers }: Incoming) => headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '';

/** Every fiftieth body. */
function breaksOff(): Circumstance {
  let count = 0;
  return odd((_incoming, response: Response) => {
    count += 1;
    return count % 50 === 0 ? { ...response, brokenAfter: response.body.length >> 1 } : response;
  });
}

/** How a run may differ from a plain one on the reference server. */
const CIRCUMSTANCES: Readonly<Record<string, Circumstance>> = {
  'a hundred requests at a time': { settings: { concurrency: 100 } },
  '50 requests per second': { settings: { maxRps: 50 } },
  'thorough, with the usual budgets': { settings: { thorough: true } },
  'thorough, where new pets come first': { seed: 4, variants: ['newest-first'], settings: THOROUGH },
  'thorough, where new pets come first, with another seed': {
    seed: 7,
    variants: ['newest-first'],
    settings: THOROUGH,
  },
  'a key that is part of a header': withKey('petstore'),
  'a key of one letter': withKey('a'),
  'one creation': { settings: { maxCreates: 1 }, exitCode: 4 },
  '40 creations': { settings: { maxCreates: 40 }, exitCode: 4 },
  'budgets that run out': { settings: { maxCreates: 12, maxBadCredentials: 10 }, exitCode: 4 },
  'a run that is out of time': { settings: { maxDurationMs: 1_000 }, exitCode: 4 },
  'a run after the removal of getPet': { settings: { now: '2031-01-01' } },
  'a strict run with another window': { settings: { strict: true, consistencyWindowMs: 500 } },
  'a selection': { settings: { only: ['list.*'], skip: ['list.ok'] } },
  'a read-only run': { ...AMONG_OTHERS, settings: { readOnly: true } },
  'a read-only run with ids that do not exist': {
    ...AMONG_OTHERS,
    settings: { readOnly: true, knownIds: ['999999999'] },
  },
  'named categories': { isOdd: true, settings: { categoryIds: ['3', '4'] } },
  'interruptions by a network': {
    isOdd: true,
    network: { latency: 5, jitter: 5, resets: 4, gatewayErrors: 4, strictGateway: true },
  },
  'a body that breaks off': breaksOff(),
  'errors that repeat every token': errorsSay((incoming) => `Refused: ${tokenOf(incoming)}`),
  'errors that contain the key': errorsSay(() => `Not ${API_KEY}`),
  'errors that contain the key in base64': errorsSay(() => `Not ${Buffer.from(`user:${API_KEY}`).toString('base64')}`),
  'errors in Latin-1': odd((_incoming, response) =>
    response.status < 400
      ? response
      : { ...response, body: Buffer.from(`{"message":"Schlüssel ${API_KEY}"}`, 'latin1') },
  ),
  'a server that refuses the key': odd((_incoming, response) => ({
    ...response,
    status: 401,
    body: Buffer.from('{}'),
  })),
};

export const circumstances: Part = {
  name: 'circumstances',
  claim: 'runs in odd circumstances that end as they must, and whose archive, inspected, comes to the same results',
  cases: () =>
    Object.entries(CIRCUMSTANCES).map(([name, { seed = 1, exitCode = 0, isOdd = false, ...world }]) => ({
      name,
      run: async () => {
        const ran = await simulate({ ...world, seed });
        return [...(isOdd ? [] : conforms(ran.report, { exitCode })), ...inspectOwnRecord(ran)];
      },
    })),
};

/** What a report says beyond "not selected". */
function reportedRows({ results }: Report): readonly string[] {
  return results.filter(({ why }) => why?.kind !== 'not-selected').map(({ id, outcome }) => `${id} ${outcome}`);
}

export function passesAlone(id: string): Case {
  return {
    name: id,
    run: async (): Promise<Problems> => {
      const rows = reportedRows((await simulate({ seed: 1, settings: { only: [id] } })).report);
      return rows.join() === `${id} pass` ? [] : rows;
    },
  };
}

export const alone: Part = {
  name: 'alone',
  claim: 'requirements that pass on the reference server where nothing else is selected',
  cases: () => idsThatCanFail.map(passesAlone),
};
