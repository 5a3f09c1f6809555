import { createService, type Incoming, type Outgoing, type Service } from '../reference/service.ts';
import type { Part } from './part.ts';
import { API_KEY, simulate, type World } from './simulation/simulate.ts';
import type { VirtualClock } from './simulation/virtual-clock.ts';

/* What a service costs that never answers something: a minute, or little more, at the default timeout. */

const LONGEST_MS = 85_000;

type Silenced = (incoming: Incoming, answer: Outgoing, count: number) => boolean;

/** A service that does the work, and does not answer. */
function silent(isSilenced: Silenced): Pick<World, 'serve'> {
  return {
    serve: (clock): Service => {
      const service = createService({ apiKey: API_KEY, clock });
      let count = 0;
      const receive = async (incoming: Incoming): Promise<Outgoing> => {
        count += 1;
        const turn = count;
        const answer = await service.receive(incoming);
        return isSilenced(incoming, answer, turn) ? { kind: 'silent' } : answer;
      };
      return { ...service, receive };
    },
  };
}

/** A service with one worker, which such a request keeps busy. */
function blocked(ms: number, isBlocking: (incoming: Incoming) => boolean): Pick<World, 'serve'> {
  return {
    serve: (clock: VirtualClock): Service => {
      const service = createService({ apiKey: API_KEY, clock });
      let busyUntil = 0;
      const receive = async (incoming: Incoming): Promise<Outgoing> => {
        if (isBlocking(incoming)) busyUntil = Math.max(busyUntil, clock.now()) + ms;
        while (clock.now() < busyUntil) await clock.sleep(busyUntil - clock.now());
        return service.receive(incoming);
      };
      return { ...service, receive };
    },
  };
}

const has =
  (status: number): Silenced =>
  (_incoming, answer) =>
    answer.kind === 'response' && answer.status === status;
const bodyOf = ({ pieces }: Incoming) => Buffer.concat(pieces).toString();
const hasKey = ({ headers }: Incoming) => headers.some(([, value]) => value === `Bearer ${API_KEY}`);
const creates = ({ method }: Incoming) => method === 'POST';
/** The same requests each time. */
const oneInNine = (incoming: Incoming) =>
  [...`${incoming.target}${bodyOf(incoming)}`].reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) % 997, 7) %
    9 ===
  0;

const SERVERS: readonly (readonly [what: string, world: Pick<World, 'serve'>])[] = [
  ['401', silent(has(401))],
  ['400', silent(has(400))],
  ['404', silent(has(404))],
  ['any refusal', silent((_incoming, answer) => answer.kind === 'response' && answer.status >= 400)],
  ['201', silent(has(201))],
  ['a creation', silent(creates)],
  ['a fetch', silent(({ target }) => target.includes('/pets/'))],
  ['a list with parameters', silent(({ target }) => target.includes('?'))],
  ['one request in nine', silent(oneInNine)],
  ['a creation after the first 50 requests', silent((incoming, _answer, count) => count > 50 && creates(incoming))],
  ['anything after the first 50 requests', silent((_incoming, _answer, count) => count > 50)],
  ['anything for 12 s after a body of null', blocked(12_000, (incoming) => bodyOf(incoming) === 'null')],
  ['anything for 12 s after a creation', blocked(12_000, creates)],
  ['anything for 12 s after a bad credential', blocked(12_000, (incoming) => !hasKey(incoming))],
];

export const silences: Part = {
  name: 'silence',
  claim: 'servers that never answer something, on which a run takes little more than a minute',
  cases: () =>
    SERVERS.map(([name, world]) => ({
      name,
      run: async () => {
        const { run, exitCode } = (await simulate({ seed: 1, ...world })).report;
        return [
          ...(exitCode === 1 || exitCode === 4 ? [] : [`exit code ${exitCode}`]),
          ...(run.durationMs < LONGEST_MS ? [] : [`it took ${run.durationMs} ms`]),
        ];
      },
    })),
};
