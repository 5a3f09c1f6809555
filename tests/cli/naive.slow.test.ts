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

async function checked(args: readonly string[], start?: readonly string[]) {
  const cwd = newFolder();
  const env = { PETSTORE_BASE_URL: `${await deadOrigin()}/v1`, PETSTORE_API_KEY: 'Test-Key.7f3a' };
  if (start) {
    const [file = '', ...words] = start;
    const server = spawn(file, words, { env: { ...env, PATH: process.env.PATH }, stdio: 'ignore', detached: true });
    onTestFinished(() => endGroup(server.pid ?? 0));
  }
  const wait = start ? ['--wait', '20'] : [];
  const { stdout } = await runCommand(['--reporter', 'terminal,json=r.json', ...wait, ...args], { cwd, env });
  const report = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8')) as Report;
  const isDecided = ({ outcome }: Report['results'][number]) => ['pass', 'fail', 'warn'].includes(outcome);
  const crash = report.results.find(({ id }) => id === 'errors.no-5xx');
  return {
    stdout,
    report,
    crash,
    decided: report.results.filter((result) => result.level !== 'INFO' && isDecided(result)).length,
    culprits: crash?.violations?.flatMap(({ inputs = [] }) => inputs.filter((input) => !input.startsWith('headers/'))),
  };
}

test('with a command: the culprit, what the server printed, and nearly everything else', async () => {
  const { report, crash, decided, culprits, stdout } = await checked(['--', ...COMMAND]);
  expect([report.exitCode, culprits]).toEqual([1, ['body/null']]);
  expect(decided).toBeGreaterThanOrEqual(60);
  expect(crash?.serverLog?.join('\n')).toMatch(
    /TypeError: Cannot read properties of null \(reading 'name'\)[\s\S]*server\.mjs:\d+/,
  );
  expect(stdout).toMatch(/Server log +\S/);
});

test('below something that starts it again: the same without its log', async () => {
  const loop = `while true; do '${process.execPath}' '${SERVER}'; done`;
  const { report, crash, decided, culprits } = await checked([], ['sh', '-c', loop]);
  expect([report.exitCode, culprits, crash?.serverLog]).toEqual([1, ['body/null'], undefined]);
  expect(decided).toBeGreaterThanOrEqual(60);
});

test('alone: the same culprit, and what was sent before', async () => {
  const { report, culprits, decided } = await checked(['--max-wait', '3'], COMMAND);
  expect([report.exitCode, culprits]).toEqual([1, ['body/null']]);
  expect(decided).toBeGreaterThanOrEqual(40);
  expect(report.diagnosis).toMatch(/^The server stopped while answering/);
});
