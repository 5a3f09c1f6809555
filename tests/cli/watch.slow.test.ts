import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { onChange } from '../../cli/watched-files.ts';
import { newFolder } from '../compiled.ts';
import { failingReport, passingReport, reported, Session } from './session.ts';

const soon = { timeout: 30_000 };

/** Nobody waits for the port of another machine. */
const ELSEWHERE = { PETSTORE_BASE_URL: 'http://pets.test/v1', PETSTORE_API_KEY: 'top-secret-key' };

function watching(given: Partial<ConstructorParameters<typeof Session>[0]>, ...argv: readonly string[]) {
  const stdin = new PassThrough();
  const session = new Session({ env: ELSEWHERE, stdin, ...given });
  mkdirSync(join(session.cwd, 'src'));
  const end = session.main('--watch', ...argv);
  const invited = (times: number) =>
    vi.waitFor(() => expect(session.stderr.text.match(/q quits/g)).toHaveLength(times), soon);
  return { stdin, session, end, invited };
}

test('Enter runs again with another mark, and q quits with the code of the last run', async () => {
  const reports = [passingReport, failingReport];
  const { stdin, session, end, invited } = watching({ run: async () => reported(reports.shift() ?? passingReport) });
  await invited(1);
  stdin.write('\n');
  await invited(2);
  stdin.write('q\n');
  expect(await end).toBe(1);
  expect(new Set(session.runs.map(({ runId }) => runId)).size).toBe(2);
});

test('the end of the input is the end, unless a folder is watched', async () => {
  const { stdin, end } = watching({});
  stdin.end();
  expect(await end).toBe(0);
  const { stdin: ended, session, invited } = watching({}, '--watch-folder', 'src');
  ended.end();
  await invited(1);
  writeFileSync(join(session.cwd, 'src/app.js'), 'saved');
  await invited(2);
  session.signals.emit('SIGINT', 'SIGINT');
});

test('a change in a folder runs again; reports that the run writes do not', async () => {
  const { session, invited, end } = watching({}, '--watch-folder', 'src', '--reporter', 'json=src/report.json');
  await invited(1);
  writeFileSync(join(session.cwd, 'src/app.js'), 'saved');
  await invited(2);
  // The report of the second run has been there for longer than it takes to see a change when the next one is seen.
  writeFileSync(join(session.cwd, 'src/app.js'), 'saved again');
  await invited(3);
  session.signals.emit('SIGINT', 'SIGINT');
  expect(await end).toBe(0);
  expect(session.runs).toHaveLength(3);
});

test('a run that is overtaken by a change is stopped, and has no report', async () => {
  const stdin = new PassThrough();
  let number = 0;
  const { session, end, invited } = watching({
    stdin,
    run: async (_settings, { signal }) => {
      number += 1;
      if (number > 1) return reported(passingReport);
      stdin.write('\n');
      await vi.waitFor(() => expect(signal?.aborted).toBe(true), soon);
      return reported({ ...failingReport, exitCode: 130 });
    },
  });
  await invited(1);
  stdin.write('q\n');
  expect(await end).toBe(0);
  expect(session.stdout.text).not.toContain('Violating');
  expect(new Set(session.runs.map(({ runId }) => runId)).size).toBe(2);
});

test('a server of somebody else is waited for before each run', async () => {
  const server = createServer();
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const close = async () => {
    server.close();
    await once(server, 'close');
  };
  onTestFinished(() => void server.close());
  const port = await listen(0);
  await close();
  const env = { ...ELSEWHERE, PETSTORE_BASE_URL: `http://127.0.0.1:${port}/v1` };
  const { stdin, session, end, invited } = watching({ env });
  const waits = (times: number) =>
    vi.waitFor(() => expect(session.stderr.text.match(/: waiting for it\./g)).toHaveLength(times), soon);
  await waits(1);
  expect(session.runs).toHaveLength(0);
  await listen(port);
  await invited(1);
  await close();
  stdin.write('\n');
  await waits(2);
  await listen(port);
  await invited(2);
  stdin.write('q\n');
  expect(await end).toBe(0);
});

test('changes are seen below the folders, but not in node_modules, hidden ones or own files', async () => {
  const [folder, other] = [newFolder(), newFolder()];
  for (const name of ['node_modules', '.git']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'old'), '');
  const paths: string[] = [];
  onTestFinished(onChange({ folders: [other, folder], own: [join(folder, 'own')] }, (path) => paths.push(path)));
  const seen = (name: string) => vi.waitFor(() => expect(paths.at(-1)).toBe(join(folder, name)), soon);
  rmSync(other, { recursive: true });
  mkdirSync(join(folder, 'deep/down'), { recursive: true });
  await seen('deep');
  writeFileSync(join(folder, 'deep/down/file'), 'x');
  await seen('deep/down/file');
  writeFileSync(join(folder, 'new'), '');
  renameSync(join(folder, 'new'), join(folder, 'old'));
  await seen('old');
  paths.length = 0;
  for (const name of ['node_modules/file', '.git/index', '.swp', 'own', 'own.1.partial'])
    writeFileSync(join(folder, name), 'x');
  writeFileSync(join(folder, 'last'), '');
  await seen('last');
  expect(paths).toEqual([join(folder, 'last')]);
});
