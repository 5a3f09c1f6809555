import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Report } from '../../harness/model/report.ts';
import { newFolder, runCommand } from '../compiled.ts';
import { deadOrigin } from '../harness/servers.ts';

/* The server of somebody who begins (tests/naive/server.mjs): in memory, and a body of null ends the process. */

const SERVER = new URL('../naive/server.mjs', import.meta.url).pathname;
const COMMAND = [process.execPath, SERVER];

/** It may have ended by itself. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {}
}

async function checked(start: readonly string[], ...args: readonly string[]) {
  const cwd = newFolder();
  const env = { PETSTORE_BASE_URL: `${await deadOrigin()}/v1`, PETSTORE_API_KEY: 'Test-Key.7f3a' };
  const [file = '', ...words] = start;
  const server = spawn(file, words, { env: { ...env, PATH: process.env.PATH }, stdio: 'ignore', detached: true });
  onTestFinished(() => endGroup(server.pid ?? 0));
  await runCommand(['--reporter', 'json=r.json', '--wait', '60', ...args], { cwd, env });
  const report = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8')) as Report;
  const crash = report.results.find(({ id }) => id === 'errors.no-5xx');
  return {
    report,
    crash,
    culprits: crash?.violations?.flatMap(({ inputs = [] }) => inputs.filter((input) => !input.startsWith('headers/'))),
  };
}

test('below something that starts it again: the culprit, without its log', async () => {
  const loop = `while true; do '${process.execPath}' '${SERVER}'; done`;
  const { report, crash, culprits } = await checked(['sh', '-c', loop]);
  expect([report.exitCode, culprits, crash?.violations?.[0]?.serverLog]).toEqual([1, ['body/null'], undefined]);
});

test('alone: nothing accuses a server that stays away, and the run says what was under way', async () => {
  const { report, culprits } = await checked(COMMAND, '--max-wait', '3');
  expect([report.exitCode, culprits]).toEqual([1, undefined]);
  expect(report.diagnosis).toMatch(/^The server stopped while answering/);
});
