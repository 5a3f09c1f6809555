import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Restarts } from '../../cli/restarts.ts';
import { onChange, stampsOf } from '../../cli/watched-files.ts';
import { newFolder } from '../compiled.ts';
import { composedOf, failingReport, passingReport, Session, TARGET } from './session.ts';

const soon = { timeout: 30_000 };

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
  const watched = { folders: [other, folder], ignored: [], own: [join(folder, 'own')] };
  const close = onChange(watched, () => {
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

/** A watch of `src` on a server that writes a file during each run. */
function serverThatWrites(nameOf: (run: number) => string, ...argv: readonly string[]) {
  const stdin = new PassThrough();
  const session: Session = new Session({
    env: { PETSTORE_BASE_URL: 'http://pets.test/v1', PETSTORE_API_KEY: 'top-secret-key' },
    stdin,
    run: async (_settings, { signal }) => {
      writeFileSync(join(session.cwd, 'src', nameOf(session.runs.length)), `${session.runs.length}`);
      // As long as it takes to see a change.
      for (let waited = 0; waited < 1_000 && !signal.aborted; waited += 50) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return composedOf(signal.aborted ? { ...failingReport, exitCode: 130 } : passingReport);
    },
  });
  mkdirSync(join(session.cwd, 'src'));
  const end = session.main('--watch-folder', 'src', ...argv);
  const invited = () => vi.waitFor(() => expect(session.stderr.text).toMatch(/q quits.*\n$/), { timeout: 20_000 });
  const quit = async () => {
    stdin.write('q\n');
    return end;
  };
  return { session, invited, quit };
}

test('a file that every run changes starts three runs more, is named, and lets the next run finish', async () => {
  const { session, invited, quit } = serverThatWrites(() => 'pets.bin');
  await invited();
  expect(session.runs).toHaveLength(4);
  expect(session.stderr.text).toContain('src/pets.bin changed during every one of the last runs, so it no longer');
  expect(session.stderr.text).toContain("--watch-ignore 'pets.bin'");
  expect(session.stdout.text.match(/Conforming/g)).toHaveLength(1);
  // What somebody saves while no run is under way starts the next one.
  await new Promise((resolve) => setTimeout(resolve, 600));
  writeFileSync(join(session.cwd, 'src/app.js'), 'saved');
  await vi.waitFor(() => expect(session.stderr.text.match(/q quits/g)).toHaveLength(2), soon);
  expect(session.runs).toHaveLength(5);
  expect(await quit()).toBe(0);
});

test.each([
  ['pets.sqlite3', []],
  ['server.log', []],
  ['state.bin', ['--watch-ignore', '*.bin']],
])('%s is not watched with %j', async (name, argv) => {
  const { session, invited, quit } = serverThatWrites(() => name, ...argv);
  await invited();
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(session.runs).toHaveLength(1);
  expect(await quit()).toBe(0);
});

test('what .gitignore names is not watched, around the folder and below it, unless the folder itself is named', () => {
  const root = newFolder();
  const write = (name: string, text = '') => {
    mkdirSync(join(root, dirname(name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  mkdirSync(join(root, '.git'));
  write('.gitignore', 'dist/\n*.data\n/app/generated\n');
  write('app/.gitignore', '!kept.data\n');
  for (const name of ['index.js', 'pets.data', 'kept.data', 'generated/a.js', 'deep/generated/b.js', 'dist/c.js'])
    write(`app/${name}`);
  write('dist/main.js');
  const namesIn = (folder: string, ...ignored: readonly string[]) =>
    [...stampsOf({ folders: [join(root, folder)], ignored, own: [] }).keys()].map((path) => relative(root, path));
  expect(namesIn('app').sort()).toEqual(['app/.gitignore', 'app/deep/generated/b.js', 'app/index.js', 'app/kept.data']);
  expect(namesIn('app', 'deep/', '.gitignore', '!pets.data').sort()).toEqual([
    'app/index.js',
    'app/kept.data',
    'app/pets.data',
  ]);
  expect(namesIn('dist')).toEqual(['dist/main.js']);
});

test('a file that never rests does not hide the change of another one', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'busy'), '');
  const reported: string[] = [];
  const close = onChange({ folders: [folder], ignored: [], own: [] }, (paths) => reported.push(...paths));
  const writer = setInterval(() => writeFileSync(join(folder, 'busy'), String(performance.now())), 20);
  onTestFinished(() => {
    close();
    clearInterval(writer);
  });
  writeFileSync(join(folder, 'saved'), '');
  await vi.waitFor(() => expect(reported).toContain(join(folder, 'saved')), soon);
  expect(reported).not.toContain(join(folder, 'busy'));
});

test.each<[name: string, changes: readonly (readonly string[])[], muted: readonly string[]]>([
  ['one file among others', [['/a/x', '/a/y'], ['/a/x'], ['/a/x', '/b/z'], ['/a/x']], ['/a/x']],
  ['files with another name each time', [['/a/1'], ['/a/2'], ['/a/3'], ['/a/4']], ['/a']],
  ['files that take turns in several folders', [['/a/1'], ['/b/2'], ['/a/1'], ['/b/2']], ['/a/1', '/b/2']],
])('what changes during every run is found: %s', (_name, changes, expected) => {
  const muted: string[] = [];
  const restarts = new Restarts((path) => muted.push(path));
  const starts = changes.map((paths) => restarts.isStartedBy(paths, true));
  expect(starts).toEqual([true, true, true, false]);
  expect(muted).toEqual(expected);
  // It is heard again where no run is under way.
  expect(changes.map((paths) => restarts.isStartedBy(paths, false))).toEqual([true, true, true, true]);
});

test('somebody who saves during a run now and then, or asks for the next run, is always heard', () => {
  const restarts = new Restarts(() => expect.unreachable());
  for (let time = 0; time < 10; time += 1) {
    expect(restarts.isStartedBy(['/a/x'], true)).toBe(true);
    if (time % 3 === 2) restarts.reset();
    if (time % 3 === 1) expect(restarts.isStartedBy(['/a/x'], false)).toBe(true);
  }
});
