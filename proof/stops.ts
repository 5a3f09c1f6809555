import type { Clock } from '../reference/clock.ts';
import { randomFrom } from '../reference/random.ts';
import { createService, type Incoming, type Outgoing, type Service } from '../reference/service.ts';
import { failures } from './expected.ts';
import { type Case, numbersTo, type Part } from './part.ts';
import { API_KEY, simulate, type World } from './simulation/simulate.ts';

/** What a request takes, so that others are under way when the server stops. */
const LATENCY_MS = 4;
const MOMENTS = 24;
/** A run sends about so many requests. */
const REQUESTS = 740;

/** Somebody stops a conforming server for good, and what is under way gets no answer. */
function stoppedAt(nth: number): Pick<World, 'serve'> {
  return {
    serve: (clock: Clock & { sleep(ms: number): Promise<void> }): Service => {
      const service = createService({ apiKey: API_KEY, clock });
      let count = 0;
      let isStopped = false;
      const receive = async (incoming: Incoming): Promise<Outgoing> => {
        if (isStopped) return { kind: 'refused' };
        count += 1;
        const isLast = count === nth;
        await clock.sleep(LATENCY_MS / 2);
        isStopped ||= isLast;
        if (isStopped) return { kind: 'dropped' };
        const outgoing = await service.receive(incoming);
        await clock.sleep(LATENCY_MS / 2);
        return isStopped ? { kind: 'dropped' } : outgoing;
      };
      return { ...service, receive };
    },
  };
}

export function stop(moment: number, seed: number): Case {
  const first = ((moment - 1) * REQUESTS) / MOMENTS;
  const nth = 2 + Math.floor(first + (randomFrom(seed)() * REQUESTS) / MOMENTS);
  return {
    name: `stopped at request ${nth}, seed ${seed}`,
    run: async () => {
      const { report } = await simulate({ seed, ...stoppedAt(nth) });
      return [...failures(report), ...(report.exitCode === 4 ? [] : [`exit code ${report.exitCode}`])];
    },
  };
}

export const stops: Part = {
  name: 'stops',
  claim: 'moments at which somebody stops a conforming server for good, and no requirement fails',
  // Nothing tells a stop from a crash while one input is under way that the server has not answered before.
  tolerated: 0.3,
  cases: ({ seeds }) => numbersTo(seeds).flatMap((seed) => numbersTo(MOMENTS).map((moment) => stop(moment, seed))),
};
