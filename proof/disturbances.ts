import type { Clock } from '../reference/clock.ts';
import { randomFrom } from '../reference/random.ts';
import { createService, type Incoming, type Outgoing, type Service } from '../reference/service.ts';
import { conforms } from './expected.ts';
import { type Case, numbersTo, type Part } from './part.ts';
import { API_KEY, simulate, type World } from './simulation/simulate.ts';

export const page = (status: number, headers: Readonly<Record<string, string>> = {}): Outgoing => ({
  kind: 'response',
  status,
  headers: Object.entries({ 'content-type': 'text/html', ...headers }),
  body: Buffer.from(`<html><h1>${status}</h1></html>`),
});

export const error = (status: number, headers: Readonly<Record<string, string>> = {}): Outgoing => ({
  kind: 'response',
  status,
  headers: Object.entries({ 'content-type': 'application/json', ...headers }),
  body: Buffer.from(JSON.stringify({ code: 'error', message: 'Not now.', status })),
});

/** What the answers of a service may be replaced by. */
export const ANSWERS: Readonly<Record<string, Outgoing>> = {
  'a reset': { kind: 'dropped' },
  'a refused connection': { kind: 'refused' },
  silence: { kind: 'silent' },
  '401': error(401),
  '429': error(429),
  '429 with Retry-After': error(429, { 'retry-after': '1' }),
  '502': page(502),
  '503': page(503),
  '503 with Retry-After': page(503, { 'retry-after': '1' }),
  '504': page(504),
};

/** What a request meets instead of the service, or nothing. Time is that since the service was started. */
export type Front = (incoming: Incoming, at: number, count: number) => Outgoing | 'stand still' | undefined;

/** A conforming server behind something else. */
export function behind(frontOf: (random: () => number) => Front, seed: number): Pick<World, 'serve'> {
  return {
    serve: (clock: Clock & { sleep(ms: number): Promise<void> }): Service => {
      const service = createService({ apiKey: API_KEY, clock, seed });
      const front = frontOf(randomFrom(seed));
      const startedAt = clock.now();
      let count = 0;
      const receive = async (incoming: Incoming): Promise<Outgoing> => {
        count += 1;
        const given = front(incoming, clock.now() - startedAt, count);
        if (given === undefined) return service.receive(incoming);
        if (given !== 'stand still') return given;
        do await clock.sleep(STEP_MS);
        while (front(incoming, clock.now() - startedAt, count) === 'stand still');
        return service.receive(incoming);
      };
      return { ...service, receive };
    },
  };
}

const STEP_MS = 10;

/** For how long everybody meets it, in milliseconds. */
const WINDOWS = [50, 300, 1_000, 3_000, 10_000, 25_000];
/** A run has sent about so many requests when it waits for its last look. */
const REQUESTS = 600;

/** From a random request on, everybody meets the same for some time, once. */
const window =
  (ms: number, given: Outgoing | 'stand still') =>
  (random: () => number): Front => {
    const first = 2 + Math.floor(random() * REQUESTS);
    let endsAt: number | undefined;
    return (_incoming, at, count) => {
      if (count >= first) endsAt ??= at + ms;
      return endsAt !== undefined && at < endsAt ? given : undefined;
    };
  };

const KINDS: Readonly<Record<string, Outgoing | 'stand still'>> = { ...ANSWERS, 'no progress': 'stand still' };

export function worldOf(what: string, ms: number, seed: number): Pick<World, 'serve'> {
  const given = KINDS[what];
  if (given === undefined) throw new Error(`Nothing is called "${what}".`);
  return behind(window(ms, given), seed);
}

export function disturbance(what: string, ms: number, seed: number): Case {
  return {
    name: `${what} for ${ms} ms, seed ${seed}`,
    run: async () => {
      const { report } = await simulate({ seed, ...worldOf(what, ms, seed) });
      return conforms(report);
    },
  };
}

export const disturbances: Part = {
  name: 'disturbances',
  claim: 'times of 50 ms to 25 s in which a conforming server is disturbed for everybody, that fail and hide nothing',
  tolerated: 0.01,
  cases: ({ seeds }) =>
    numbersTo(seeds).flatMap((seed) =>
      Object.keys(KINDS).flatMap((what) => WINDOWS.map((ms) => disturbance(what, ms, seed))),
    ),
};
