import type { Clock } from '../reference/clock.ts';
import { randomFrom } from '../reference/random.ts';
import { createService, type Incoming, type Outgoing, type Service } from '../reference/service.ts';
import { Store } from '../reference/store.ts';
import { API_KEY, type World } from './simulation/simulate.ts';

/* What stands in front of a conforming server, and answers in its place. */

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

export const DROPPED: Outgoing = { kind: 'dropped' };
export const REFUSED: Outgoing = { kind: 'refused' };
export const SILENT: Outgoing = { kind: 'silent' };

/** What a front looks at. */
export type Sent = Pick<Incoming, 'method' | 'target' | 'headers' | 'pieces'>;

/** A request that comes to a front, and when. */
export interface Asked {
  readonly incoming: Sent;
  /** In milliseconds since the server was started. */
  readonly at: number;
  /** How many have come, this one included. */
  readonly count: number;
  /** Between 0 and 1, another one each time. */
  readonly chance: number;
  /** The server loses its pets, as one in memory does that ends. */
  readonly forget: () => void;
}

/** Everybody waits as long as the front says so, and is answered then. */
const STAND_STILL = 'stand still';

export interface Front {
  /** What a request gets in place of the server's answer; it does not reach the server. */
  readonly instead?: (asked: Asked) => Outgoing | typeof STAND_STILL | undefined;
  /** What it gets after the server has done its work. */
  readonly after?: (asked: Asked, answer: Outgoing) => Outgoing | undefined;
}

const STEP_MS = 10;

/** A front keeps what has happened, so each run has its own. */
export function behind(frontOf: () => Front, seed: number): Pick<World, 'serve'> {
  return {
    serve: (clock: Clock & { sleep(ms: number): Promise<void> }): Service => {
      const { instead = () => undefined, after = () => undefined } = frontOf();
      const start = () => createService({ apiKey: API_KEY, clock, seed });
      const random = randomFrom(seed);
      const startedAt = clock.now();
      const store = new Store();
      let service = start();
      let count = 0;
      const forget = () => {
        service = start();
      };
      const receive = async (incoming: Incoming): Promise<Outgoing> => {
        count += 1;
        const fixed = { incoming, count, chance: random(), forget };
        const asked = (): Asked => ({ ...fixed, at: clock.now() - startedAt });
        let given = instead(asked());
        for (; given === STAND_STILL; given = instead(asked())) await clock.sleep(STEP_MS);
        if (given !== undefined) return given;
        const answer = await service.receive(incoming);
        store.log.push(...service.store.log.splice(0));
        return after(asked(), answer) ?? answer;
      };
      return { receive, store, requests: () => service.requests(), pets: () => service.pets() };
    },
  };
}

/** For so long others that are under way get what the first one got. */
const UNDER_WAY_MS = 1;

interface Outage {
  /** The requests that begin it. */
  readonly from: (asked: Asked) => boolean;
  readonly forMs: number;
  /** What they get, and then everybody. */
  readonly first: Outgoing | typeof STAND_STILL;
  readonly meanwhile?: Outgoing;
  readonly forgets?: boolean;
}

/** From some requests on, everybody gets the same for some time. */
export const outage =
  ({ from, forMs, first, meanwhile, forgets = false }: Outage) =>
  (): Front => {
    let since = Number.NEGATIVE_INFINITY;
    return {
      instead: (asked) => {
        const isDown = asked.at < since + forMs;
        if (isDown && meanwhile && asked.at >= since + UNDER_WAY_MS) return meanwhile;
        if (isDown && (meanwhile || !from(asked))) return first;
        if (!from(asked)) return undefined;
        if (forgets) asked.forget();
        since = asked.at;
        return first;
      },
    };
  };

/** A token bucket. */
export const limited =
  (perSecond: number, given: Outgoing, is: (incoming: Sent) => boolean = () => true, burst = 1) =>
  (): Front => {
    let tokens = burst;
    let last = 0;
    return {
      instead: ({ incoming, at }) => {
        if (!is(incoming)) return undefined;
        tokens = Math.min(burst, tokens + ((at - last) / 1000) * perSecond);
        last = at;
        if (tokens < 1) return given;
        tokens -= 1;
        return undefined;
      },
    };
  };

/** So many in each span of time; in the first and only one, it is a quota. */
export const windowed =
  (most: number, ms: number, given: Outgoing, is: (incoming: Sent) => boolean = () => true) =>
  (): Front => {
    let used = 0;
    let since = 0;
    return {
      instead: ({ incoming, at }) => {
        if (!is(incoming)) return undefined;
        if (at - since >= ms) [used, since] = [0, at];
        used += 1;
        return used > most ? given : undefined;
      },
    };
  };

/** Some answers are lost by chance, half of them after the server has done its work. */
export const lossy = (share: number, given: Outgoing) => (): Front => ({
  instead: ({ chance }) => (chance < share / 2 ? given : undefined),
  after: ({ chance }) => (chance < share ? given : undefined),
});

/** After so many bad credentials, further ones get this, or for some time everybody does. */
export const guarded =
  (most: number, given: Outgoing, everybodyMs = 0) =>
  (): Front => {
    let bad = 0;
    let until = Number.NEGATIVE_INFINITY;
    return {
      instead: ({ incoming, at }) => {
        if (at < until) return given;
        if (hasKey(incoming)) return undefined;
        bad += 1;
        if (everybodyMs > 0 && bad % most === 0) until = at + everybodyMs;
        return everybodyMs === 0 && bad > most ? given : undefined;
      },
    };
  };

/** The server does the work, and does not answer. */
export const silent = (is: (incoming: Sent, answer: Outgoing, count: number) => boolean) => (): Front => ({
  after: ({ incoming, count }, answer) => (is(incoming, answer, count) ? SILENT : undefined),
});

/** A server with one worker, which such a request keeps busy for so long. */
export const blocked = (ms: number, is: (incoming: Sent) => boolean) => (): Front => {
  let until = Number.NEGATIVE_INFINITY;
  const seen = new Set<Sent>();
  return {
    instead: ({ incoming, at }) => {
      if (is(incoming) && !seen.has(incoming)) until = Math.max(until, at) + ms;
      seen.add(incoming);
      return at < until ? STAND_STILL : undefined;
    },
  };
};

export const textOf = ({ pieces }: Sent) => Buffer.concat(pieces).toString();
export const keyOf = ({ headers }: Sent) => headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
export const hasKey = (incoming: Sent) => keyOf(incoming) === `Bearer ${API_KEY}`;
