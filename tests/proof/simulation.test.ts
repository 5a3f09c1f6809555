import { describe, expect, test } from 'vitest';
import { runSuite } from '../../harness/engine/run.ts';
import { resolveSettings } from '../../harness/settings/settings.ts';
import { reportedIn, requirementsOf } from '../../proof/expected.ts';
import { type Network, QUIET } from '../../proof/simulation/network.ts';
import { API_KEY, settingsOf, simulate } from '../../proof/simulation/simulate.ts';
import { faults } from '../../reference/faults/index.ts';
import { startReference } from '../../reference/server.ts';
import { variants } from '../../reference/variants/index.ts';
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

describe('one seed decides a whole run', () => {
  const recordOf = async (seed: number, network: Network) => {
    const { report, record } = await simulate({ seed, network, variants: ['replicas-with-random-lag'] });
    return JSON.stringify({ report, record: record() });
  };
  test.each(Object.entries(NETWORKS))('in a network that is %s', async (_name, network) => {
    expect(await recordOf(7, network)).toBe(await recordOf(7, network));
  });

  test('and another seed another one', async () => {
    expect(await recordOf(7, QUIET)).not.toBe(await recordOf(8, QUIET));
  });
});

describe('a network that is', () => {
  test.each(Object.entries(NETWORKS))('%s does not fail a conforming server', async (_name, network) => {
    const { report } = await simulate({ seed: 3, network });
    expect(reportedIn(report)).toEqual([]);
    expect(report.exitCode, report.diagnosis).toBe(0);
  });

  test.each([
    ['breaking twice', (status: number) => status === 0],
    ['with gateway errors', (status: number) => status > 500],
    ['with a strict gateway', (status: number) => status === 400],
  ] as const)('%s disturbs the run', async (name, isDisturbed) => {
    const { record } = await simulate({ seed: 3, network: NETWORKS[name] });
    const others = record().filter(({ response }) => !/^[[{]/.test(response?.body ?? ''));
    expect(others.some(({ response }) => isDisturbed(response?.status ?? 0))).toBe(true);
  });
});

/** Spread over all of them. */
const every = <Item>(items: readonly Item[], count: number) =>
  Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)] as Item);

describe('sockets and simulation come to the same result', () => {
  const COUNT = 20;
  const servers = [
    ...every(
      faults.filter(({ intermittent }) => !intermittent),
      COUNT,
    ).map((fault) => ({ faults: [fault.name], variants: [], only: requirementsOf(fault) })),
    ...every(
      variants.filter(({ exitCode, pets = 0 }) => exitCode === undefined && pets < 1000),
      COUNT,
    ).map(({ name }) => ({ faults: [], variants: [name], only: [] })),
  ];

  test.concurrent.each(servers)('$faults $variants', async ({ only, ...server }) => {
    const { settings } = variants.find(({ name }) => server.variants[0] === name) ?? {};
    const reference = await startReference({ ...server, apiKey: API_KEY, seed: 1 });
    const target = { baseUrl: reference.baseUrl, apiKey: API_KEY, seed: 1, runId: 'sockets', only };
    const defaults = { ...resolveSettings(new Map(), {}, ''), ...settingsOf(settings ? [{ settings }] : []) };
    const real = await runSuite({ ...defaults, ...target }, petStore).finally(() => reference.close());
    const simulated = await simulate({ ...server, seed: 1, settings: { runId: 'sockets', only } });
    expect(reportedIn(real.report)).toEqual(reportedIn(simulated.report));
    expect(real.report.exitCode).toBe(simulated.report.exitCode);
  });
});
