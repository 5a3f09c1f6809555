import { createHash } from 'node:crypto';
import { runSuite } from '../../harness/engine/run.ts';
import type { RunFacts } from '../../harness/engine/run-facts.ts';
import type { LedgerEntry, Suite } from '../../harness/engine/suite.ts';
import type { Exchange } from '../../harness/model/exchange.ts';
import { type RunSettings, resolveSettings } from '../../harness/settings/settings.ts';
import { byName } from '../../reference/change.ts';
import { faults } from '../../reference/faults/index.ts';
import { randomFrom } from '../../reference/random.ts';
import { createService, type Service, type ServiceOptions } from '../../reference/service.ts';
import { type Variant, variantsNamed } from '../../reference/variants/index.ts';
import { petStore } from '../../suites/index.ts';
import { type Network, QUIET, throughNetwork } from './network.ts';
import { brokenPromises } from './referee.ts';
import type { Seen } from './seen.ts';
import { VirtualClock } from './virtual-clock.ts';
import { simulatedWire } from './wire.ts';

export const API_KEY = 'Proof-Key.7f3a';
export const BASE_URL = 'http://reference.test/v1';

export interface World extends Omit<ServiceOptions, 'apiKey' | 'clock'> {
  /** Decides the inputs of the run, the chance in the service and the network. */
  readonly seed: number;
  readonly network?: Network;
  /** In milliseconds since the epoch. */
  readonly startsAt?: number;
  /** Of the run, and not of the service. */
  readonly settings?: Partial<RunSettings>;
  /** Something in this world may keep its faults from being seen. */
  readonly mayHide?: boolean;
  /** Instead of a reference service. */
  readonly serve?: (clock: VirtualClock) => Service;
  readonly suite?: Suite;
}

export interface Simulated extends Seen {
  readonly service: Service;
}

/** A whole run under virtual time, with everything decided by one seed. Throws if it breaks a promise of the suite. */
export async function simulate(world: World): Promise<Simulated> {
  const { seen, service } = await watch(world);
  const { seed } = world;
  const broken = brokenPromises(seen, isDrawn(`${seed} ${named(world)}`));
  if (broken.length > 0) throw new Error(`Seed ${seed}, ${named(world)}:\n${broken.slice(0, SHOWN).join('\n')}`);
  return { ...seen, service };
}

/** Both sides of a whole run. */
export async function watch(world: World): Promise<{ readonly seen: Seen; readonly service: Service }> {
  const { seed, network = QUIET, startsAt, settings = {}, serve, suite = petStore, variants = [], ...others } = world;
  const { mayHide = false, ...options } = others;
  const clock = new VirtualClock(startsAt);
  const now = new Date(clock.now()).toISOString().slice(0, 10);
  const service = serve?.(clock) ?? createService({ ...options, variants, seed, apiKey: API_KEY, clock });
  const target = { seed, runId: `s${seed}`, baseUrl: BASE_URL, apiKey: API_KEY, now };
  const defaults = { ...resolveSettings(new Map(), {}, ''), ...target };
  const run: RunSettings = { ...defaults, ...settingsOf(variants.flatMap(variantsNamed)), ...settings };
  const random = randomFrom(seed);
  const latency = () => network.latency + random() * network.jitter;
  const direct = simulatedWire(service, clock, run.timeoutMs, latency);
  const wire = throughNetwork(direct, clock, network, random);
  // A store may have been filled by the runs before.
  const before = service.store.log.length;
  const existing = service.store.all();
  let exchanges: readonly Exchange[] = [];
  const ledger: LedgerEntry[] = [];
  let facts: RunFacts | undefined;
  const watched: Suite = {
    ...suite,
    ledgerOf: (initial) => noting(suite.ledgerOf(initial), ledger),
    decide: (record, end) => {
      facts = end;
      exchanges = record;
      return suite.decide(record, end);
    },
  };
  const composed = await clock.run(() => runSuite(run, watched, { wire, clock }));
  if (!facts) throw new Error('The suite has decided nothing.');
  const server = { faults: (options.faults ?? []).map((name) => byName(faults, name)), mayHide };
  const both = { settings: run, exchanges, ledger, existing, log: service.store.log.slice(before) };
  const seen = { ...composed, ...server, ...both, facts };
  return { seen, service };
}

function noting<T, R>(from: (one: T) => readonly R[], notes: R[]): (one: T) => readonly R[] {
  return (one) => {
    const results = from(one);
    notes.push(...results);
    return results;
  };
}

/** The slow promises are checked in one run of so many, always the same ones. They take longer than the run. */
const SHARE = Number(process.env.PROOF_SHARE ?? (process.env.VITEST ? 256 : 8));

function isDrawn(name: string): boolean {
  return createHash('sha256').update(name).digest().readUInt32BE() % SHARE === 0;
}

/** Of the promises that a run breaks. */
const SHOWN = 10;

function named({ faults = [], variants = [] }: World): string {
  return [...faults, ...variants].join(', ') || 'the reference server';
}

/** The settings without which a run would not suit these servers. */
export function settingsOf(variants: readonly Pick<Variant, 'settings'>[]): Partial<RunSettings> {
  const { 'category-ids': categories, now } = Object.assign({}, ...variants.map(({ settings }) => settings));
  return { ...(categories && { categoryIds: categories.split(',') }), ...(now && { now }) };
}
