import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openLive } from '../../cli/live/live.ts';
import type { RunOptions } from '../../harness/vitest/run-suite.ts';
import { failure, reportOf, resultOf } from '../reporters/samples.ts';
import { passingReport, Session, TARGET } from './session.ts';

const failing = reportOf([failure, resultOf('list.ok')], { verdict: 'violating', exitCode: 1 });

interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function send(url: string, { method = 'GET', headers = {} }: Ask = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers, agent: false }, resolve).on('error', reject).end();
  });
}

async function ask(url: string, how?: Ask): Promise<{ readonly status: number; readonly body: string }> {
  const response = await send(url, how);
  return { status: response.statusCode ?? 0, body: await text(response) };
}

/** The states that a page is sent, last first, until it is closed. */
async function listen(url: string) {
  const response = await send(`${url}events`);
  let received = '';
  response.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  response.on('error', () => undefined);
  return {
    last: () =>
      JSON.parse(
        received
          .split('\n')
          .findLast((line) => line.startsWith('data: {'))
          ?.slice(6) ?? '{}',
      ),
    all: () => received,
    close: () => response.destroy(),
    ended: new Promise((resolve) => response.once('close', resolve)),
  };
}

function cacheFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-cache-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A watch with a page, and a suite that ends when it is let go. */
async function watching() {
  const runs: (RunOptions & { readonly end: (report?: typeof failing) => void; readonly only: readonly string[] })[] =
    [];
  const session: Session = new Session({
    env: { ...TARGET, XDG_CACHE_HOME: cacheFolder() },
    parts: {
      runSuite: ({ only }, options) =>
        new Promise((resolve) => {
          runs.push({ ...options, only, end: (report = failing) => resolve(report) });
          options.signal.addEventListener('abort', () => resolve({ ...failing, exitCode: 130 }));
        }),
    },
  });
  const end = session.main('--watch', '--ui');
  await vi.waitFor(() => expect(runs).toHaveLength(1), { timeout: 20_000 });
  const url = /The report is at (\S+) and follows every run\./.exec(session.stderr.text)?.[1] ?? '';
  const stop = () => {
    session.signals.emit('SIGINT');
    return end;
  };
  return { session, url, runs, stop, origin: new URL(url).origin };
}

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });

test('whoever has another path, host or origin gets nothing, and starts nothing', async () => {
  const { url, origin, runs, stop } = await watching();
  const host = new URL(url).host;
  const wrong: readonly (readonly [string, Ask])[] = [
    [url, { headers: { host: `pets.test:${new URL(url).port}` } }],
    [url, { headers: { host: 'localhost' } }],
    [url, { headers: { origin: 'http://pets.test' } }],
    [url, { headers: { 'sec-fetch-site': 'cross-site' } }],
    [`${url}events`, { headers: { origin: 'null' } }],
    [`${origin}/`, {}],
    [`${url.slice(0, -2)}/`, {}],
    [`${url}run`, { headers: { origin } }],
    [`${url}run`, { method: 'POST' }],
    [`${url}run`, { method: 'POST', headers: { origin: 'http://pets.test' } }],
    [`${url}run`, { method: 'POST', headers: { origin: `https://${host}` } }],
    [`${url}stop`, { method: 'POST', headers: { origin: 'null' } }],
    [`${url}run?only=list.everything`, { method: 'POST', headers: { origin } }],
    [`${origin}/run`, { method: 'POST', headers: { origin } }],
    [`${url}constructor`, {}],
  ];
  for (const [address, how] of wrong) {
    expect(await ask(address, how), JSON.stringify([address, how])).toEqual({ status: 404, body: '' });
  }
  expect(runs.map(({ signal }) => signal.aborted)).toEqual([false]);
  expect(runs).toHaveLength(1);
  expect(await stop()).toBe(130);
});

