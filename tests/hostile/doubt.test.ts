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

type Given = 'reset' | { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

function forward(incoming: IncomingMessage, outgoing: ServerResponse, port: string): void {
  const { method, url, headers } = incoming;
  const onward = ask({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}

async function reportBehind(
  instead: (asked: Asked) => Given | undefined,
  settings: Partial<RunSettings> = {},
): Promise<Report> {
  const reference = await startReference({ apiKey: API_KEY });
  const startedAt = performance.now();
  let count = 0;
  const front = createServer((incoming, outgoing) => {
    count += 1;
    const { url: target = '', headers } = incoming;
    const hasKey = headers.authorization === `Bearer ${API_KEY}`;
    const given = instead({ target, hasKey, count, at: performance.now() - startedAt });
    if (given === undefined) return forward(incoming, outgoing, new URL(reference.baseUrl).port);
    if (given === 'reset') return void incoming.socket.destroy();
    incoming.resume();
    const { status, headers: more = {} } = given;
    outgoing.writeHead(status, { 'content-type': 'application/json', ...more });
    outgoing.end(JSON.stringify({ code: 'error', message: 'Not now.', status }));
  });
  const baseUrl = `${await served(front)}/v1`;
  const target = { baseUrl, apiKey: API_KEY, runId: 'testrun', seed: 1, consistencyWindowMs: 50 };
  const { report } = await runSuite({ ...resolveSettings(new Map(), {}, ''), ...target, ...settings }, petStore);
  await reference.close();
  return report;
}

test('one list always gets 401, and so does everybody for a moment: that list fails', async () => {
  let endsAt = 0;
  const report = await reportBehind(({ target, hasKey, at }) => {
    const isInput = hasKey && /[?&]limit=1(&|$)/.test(target);
    if (isInput) endsAt = at + 200;
    return isInput || at < endsAt ? { status: 401, headers: { 'www-authenticate': 'Bearer' } } : undefined;
  });
  expect(report.exitCode).toBe(1);
  expect(idsWith(report, 'fail')).toContain('list.limit.minimum');
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
  expect(idsWith(report, 'inconclusive').filter((id) => !/^auth\.|401$/.test(id))).toEqual([]);
});
