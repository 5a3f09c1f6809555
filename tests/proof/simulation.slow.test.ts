import { describe, expect, test } from 'vitest';
import { runSuite } from '../../harness/engine/run.ts';
import { type RunSettings, resolveSettings } from '../../harness/settings/settings.ts';
import { reportedIn, requirementsOf } from '../../proof/expected.ts';
import { type Network, QUIET } from '../../proof/simulation/network.ts';
import { API_KEY, settingsOf, simulate } from '../../proof/simulation/simulate.ts';
import { type Fault, faults } from '../../reference/faults/index.ts';
import { startReference } from '../../reference/server.ts';
import { packed, type Variant, variantsNamed } from '../../reference/variants/index.ts';
import { petStore } from '../../suites/index.ts';

/** In each of them a run is still complete. */
const NETWORKS = {
  quiet: QUIET,
  distant: { ...QUIET, latency: 40, jitter: 10 },
  jittery: { ...QUIET, latency: 1, jitter: 60 },
  'breaking twice': { ...QUIET, resets: 2 },
  'with gateway errors': { ...QUIET, jitter: 5, gatewayErrors: 3 },
  'with a strict gateway': { ...QUIET, latency: 2, strictGateway: true },
} satisfies Readonly<Record<string, Network>>;

describe('one seed decides a run', () => {
  const recordOf = async (seed: number, network: Network) => {
    // One network sees a whole run.
    const only = network === QUIET ? [] : ['deprecation.*'];
    const world = { seed, network, variants: ['replicas-with-random-lag'], settings: { only } };
    const { report, record } = await simulate(world);
    return JSON.stringify({ report, record: record() });
  };
  test.each(Object.entries(NETWORKS))('in a network that is %s', async (_name, network) => {
    expect(await recordOf(7, network)).toBe(await recordOf(7, network));
  });

  test('and another seed another one', async () => {
    expect(await recordOf(7, NETWORKS.distant)).not.toBe(await recordOf(8, NETWORKS.distant));
  });
});

/** What is seen of a network in the answers of a run, where nothing else would cause it. */
const DISTURBANCES: Readonly<Record<string, (status: number) => boolean>> = {
  'breaking twice': (status) => status === 0,
  'with gateway errors': (status) => status > 500,
  'with a strict gateway': (status) => status === 400,
};

describe('a network that is', () => {
  test.each(Object.entries(NETWORKS))('%s does not fail a conforming server', async (name, network) => {
    const { report, record } = await simulate({ seed: 3, network });
    expect(reportedIn(report)).toEqual([]);
    expect(report.exitCode, report.diagnosis).toBe(0);
    const others = record().filter(({ response }) => !/^[[{]/.test(response?.body ?? ''));
    const disturbs = DISTURBANCES[name];
    if (disturbs) expect(others.some(({ response }) => disturbs(response?.status ?? 0))).toBe(true);
  });
});

describe('a run on a slow target', async () => {
  const ROUND_TRIP_MS = 50;
  const network = { ...QUIET, latency: ROUND_TRIP_MS / 2, jitter: 0 };

  const without = await simulate({ seed: 3, network, settings: { consistencyWindowMs: 0 } });

  test('keeps most of the requests that it may send at once under way', async () => {
    const { durationMs, requests } = without.report.run;
    // For a second, odd values are sent one at a time.
    expect(durationMs / (requests * ROUND_TRIP_MS)).toBeLessThan(0.16);
  });

  test('waits for reads to catch up while it sends what creates nothing', async () => {
    const { report } = await simulate({ seed: 3, network, settings: { consistencyWindowMs: 2000 } });
    // Broken bodies and bad credentials, which come after the last look, do not fill the window.
    expect(report.run.durationMs - without.report.run.durationMs).toBeLessThan(1_000);
  });
});

/** Spread over all of them. */
const every = <Item>(items: readonly Item[], count: number) =>
  Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)] as Item);

/** A run takes about as long, however many faults or variants a server has. */
describe('sockets and simulation come to the same result', () => {
  const both = async (server: { faults?: string[]; variants?: string[] }, changes: Partial<RunSettings>) => {
    const reference = await startReference({ ...server, apiKey: API_KEY, seed: 1 });
    const settings = { ...changes, runId: 'sockets' };
    const target = { baseUrl: reference.baseUrl, apiKey: API_KEY, seed: 1 };
    const real = await runSuite({ ...resolveSettings(new Map(), {}, ''), ...settings, ...target }, petStore).finally(
      () => reference.close(),
    );
    return { real: real.report, simulated: (await simulate({ ...server, seed: 1, settings })).report };
  };

  // What stores refused creations leaves no budget to repeat one that breaks the connection. Of faults that violate no
  // MUST, one may hide the other.
  const isQuiet = ({ intermittent, violates }: Fault) =>
    !intermittent && violates.length > 0 && !violates.some((id) => id.endsWith('.no-effect'));
  const chosen = every(faults.filter(isQuiet), 6);
  const pairs = chosen.slice(0, 3).map((fault, index) => [fault, chosen[index + 3] as Fault] as const);
  test.concurrent.each(pairs.map((pair) => ({ pair, names: pair.map(({ name }) => name) })))(
    '$names',
    async ({ pair, names }) => {
      const only = [...new Set(pair.flatMap(requirementsOf))].toSorted();
      const { real, simulated } = await both({ faults: names }, { only, consistencyWindowMs: 300 });
      expect([reportedIn(real).toSorted(), real.exitCode]).toEqual([only, simulated.exitCode]);
      expect(reportedIn(simulated)).toEqual(reportedIn(real));
    },
  );

  // Over sockets, it depends on the machine what an outage meets.
  const isSteady = ({ name, exitCode, pets = 0 }: Variant) =>
    exitCode === undefined && pets < 1000 && !name.includes('outage');
  const servers = packed(4).filter(isSteady);
  test.concurrent.each(every(servers, 3))('$name', async ({ name }) => {
    const { real, simulated } = await both({ variants: [name] }, settingsOf(variantsNamed(name)));
    expect([reportedIn(real), real.exitCode]).toEqual([reportedIn(simulated), simulated.exitCode]);
  });
});
