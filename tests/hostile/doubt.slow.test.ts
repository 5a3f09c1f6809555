import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { runSuite } from '../../harness/engine/run.ts';
import type { Report } from '../../harness/model/report.ts';
import { resolveSettings } from '../../harness/settings/settings.ts';
import { startReference } from '../../reference/server.ts';
import { petStore } from '../../suites/index.ts';
import { served } from '../harness/servers.ts';
import { idsWith } from '../harness/simulated.ts';
import { API_KEY } from './servers.ts';

/* Doubtful answers are simulated in the proof. What connections of the system do meanwhile shows over sockets only. */

type Disturbance = (incoming: IncomingMessage, pass: () => void, msLeft: number) => void;

/** Requests that come before it begins. */
const BEFORE = 250;

function forward(incoming: IncomingMessage, outgoing: ServerResponse, port: string): void {
  const { method, url, headers } = incoming;
  const onward = ask({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}

/** A run on a conforming server that is disturbed for a time. */
async function reportBehind(disturbance: Disturbance, lastsMs: number): Promise<Report> {
  const reference = await startReference({ apiKey: API_KEY });
  const { port } = new URL(reference.baseUrl);
  let count = 0;
  let endsAt = 0;
  const front = createServer((incoming, outgoing) => {
    count += 1;
    const now = performance.now();
    if (count === BEFORE) endsAt = now + lastsMs;
    const pass = () => forward(incoming, outgoing, port);
    if (now < endsAt) disturbance(incoming, pass, endsAt - now);
    else pass();
  });
  const baseUrl = `${await served(front)}/v1`;
  const target = { baseUrl, apiKey: API_KEY, runId: 'testrun', seed: 1, consistencyWindowMs: 50, timeoutMs: 2_000 };
  const { report } = await runSuite({ ...resolveSettings(new Map(), {}, ''), ...target }, petStore);
  await reference.close();
  return report;
}

test.each<[string, Disturbance, number]>([
  ['stands still for longer than the timeout', (_incoming, pass, msLeft) => void setTimeout(pass, msLeft), 3_000],
  ['resets connections for a second', (incoming) => void incoming.socket.destroy(), 1_000],
])('a service that %s is interrupted, and nothing fails', async (_what, disturbance, lastsMs) => {
  const report = await reportBehind(disturbance, lastsMs);
  expect(idsWith(report, 'fail')).toEqual([]);
  expect(report.run.interruptions).not.toHaveLength(0);
  expect(report.run.requests).toBeGreaterThan(BEFORE);
});
