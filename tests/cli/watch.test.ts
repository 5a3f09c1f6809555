import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchFolder } from '../../cli/watch.ts';
import { failingReport, passingReport, Session, TARGET } from './session.ts';

const soon = { timeout: 5_000 };

function watching(...argv: readonly string[]) {
  const stdin = new PassThrough();
  const session = new Session({ env: TARGET, stdin });
  mkdirSync(join(session.cwd, 'src'));
  const end = session.main('--watch', ...argv);
  const runs = (number: number) => vi.waitFor(() => expect(session.runs).toHaveLength(number), soon);
  const invited = () => vi.waitFor(() => expect(session.stderr.text).toMatch(/q quits.*\n$/), soon);
  return { stdin, session, end, runs, invited };
}

test('Enter runs again with another mark, and q quits with the code of the last run', async () => {
  const { stdin, session, end, invited } = watching();
  await invited();
  expect(session.stderr.text).toBe('Enter runs again, q quits.\n');
  stdin.write('q\n');
  expect(await end).toBe(0);
  expect(session.runs).toHaveLength(1);
});

test('the end of the input is the end, unless a folder is watched', async () => {
  const { stdin, end } = watching();
  stdin.end();
  expect(await end).toBe(0);
});

test('a change in a folder runs again; reports that the run writes do not', async () => {
  const { session, runs, invited, end } = watching('--watch-folder', 'src', '--reporter', 'json=src/report.json');
  await runs(1);
  await invited();
  // The port of the target is closed, so the second run waits for it in vain until the watch ends.
  session.signals.emit('SIGINT');
  expect(await end).toBe(0);
  expect(session.runs).toHaveLength(1);
});

test('a run that is overtaken by a change is stopped, and has no report', async () => {
  const stdin = new PassThrough();
  let number = 0;
  const session = new Session({
    env: { PETSTORE_BASE_URL: 'http://pets.test/v1', PETSTORE_API_KEY: 'top-secret-key' },
    stdin,
    run: async (_settings, { signal }) => {
      number += 1;
      if (number > 1) return { report: passingReport, record: () => [] };
      stdin.write('\n');
      await vi.waitFor(() => expect(signal.aborted).toBe(true), soon);
      return { report: { ...failingReport, exitCode: 130 }, record: () => [] };
    },
  });
  const end = session.main('--watch');
  await vi.waitFor(() => expect(session.stderr.text).toContain('q quits'), soon);
  stdin.write('q\n');
  expect(await end).toBe(0);
  expect(session.stdout.text).not.toContain('Violating');
  expect(new Set(session.runs.map(({ runId }) => runId)).size).toBe(2);
});

test('--ui prints the address of the live page', async () => {
  const { session, end, invited } = watching('--ui');
  await invited();
  expect(session.stderr.text).toMatch(
    /^The report is at http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/ and follows every run\.\n/,
  );
  session.signals.emit('SIGTERM');
  expect(await end).toBe(0);
});

test('changes in new and replaced files and folders are seen, those of dependencies are not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watched-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'old'), '');
  const changed: string[] = [];
  const close = watchFolder(folder, (path) => changed.push(path.slice(folder.length + 1)));
  const seen = (path: string) => vi.waitFor(() => expect(changed).toContain(path), soon);
  mkdirSync(join(folder, 'deep'));
  await seen('deep');
  writeFileSync(join(folder, 'deep/file'), 'x');
  await seen('deep/file');
  writeFileSync(join(folder, 'new'), 'x');
  renameSync(join(folder, 'new'), join(folder, 'old'));
  await seen('old');
  writeFileSync(join(folder, 'node_modules/file'), 'x');
  close();
  writeFileSync(join(folder, 'later'), 'x');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(changed.filter((path) => /node_modules|later/.test(path))).toEqual([]);
});
