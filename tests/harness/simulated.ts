import { type EngineParts, runSuite } from '../../harness/engine/run.ts';
import type { Exchange } from '../../harness/model/exchange.ts';
import type { Report } from '../../harness/model/report.ts';
import { type RunSettings, resolveSettings } from '../../harness/settings/settings.ts';
import { VirtualClock } from '../../proof/simulation/virtual-clock.ts';
import { simulatedWire } from '../../proof/simulation/wire.ts';
import { randomFrom } from '../../reference/random.ts';
import {
  createService,
  type Incoming,
  type Outgoing,
  type Service,
  type ServiceOptions,
} from '../../reference/service.ts';
import { petStore } from '../../suites/index.ts';

export const API_KEY = 'Test-Key.7f3a';

/** What stands between the run and the service; `at` is the time since the start, `turn` counts requests from 1. */
export type Front = (
  incoming: Incoming,
  pass: () => Promise<Outgoing>,
  state: { readonly at: number; readonly turn: number; readonly sleep: (ms: number) => Promise<void> },
) => Promise<Outgoing>;

interface Simulated extends Omit<ServiceOptions, 'apiKey' | 'clock'> {
  readonly front?: Front;
  readonly settings?: Partial<RunSettings>;
  readonly options?: Omit<EngineParts, 'wire' | 'clock'>;
  readonly latencyMs?: number;
}

export interface Ran {
  readonly report: Report;
  readonly service: Service;
  readonly exchanges: readonly Exchange[];
}

/** A whole run against the reference service, under virtual time and with a seeded jitter. */
export async function simulate({ front, settings, options, latencyMs = 1, ...service }: Simulated = {}): Promise<Ran> {
  const clock = new VirtualClock();
  const inner = createService({ apiKey: API_KEY, clock, ...service });
  const startedAt = clock.now();
  let turn = 0;
  const receive = (incoming: Incoming) => {
    turn += 1;
    const pass = () => inner.receive(incoming);
    return front
      ? front(incoming, pass, { at: clock.now() - startedAt, turn, sleep: (ms) => clock.sleep(ms) })
      : pass();
  };
  const random = randomFrom(7);
  const wire = simulatedWire({ ...inner, receive }, clock, 10_000, () => latencyMs * random());
  const exchanges: Exchange[] = [];
  const all: RunSettings = {
    ...resolveSettings(new Map(), {}, ''),
    baseUrl: 'http://reference.test/v1',
    apiKey: API_KEY,
    runId: 'testrun',
    seed: 1,
    now: '2026-11-16',
    ...settings,
  };
  const onExchange = (exchange: Exchange) => {
    exchanges.push(exchange);
    options?.onExchange?.(exchange);
  };
  const { report } = await clock.run(() => runSuite(all, petStore, { ...options, clock, wire, onExchange }));
  return { report, service: inner, exchanges };
}

export const respond = (status: number, body = '', headers: readonly (readonly [string, string])[] = []): Outgoing => ({
  kind: 'response',
  status,
  headers,
  body: Buffer.from(body),
});

export function idsWith({ results }: Report, ...outcomes: readonly string[]): readonly string[] {
  return results.filter(({ outcome }) => outcomes.includes(outcome)).map(({ id }) => id);
}
