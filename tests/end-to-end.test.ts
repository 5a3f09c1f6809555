import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Report } from '../harness/model/report.ts';
import { run } from '../library/index.ts';
import { startReference } from '../reference/server.ts';
import build from './build.ts';
import { newFolder, runCommand } from './compiled.ts';
import { deadOrigin } from './harness/servers.ts';

/* What users run, over sockets: the compiled command, a server that it starts, and the library. */

const KEY = 'Test-Key.7f3a';
const NAIVE = new URL('naive/server.mjs', import.meta.url).pathname;
const WINDOW_MS = 50;
const ARGUMENTS = ['--consistency-window', String(WINDOW_MS / 1000), '--reporter', 'terminal,json=r.json'];

beforeAll(build);

async function reference(): Promise<string> {
  const { baseUrl, close } = await startReference({ apiKey: KEY });
  onTestFinished(close);
  return baseUrl;
}

async function checked(baseUrl: string, ...args: readonly string[]) {
  const cwd = newFolder();
  const env = { PETSTORE_BASE_URL: baseUrl, PETSTORE_API_KEY: KEY };
  const { code, stdout } = await runCommand([...ARGUMENTS, ...args], { cwd, env });
  return { code, stdout, report: JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8')) as Report };
}

const failed = ({ results }: Report) => results.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);

test('the command finds that the reference server conforms', async () => {
  const { code, stdout, report } = await checked(await reference());
  expect([code, failed(report)]).toEqual([0, []]);
  expect(stdout).toContain('Conforming');
});

test('a server that the command starts, and that one body ends, fails with this body and its last line', async () => {
  const { code, stdout, report } = await checked(`${await deadOrigin()}/v1`, '--', process.execPath, NAIVE);
  const crash = report.results.find(({ id }) => id === 'errors.no-5xx');
  const inputs = crash?.violations?.flatMap(({ inputs = [] }) => inputs);
  expect([code, inputs]).toEqual([1, expect.arrayContaining(['body/null'])]);
  expect(crash?.violations?.[0]?.serverLog?.join('\n')).toContain('TypeError: Cannot read properties of null');
  expect(stdout).toMatch(/Server log +\S/);
});

test('the library finds it, too', async () => {
  const report = await run({ baseUrl: await reference(), apiKey: KEY, consistencyWindowMs: WINDOW_MS });
  expect([report.exitCode, failed(report)]).toEqual([0, []]);
});
