import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { runSuite } from '../../harness/engine/run.ts';
import type { Report } from '../../harness/model/report.ts';
import { type RunSettings, resolveSettings } from '../../harness/settings/settings.ts';
import { startReference } from '../../reference/server.ts';
import { petStore } from '../../suites/index.ts';
import { served } from '../harness/servers.ts';
import { idsWith } from '../harness/simulated.ts';
import { API_KEY } from './servers.ts';

/* Over sockets, what `proof/storms.ts` and `proof/disturbances.ts` have in the simulation. */

interface Asked {
  readonly target: string;
  readonly hasKey: boolean;
  readonly count: number;
  /** In milliseconds since the start. */
  readonly at: number;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An Error of the service unless given. */
  readonly body?: string;
}

type Given = 'reset' | 'silence' | { readonly afterMs: number } | Answer;

function forward(incoming: IncomingMessage, outgoing: ServerResponse, port: string): void {
  const { method, url, headers } = incoming;
  const onward = ask({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}

/** What a gateway says by itself. */
const page = (status: number): Answer => ({ status, headers: { 'content-type': 'text/html' }, body: '<html></html>' });

async function reportBehind(
  instead: (asked: Asked) => Given | undefined,
  settings: Partial<RunSettings> = {},
  signal?: AbortSignal,
): Promise<Report> {
  const reference = await startReference({ apiKey: API_KEY });
  const startedAt = performance.now();
  let count = 0;
  const front = createServer((incoming, outgoing) => {
    count += 1;
    const { url: target = '', headers } = incoming;
    const hasKey = headers.authorization === `Bearer ${API_KEY}`;
    const given = instead({ target, hasKey, count, at: performance.now() - startedAt });
    const pass = () => forward(incoming, outgoing, new URL(reference.baseUrl).port);
    if (given === undefined) return pass();
    if (given === 'reset') return void incoming.socket.destroy();
    if (given === 'silence') return void incoming.resume();
    if ('afterMs' in given) return void setTimeout(pass, given.afterMs);
    incoming.resume();
    const { status, headers: more = {}, body = JSON.stringify({ code: 'error', message: 'Not now.', status }) } = given;
    outgoing.writeHead(status, { 'content-type': 'application/json', ...more });
    outgoing.end(body);
  });
  const baseUrl = `${await served(front)}/v1`;
  const target = { baseUrl, apiKey: API_KEY, runId: 'testrun', seed: 1, consistencyWindowMs: 50 };
  const whole = { ...resolveSettings(new Map(), {}, ''), ...target, ...settings };
  const { report } = await runSuite(whole, petStore, { signal });
  await reference.close();
  return report;
}

/** The proof has storms in whole runs. */
const ONLY_LISTS = { only: ['list.*'] };

test('one list always gets 401, and so does everybody for a moment: that list fails', async () => {
  let endsAt = 0;
  const report = await reportBehind(({ target, hasKey, at }) => {
    const isInput = hasKey && /[?&]limit=1(&|$)/.test(target);
    if (isInput) endsAt = at + 200;
    return isInput || at < endsAt ? { status: 401, headers: { 'www-authenticate': 'Bearer' } } : undefined;
  }, ONLY_LISTS);
  expect(report.exitCode).toBe(1);
  expect(idsWith(report, 'fail')).toContain('list.limit.minimum');
});

test('one id always gets 502, and so does everybody for a moment: that id fails, and nothing else', async () => {
  let endsAt = 0;
  const report = await reportBehind(({ target, hasKey, at }) => {
    const isInput = hasKey && target.endsWith('/pets/abc');
    if (isInput) endsAt = at + 100;
    return isInput || at < endsAt ? page(502) : undefined;
  });
  expect([report.exitCode, idsWith(report, 'fail', 'inconclusive')]).toEqual([1, ['get.invalid-id', 'errors.no-5xx']]);
});

test('one documented list always gets 429, and so does everybody for a moment: that list fails', async () => {
  let endsAt = 0;
  const report = await reportBehind(({ target, hasKey, at }) => {
    const isInput = hasKey && target.endsWith('?limit=1');
    if (isInput) endsAt = at + 100;
    return isInput || at < endsAt ? { status: 429 } : undefined;
  }, ONLY_LISTS);
  expect(report.exitCode).toBe(1);
  expect(idsWith(report, 'fail')).toContain('list.limit.minimum');
});

test('a service that stands still for longer than the timeout is interrupted, and nothing fails', async () => {
  let since: number | undefined;
  const report = await reportBehind(
    ({ count, at }) => {
      if (count > 250) since ??= at;
      return since !== undefined && at < since + 1_500 ? { afterMs: since + 1_500 - at } : undefined;
    },
    { timeoutMs: 500 },
  );
  expect(idsWith(report, 'fail', 'inconclusive')).toEqual([]);
  expect(report.exitCode).toBe(0);
  expect(report.run.interruptions).not.toHaveLength(0);
});

test('requests without the key that are never answered fail, and end the run', async () => {
  const report = await reportBehind(({ hasKey }) => (hasKey ? undefined : 'silence'), { timeoutMs: 300 });
  expect(report.exitCode).toBe(1);
  expect(idsWith(report, 'fail').filter((id) => !id.startsWith('auth.'))).toEqual([]);
  expect(report.diagnosis).toMatch(/^Requests that are never answered as they must be took \d s altogether/);
});

test('an early end leaves decided what everything was sent for', async () => {
  const ending = new AbortController();
  const endAfter500 = ({ count }: Asked) => {
    if (count > 500) ending.abort();
    return undefined;
  };
  const report = await reportBehind(endAfter500, {}, ending.signal);
  expect(idsWith(report, 'fail')).toEqual([]);
  expect(idsWith(report, 'inconclusive')).not.toEqual([]);
  expect(idsWith(report, 'pass')).toContain('create.echo');
});

/** A token bucket, such as limit_req of nginx: how many requests come too soon. */
function bucket(ratePerSecond: number, burst: number) {
  let tokens = burst;
  let last = 0;
  return (at: number): boolean => {
    tokens = Math.min(burst, tokens + ((at - last) * ratePerSecond) / 1000);
    last = at;
    if (tokens < 1) return true;
    tokens -= 1;
    return false;
  };
}

test.each([
  ['that the settings respect', { maxRps: 95, concurrency: 1 }, 1, { status: 429 }],
  ['that nobody knows of', {}, 10, page(503)],
])('a limit of 100 a second %s fails nothing', async (_what, settings, burst, answer) => {
  const isTooSoon = bucket(100, burst);
  const only = ['list.limit.*'];
  const report = await reportBehind(({ at }) => (isTooSoon(at) ? answer : undefined), { ...settings, only });
  expect([report.exitCode, idsWith(report, 'fail', 'inconclusive')]).toEqual([0, []]);
});

test('a limit for everybody after wrong keys says how many are allowed', async () => {
  let bad = 0;
  const report = await reportBehind(
    ({ hasKey }) => {
      bad += hasKey ? 0 : 1;
      return bad > 9 ? { status: 429 } : undefined;
    },
    { maxWaitMs: 500 },
  );
  expect([report.exitCode, idsWith(report, 'fail')]).toEqual([4, []]);
  expect(report.diagnosis).toMatch(/since bad credential 10,.*--max-bad-credentials 9/);
  expect(idsWith(report, 'pass')).toContain('create.echo');
});

test('resets for a second are one interruption, and everything is decided', async () => {
  let since: number | undefined;
  const report = await reportBehind(({ count, at }) => {
    if (count > 250) since ??= at;
    return since !== undefined && at < since + 1_000 ? 'reset' : undefined;
  });
  expect(idsWith(report, 'fail', 'inconclusive')).toEqual([]);
  expect([report.exitCode, report.run.interruptions?.length]).toEqual([0, 1]);
});

test('a limit on guesses leaves only what they would have shown undecided', async () => {
  let bad = 0;
  const report = await reportBehind(({ hasKey }) => {
    bad += hasKey ? 0 : 1;
    return !hasKey && bad > 10 ? { status: 429, headers: { 'retry-after': '60' } } : undefined;
  });
  expect([report.exitCode, report.diagnosis]).toEqual([4, undefined]);
  expect(idsWith(report, 'fail')).toEqual([]);
  expect(idsWith(report, 'inconclusive').filter((id) => !/^auth\.|401$|^observed\.key-/.test(id))).toEqual([]);
});
