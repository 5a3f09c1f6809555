import { beforeAll, describe, expect, test } from 'vitest';
import { recordFromHar } from '../../../harness/archive/har.ts';
import { runSuite } from '../../../harness/engine/run.ts';
import { userAgentOf } from '../../../harness/engine/run-id.ts';
import type { Exchange } from '../../../harness/model/exchange.ts';
import type { Report } from '../../../harness/model/report.ts';
import { traceparentOf } from '../../../harness/model/traceparent.ts';
import { resolveSettings } from '../../../harness/settings/settings.ts';
import { startReference } from '../../../reference/server.ts';
import { renderHar } from '../../../reporters/har.ts';
import { reporters } from '../../../reporters/index.ts';
import { petStore } from '../../../suites/index.ts';
import { requestsToReplay } from '../../../suites/replay.ts';
import { API_KEY, type Ran, simulate } from '../simulated.ts';

/** Version 00, neither id all zero, and a trace that is to be recorded. */
const TRACEPARENT = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-01$/;

interface Traced extends Ran {
  /** What the service saw in each request. */
  readonly seen: readonly (string | undefined)[];
}

async function traced(settings: Readonly<Record<string, unknown>>, faults: readonly string[] = []): Promise<Traced> {
  const seen: (string | undefined)[] = [];
  const ran = await simulate({
    faults,
    settings,
    front: (incoming, pass) => {
      const values = incoming.headers
        .filter(([name]) => name.toLowerCase() === 'traceparent')
        .map(([, value]) => value);
      expect(values.length).toBeLessThan(2);
      seen.push(values[0]);
      return pass();
    },
  });
  return { ...ran, seen };
}

/** Everything but the traces themselves. */
function untraced(report: Report) {
  const { settings, ...run } = report.run;
  const results = JSON.stringify(report.results, (key, value: unknown) => {
    if (key === 'trace') return undefined;
    if (key !== 'headers' || !Array.isArray(value)) return value;
    return value.filter(([name]) => name !== 'traceparent');
  });
  return { ...report, results: JSON.parse(results), run: { ...run, settings: { ...settings, trace: false } } };
}

describe('with --trace', () => {
  let [plain, tracing]: Traced[] = [];
  beforeAll(async () => {
    plain = await traced({}, ['limit-one-gives-two', 'category-through-double']);
    tracing = await traced({ trace: true }, ['limit-one-gives-two', 'category-through-double']);
  });

  test('every request has a traceparent of its own, also those that are only controls', () => {
    expect(tracing?.seen.filter((value) => !TRACEPARENT.test(value ?? ''))).toEqual([]);
    expect(new Set(tracing?.seen).size).toBe(tracing?.exchanges.length);
    expect(tracing?.exchanges.map(({ traceparent }) => traceparent).toSorted()).toEqual(tracing?.seen.toSorted());
    expect(new Set(plain?.seen)).toEqual(new Set([undefined]));
  });

  test('everything else is as without it: results, fingerprints, curl lines', () => {
    expect(plain && tracing && untraced(tracing.report)).toEqual(plain?.report);
  });

  test('exchanges name the trace, and so does every finding in every format for people', () => {
    const failed = tracing?.report.results.find(({ id }) => id === 'list.limit.minimum');
    const trace = failed?.exchanges?.at(-1)?.trace ?? 'none';
    expect(trace).toMatch(/^[\da-f]{32}$/);
    for (const format of ['terminal', 'json', 'html', 'markdown', 'junit', 'github', 'har']) {
      const options = { colour: false, width: 100 };
      expect(tracing && reporters.get(format)?.(tracing.report, options), format).toContain(trace);
    }
    expect(failed?.curl).not.toContain('traceparent');
  });

  test('what failed is sent again without the old trace', () => {
    if (!tracing) throw new Error('There is no run.');
    const settings = { ...resolveSettings(new Map(), {}, ''), baseUrl: '', apiKey: API_KEY, runId: 'other' };
    const again = requestsToReplay(tracing.report, ['list.limit.minimum'], settings);
    expect(again).toHaveLength(1);
    expect(again.flatMap(({ request }) => request.headers.map(([name]) => name))).not.toContain('traceparent');
  });

  test('it reaches a real server, and a HAR file keeps it beside the requests', async () => {
    const server = await startReference({ apiKey: API_KEY });
    const settings = { ...resolveSettings(new Map(), {}, ''), baseUrl: server.baseUrl, apiKey: API_KEY, runId: 'real' };
    const only = { only: ['version.path'], consistencyWindowMs: 10, trace: true };
    const sent: Exchange[] = [];
    const onExchange = (exchange: Exchange) => void sent.push(exchange);
    const ran = await runSuite({ ...settings, ...only }, petStore, { onExchange }).finally(() => server.close());
    const file = JSON.parse(renderHar(ran.report, { record: ran.record(), known: ran.known() }));
    for (const { request } of file.log.entries) {
      const header = request.headers.find(({ name }: { name: string }) => name === 'traceparent');
      expect(header.value).toMatch(TRACEPARENT);
    }
    const { record } = recordFromHar(file, 'a.har');
    const traced = (all: readonly Exchange[]) =>
      new Map(all.map(({ number, traceparent, request }) => [number, [traceparent, request.headers.length]]));
    expect(record.length).toBeGreaterThan(1);
    expect(traced(record)).toEqual(traced(sent));
  });
});

test('a trace is the same for the same seed and run, and another one in a run that only has the same seed', () => {
  expect(traceparentOf({ seed: 1, runId: 'a' }, 7)).toBe(traceparentOf({ seed: 1, runId: 'a' }, 7));
  const others = [
    traceparentOf({ seed: 1, runId: 'b' }, 7),
    traceparentOf({ seed: 2, runId: 'a' }, 7),
    traceparentOf({ seed: 1, runId: 'a' }, 8),
  ];
  expect(others).not.toContain(traceparentOf({ seed: 1, runId: 'a' }, 7));
});

test('without it, reports say how requests are found in a log', async () => {
  const { report, exchanges } = await simulate();
  const agents = new Set(
    exchanges.flatMap(({ request }) =>
      request.headers.filter(([name]) => /^user-agent$/i.test(name)).map(([, value]) => value),
    ),
  );
  // The headers of common clients are sent too, and each of them names the run as well.
  expect(agents.size).toBeGreaterThan(1);
  for (const agent of agents) expect(agent).toContain(userAgentOf('testrun'));
  const named = report.run.created.filter(({ name = '' }) => name.startsWith('conformance-testrun-'));
  expect(named.length).toBeGreaterThan(50);
  for (const format of ['terminal', 'html', 'markdown']) {
    const text = reporters.get(format)?.(report, { colour: false, width: 400, verbose: true }) ?? '';
    const plain = text.replaceAll(/\\|\s+/g, ' ').replaceAll('  ', ' ');
    expect(plain.replaceAll(' (', '('), format).toContain(`User-Agent ${userAgentOf('testrun')}`.replaceAll(' (', '('));
    expect(plain, format).toContain('conformance-testrun-');
  }
});
