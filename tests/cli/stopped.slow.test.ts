import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Report } from '../../harness/model/report.ts';
import { startReference } from '../../reference/server.ts';
import { endOf, newFolder, startCommand } from '../compiled.ts';

/* Whatever ends a run: every pet that may exist because of it is in the ledger and in the report. */

const KEY = 'Test-Key.7f3a';
const LATE_MS = 80;

interface Late {
  /** How late, for the request of this number; for ever if it is infinite. */
  readonly lateMs?: (request: number) => number;
  /** Whether that request is turned away. */
  readonly isTurnedAway?: (request: number) => boolean;
  /** Instead of each error. */
  readonly page?: string;
}

/** Long answers full of escapes keep a run busy with deciding. */
const LONG_PAGE = '<td>&#x27;%2Fpets&#x27;: &quot;\\u0041&quot;</td>\n'.repeat(5_000);
/** A busy machine takes longer until the moment that a test waits for. */
const PATIENT = { timeout: 60_000, interval: 5 };

/** A service that does everything at once, and answers late. */
async function startLate({ lateMs = () => LATE_MS, isTurnedAway = () => false, page }: Late = {}) {
  const reference = await startReference({ apiKey: KEY });
  let requests = 0;
  const front = createServer((incoming, response) => {
    requests += 1;
    const number = requests;
    if (isTurnedAway(number)) {
      incoming.resume();
      response.writeHead(429, { 'retry-after': '100' }).end();
      return;
    }
    const { method, headers, url = '' } = incoming;
    const onward = send(new URL(url, reference.baseUrl), { method, headers }, async (answer) => {
      const ms = lateMs(number);
      if (ms === Number.POSITIVE_INFINITY) return;
      await delay(ms);
      const { statusCode: status = 500, rawHeaders } = answer;
      if (status >= 400 && page !== undefined) {
        answer.resume();
        response.writeHead(status, { 'content-type': 'text/html' }).end(page);
        return;
      }
      response.writeHead(status, rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  onTestFinished(async () => {
    front.closeAllConnections();
    front.close();
    await reference.close();
  });
  const env = {
    PETSTORE_BASE_URL: `http://127.0.0.1:${(front.address() as AddressInfo).port}/v1`,
    PETSTORE_API_KEY: KEY,
  };
  return { env, requests: () => requests, pets: () => reference.store.all() };
}

type Server = Awaited<ReturnType<typeof startLate>>;

async function runAgainst(
  server: Server,
  args: readonly string[],
  stop?: (pid: ReturnType<typeof startCommand>) => Promise<void>,
) {
  const cwd = newFolder();
  const child = startCommand(['--reporter', 'json=r.json', '--ledger', 'ledger.jsonl', ...args], {
    cwd,
    env: server.env,
  });
  const end = endOf(child);
  await stop?.(child);
  const { code, stderr } = await end;
  const report = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8')) as Report;
  const ledger = existsSync(join(cwd, 'ledger.jsonl')) ? readFileSync(join(cwd, 'ledger.jsonl'), 'utf8') : '';
  return {
    code,
    stderr,
    report,
    listed: ledger
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
}

/** Pets of the server that neither the ids nor the names of a list show. */
function missingFrom(list: readonly { readonly id?: string; readonly name?: string }[], server: Server) {
  const ids = new Set(list.map(({ id }) => id));
  const names = new Set(list.map(({ name }) => name));
  return server.pets().filter(({ id, name }) => !ids.has(String(id)) && !names.has(name));
}

function expectAllListed({ report, listed }: Awaited<ReturnType<typeof runAgainst>>, server: Server) {
  expect(server.pets()).not.toHaveLength(0);
  expect(missingFrom(report.run.created, server)).toEqual([]);
  expect(missingFrom(listed, server)).toEqual([]);
}

test('a signal in the middle of a run', async () => {
  const server = await startLate();
  const stop = async (child: ReturnType<typeof startCommand>) => {
    await expect.poll(() => server.pets().length, PATIENT).toBeGreaterThan(20);
    child.kill('SIGHUP');
  };
  const ended = await runAgainst(server, [], stop);
  expect(ended.code).toBe(129);
  expectAllListed(ended, server);
});

test('--max-duration', async () => {
  // So slow later on that it is not over by then, and so fast before that some pets are there.
  const server = await startLate({ lateMs: (request) => (request > 60 ? 5 * LATE_MS : LATE_MS) });
  const ended = await runAgainst(server, ['--max-duration', '8']);
  expect([ended.code, ended.report.diagnosis]).toEqual([4, expect.stringContaining('The time for the run was over')]);
  expectAllListed(ended, server);
});

test('a rate limit that does not clear', async () => {
  const server = await startLate({ isTurnedAway: (request) => request > 60 });
  const ended = await runAgainst(server, ['--max-wait', '1']);
  expect([ended.code, ended.report.diagnosis]).toEqual([4, expect.stringContaining('asks to wait')]);
  expectAllListed(ended, server);
});

test('a signal while nothing is answered any more: what is not waited for may exist', async () => {
  const server = await startLate({ lateMs: (request) => (request > 40 ? Number.POSITIVE_INFINITY : 0) });
  const stop = async (child: ReturnType<typeof startCommand>) => {
    await expect.poll(() => server.requests(), PATIENT).toBeGreaterThan(45);
    await delay(300);
    child.kill('SIGTERM');
  };
  const ended = await runAgainst(server, [], stop);
  expect(ended.code).toBe(143);
  expectAllListed(ended, server);
  expect(ended.report.run.created.some(({ id }) => id === undefined)).toBe(true);
});

test('a signal before the run begins is answered with one sentence', async () => {
  const cwd = newFolder();
  const script = "require('fs').writeFileSync('asked', ''); setTimeout(() => undefined, 3_000)";
  const command = JSON.stringify([process.execPath, '-e', script]);
  const env = { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY_COMMAND: command };
  const child = startCommand([], { cwd, env });
  const end = endOf(child);
  await expect.poll(() => existsSync(join(cwd, 'asked')), PATIENT).toBe(true);
  child.kill('SIGTERM');
  const { code, stderr } = await end;
  expect([code, stderr]).toEqual([
    143,
    'petstore-conformance: Ended by SIGTERM with no run under way, so there is no report.\n',
  ]);
});

test('a signal while long answers are decided is followed by a report and an archive', async () => {
  const cwd = newFolder();
  const server = await startLate({ lateMs: () => 0, page: LONG_PAGE });
  const child = startCommand(['--reporter', 'json=r.json,har=r.har'], { cwd, env: server.env });
  const end = endOf(child);
  await expect.poll(() => server.requests(), PATIENT).toBeGreaterThan(0);
  await delay(3_000);
  child.kill('SIGTERM');
  const { code } = await end;
  const report = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8')) as Report;
  // It may have been over by then.
  if (report.diagnosis === 'The run was interrupted.') expect([2, 143]).toContain(code);
});

test('a second signal ends the process at once', async () => {
  const server = await startLate({ lateMs: (request) => (request > 40 ? Number.POSITIVE_INFINITY : 0) });
  const child = startCommand([], { cwd: newFolder(), env: server.env });
  const end = endOf(child);
  await expect.poll(() => server.requests(), PATIENT).toBeGreaterThan(45);
  child.kill('SIGTERM');
  await delay(100);
  child.kill('SIGTERM');
  // One that waits for what is under way reports it.
  expect(await end).toMatchObject({ code: 143, stdout: '' });
});
