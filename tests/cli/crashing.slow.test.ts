import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../harness/model/report.ts';
import { newFolder, runCommand } from '../compiled.ts';
import { deadOrigin } from '../harness/servers.ts';

/* A server that ends at any request (tests/crashing/server.mjs), and is started again each time. */

const SERVER = new URL('../crashing/server.mjs', import.meta.url).pathname;

test('a process that ends by itself is the first failure and the only one, and the record says so, too', async () => {
  const cwd = newFolder();
  const env = { PETSTORE_BASE_URL: `${await deadOrigin()}/v1`, PETSTORE_API_KEY: 'Test-Key.7f3a' };
  const start = ['--', process.execPath, SERVER, '230'];
  const { code } = await runCommand(['--reporter', 'json=r.json,har=r.har', ...start], { cwd, env });
  const { code: again } = await runCommand(['inspect', 'r.har', '--reporter', 'json=again.json'], { cwd, env: {} });
  const [report, inspected] = ['r.json', 'again.json'].map(
    (file) => JSON.parse(readFileSync(join(cwd, file), 'utf8')) as Report,
  );
  expect([code, again]).toEqual([1, 1]);
  const failed = report?.results.filter(({ outcome }) => outcome === 'fail');
  expect(failed?.map(({ id }) => id)).toEqual(['errors.no-5xx']);
  const [crash] = failed ?? [];
  const [failure] = crash?.violations ?? [];
  expect(failure?.place).toBe(1);
  expect(failure?.actual).toMatch(
    /^the process ended with exit code 3 (while it answered|after \d+ to) [A-Z]+ \/v1\/pets/,
  );
  expect(failure?.serverLog).toEqual(expect.arrayContaining(['    at lend (pool.mjs:12:9)']));
  expect(report?.run.interruptions).toBeUndefined();
  const decided = ({ results = [] }: Partial<Report> = {}) =>
    results.map(({ id, outcome, reason, violations = [] }) => {
      const shown = violations.map(({ fingerprint, actual, serverLog }) => [fingerprint, actual, serverLog]);
      return [id, outcome, reason, shown];
    });
  expect(decided(inspected)).toEqual(decided(report));
});
