import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Report } from '../../harness/report/model.ts';
import { endOf, newFolder, startCommand } from '../compiled.ts';
import { TEST_KEY } from '../support.ts';
import { passingReport, Session, TARGET } from './session.ts';

/** A server that answers slowly and calls back with the number of each request. */
async function slowServer(onRequest: (number: number) => void): Promise<string> {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    onRequest(requests);
    setTimeout(() => response.setHeader('content-type', 'application/json').end('[]'), 100);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

/** Sends the signal to the command at its n-th request. */
async function stopped(signal: NodeJS.Signals, args: readonly string[], at: number) {
  const cwd = newFolder();
  const baseUrl = await slowServer((number) => {
    if (number === at) child.kill(signal);
  });
  const env = { PETSTORE_BASE_URL: baseUrl, PETSTORE_API_KEY: TEST_KEY, PETSTORE_CONCURRENCY: '1' };
  const child = startCommand(args, { cwd, env });
  return { cwd, ...(await endOf(child)) };
}

describe.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s', (signal, expected) => {
  test.each([1, 6])('at request %i ends a run with its report and its own exit code', async (at) => {
    const { cwd, code, stderr } = await stopped(signal, ['--reporter', 'json=report.json'], at);
    const report = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8')) as Report;
    expect(code).toBe(expected);
    expect(report).toMatchObject({ exitCode: expected, diagnosis: 'The run was interrupted.' });
    expect(report.results.length).toBeGreaterThan(60);
    expect(stderr).toContain('Stopping');
    expect(readdirSync(cwd)).toEqual(['report.json']);
  });

  test('ends a share without a file', async () => {
    const { cwd, code } = await stopped(signal, ['shard', '1/2', 'shares', '--seed', '1'], 6);
    expect(code).toBe(expected);
    expect(readdirSync(join(cwd, 'shares'))).toEqual([]);
  });

  test('twice ends the process at once', async () => {
    const session: Session = new Session({
      env: TARGET,
      parts: {
        runSuite: async () => {
          session.signals.emit(signal);
          session.signals.emit('SIGINT');
          return passingReport;
        },
      },
    });
    await session.main();
    expect(session.exits).toEqual([expected]);
  });

  test('ends a watch in the middle of a run', async () => {
    const session: Session = new Session({
      env: TARGET,
      parts: {
        runSuite: async (_settings, stop) => {
          session.signals.emit(signal);
          return { ...passingReport, exitCode: stop.signal.aborted ? 130 : 0 };
        },
      },
    });
    expect(await session.main('--watch')).toBe(expected);
    expect(session.stdout.text).toContain(`(exit code ${expected})`);
  });
});
