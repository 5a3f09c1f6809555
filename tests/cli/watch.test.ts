import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { onChange } from '../../cli/watch.ts';
import { newFolder } from '../compiled.ts';
import { composedOf, failingReport, passingReport, Session, TARGET } from './session.ts';

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
  session.signals.emit('SIGINT', 'SIGINT');
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
      if (number > 1) return composedOf(passingReport);
      stdin.write('\n');
      await vi.waitFor(() => expect(signal.aborted).toBe(true), soon);
      return composedOf({ ...failingReport, exitCode: 130 });
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
  session.signals.emit('SIGTERM', 'SIGTERM');
  expect(await end).toBe(0);
});

test('changes are seen, but not those of dependencies or of own files, and a folder may disappear', async () => {
  const [folder, other] = [newFolder(), newFolder()];
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'old'), '');
  let changes = 0;
  const close = onChange([other, folder], [join(folder, 'own')], () => {
    changes += 1;
  });
  onTestFinished(close);
  const seen = (number: number) => vi.waitFor(() => expect(changes).toBe(number), soon);
  rmSync(other, { recursive: true });
  mkdirSync(join(folder, 'deep'));
  writeFileSync(join(folder, 'deep/file'), 'x');
  await seen(1);
  writeFileSync(join(folder, 'new'), '');
  renameSync(join(folder, 'new'), join(folder, 'old'));
  await seen(2);
  for (const name of ['node_modules/file', 'own', 'own.1.partial']) writeFileSync(join(folder, name), 'x');
  chmodSync(join(folder, 'deep'), 0);
  await new Promise((resolve) => setTimeout(resolve, 500));
  chmodSync(join(folder, 'deep'), 0o700);
  const before = changes;
  writeFileSync(join(folder, 'old'), 'longer');
  await seen(before + 1);
});