test('the page has the report, may talk to its own server alone, and never sees the key', async () => {
  const { url, runs, stop, session } = await watching();
  const response = await send(url);
  expect(response.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "frame-ancestors 'none'",
  });
  expect(await text(response)).toContain('The first run is under way');
  runs[0]?.end();
  await eventually(() => expect(session.stderr.text).toContain('Waiting for the page'));
  const { body } = await ask(url);
  expect(body).toContain(`id="requirement-${failure.id}"`);
  expect(body).toMatch(/default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self';/);
  const page = await listen(url);
  await eventually(() => expect(page.last()).toMatchObject({ phase: 'idle', failing: [failure.id] }));
  expect(body + page.all()).not.toContain(TARGET.PETSTORE_API_KEY);
  expect(await stop()).toBe(1);
  await page.ended;
  expect(page.all()).toMatch(/event: bye\n/);
});

describe('a page', () => {
  test('follows a run, starts others, and stops them', async () => {
    const { url, origin, runs, stop } = await watching();
    const page = await listen(url);
    const post = (path: string) => ask(`${url}${path}`, { method: 'POST', headers: { origin } });

    runs[0]?.onProgress?.(7, 104, failure.id, 'fail');
    await eventually(() =>
      expect(page.last()).toMatchObject({ phase: 'running', done: 7, total: 104, failing: [failure.id], version: 0 }),
    );
    runs[0]?.end();
    await eventually(() => expect(page.last()).toMatchObject({ phase: 'idle', version: 1, broke: [], fixed: [] }));

    expect(await post('run?only=list.ok')).toEqual({ status: 204, body: '' });
    await eventually(() => expect(runs.map(({ only }) => only)).toEqual([[], ['list.ok']]));
    runs[1]?.end(passingReport);
    await eventually(() =>
      expect(page.last()).toMatchObject({ phase: 'idle', version: 1, checked: [{ id: 'list.ok', outcome: 'pass' }] }),
    );

    await post('run');
    await eventually(() => expect(runs).toHaveLength(3));
    expect(runs[2]?.only).toEqual([failure.id]);
    runs[2]?.onProgress?.(1, 104, 'list.ok', 'fail');
    await post('stop');
    await eventually(() => expect(page.last()).toMatchObject({ phase: 'idle', version: 1, failing: [failure.id] }));
    expect(runs).toHaveLength(3);
    expect(runs[2]?.signal.aborted).toBe(true);

    await post('run');
    await eventually(() => expect(runs).toHaveLength(4));
    runs[3]?.end();
    await eventually(() => expect(runs).toHaveLength(5));
    runs[4]?.end(reportOf([resultOf(failure.id), resultOf('list.ok', { outcome: 'fail' })], { exitCode: 1 }));
    await eventually(() =>
      expect(page.last()).toMatchObject({ version: 2, fixed: [failure.id], broke: ['list.ok'], checked: [] }),
    );
    expect(await stop()).toBe(1);
  });

  test('that is closed frees its connection, and the watch goes on', async () => {
    const { url, runs, stop } = await watching();
    for (let tabs = 0; tabs < 25; tabs += 1) {
      const page = await listen(url);
      page.close();
      await page.ended;
    }
    await eventually(async () => {
      const page = await listen(url);
      runs[0]?.onProgress?.(1, 2, 'list.ok');
      await eventually(() => expect(page.last()).toMatchObject({ done: 1 }));
    });
    expect(await stop()).toBe(130);
  });

  test('finds the next watch of the folder at the same address, unless that is taken', async () => {
    const [cwd, env] = ['/pets', { XDG_CACHE_HOME: cacheFolder() }];
    const open = (folder: string) => openLive(() => undefined, { cwd: folder, env });
    const first = await open(cwd);
    const meanwhile = await open(cwd);
    const elsewhere = await open('/cats');
    expect(new Set([first.url, meanwhile.url, elsewhere.url]).size).toBe(3);
    await Promise.all([first.close(), meanwhile.close()]);
    const next = await open(cwd);
    expect(next.url).toBe(first.url);
    await Promise.all([next.close(), elsewhere.close()]);
    const unwritable = await openLive(() => undefined, { cwd, env: {} });
    await unwritable.close();
  });
});

test('a page without a watch is refused', async () => {
  const session = new Session({ env: TARGET });
  expect(await session.main('--ui')).toBe(2);
  expect(session.stderr.text).toContain('--ui needs a watch: add --watch.');
});
