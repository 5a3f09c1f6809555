import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Report } from '../../harness/model/report.ts';
import { startReference } from '../../reference/server.ts';
import { endOf, newFolder, runCommand, startCommand } from '../compiled.ts';

/* What users run, in a process of its own: few of them, because each takes a second to start. */

const KEY = 'Test-Key.7f3a';

async function serverWith(faults: readonly string[] = []) {
  const server = await startReference({ apiKey: KEY, faults });
  onTestFinished(() => server.close());
  return { server, env: { PETSTORE_BASE_URL: server.baseUrl, PETSTORE_API_KEY: KEY } };
}

const reportIn = (cwd: string) => JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8')) as Report;

test('a run, and what it writes', async () => {
  const { env } = await serverWith(['list-needs-no-key']);
  const cwd = newFolder();
  const selection = ['--only', 'auth.missing.*', '--consistency-window', '0.02'];
  const reporters = ['--reporter', 'terminal,json=r.json,har=r.har'];
  const { code, stdout, stderr } = await runCommand([...selection, ...reporters], { cwd, env });
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toContain('auth.missing.listPets');
  const { run } = reportIn(cwd);
  expect(JSON.parse(readFileSync(join(cwd, 'r.har'), 'utf8')).log.entries).toHaveLength(run.requests);
});

test('a signal leaves the report of what was decided', async () => {
  const { server, env } = await serverWith();
  const cwd = newFolder();
  const child = startCommand(['--reporter', 'json=r.json'], { cwd, env });
  const end = endOf(child);
  await expect.poll(() => server.requests(), { timeout: 20_000 }).toBeGreaterThan(100);
  child.kill('SIGTERM');
  expect((await end).code).toBe(143);
  expect(reportIn(cwd)).toMatchObject({ exitCode: 143, diagnosis: 'The run was interrupted.' });
  expect(reportIn(cwd).run.requests).toBeGreaterThan(90);
});

test('a run that is over its time ends, whatever the server does', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  await once(silent, 'listening');
  const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`;
  const env = { PETSTORE_BASE_URL: baseUrl, PETSTORE_API_KEY: KEY };
  const { code } = await runCommand(['--max-duration', '1'], { cwd: newFolder(), env });
  expect([3, 4]).toContain(code);
});

test('a full disk behind standard output is exit code 2', async () => {
  const child = startCommand(['list'], { cwd: newFolder(), stdout: openSync('/dev/full', 'w') });
  expect((await endOf(child)).code).toBe(2);
});
