import { once } from 'node:events';
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Parts } from '../../cli/invocation.ts';
import { Restarts } from '../../cli/restarts.ts';
import { onChange, stampsOf } from '../../cli/watched-files.ts';
import { newFolder } from '../compiled.ts';
import { reportOf, resultOf } from '../reporters/samples.ts';
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

describe('a service that restarts', () => {
  const refused = { startedAt: '2026-11-16T09:00:00.000Z', status: 0, durationMs: 300 };
  const interrupted = { ...failingReport, run: { ...failingReport.run, interruptions: [refused] } };
  const forgotten = reportOf([resultOf('list.ok', { outcome: 'inconclusive', why: { kind: 'restarted' } })]);

  test.each([
    ['refuses connections', interrupted],
    ['loses its pets', forgotten],
  ])('during a run and %s: the run is thrown away and started again', async (_name, spoiled) => {
    const reports = [spoiled, spoiled];
    const { stdin, session, end, invited } = watching({
      run: async () => reported(reports.shift() ?? passingReport),
    });
    await invited(1);
    stdin.write('q\n');
    expect(await end).toBe(0);
    expect(session.runs).toHaveLength(3);
    expect(session.stdout.text.match(/exit code/g)).toHaveLength(1);
    expect(session.stderr.text).toContain('The server restarted during the run, which is thrown away');
  });

  test('in every run: the third has a report', async () => {
    const { stdin, session, end, invited } = watching({ report: interrupted });
    await invited(1);
    stdin.write('q\n');
    expect(await end).toBe(1);
    expect(session.runs).toHaveLength(3);
    expect(session.stdout.text).toContain('Violating');
  });

  test('is waited for, before a run and after one that found nobody', async () => {
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
    const untested = reportOf([], { verdict: 'untested', exitCode: 3, diagnosis: 'Nothing listens.' });
    let runs = 0;
    const { stdin, session, end, invited } = watching({
      env,
      run: async () => {
        runs += 1;
        if (runs > 1) return reported(passingReport);
        await close();
        return reported(untested);
      },
    });
    const waits = (times: number) =>
      vi.waitFor(() => expect(session.stderr.text.match(/: waiting for it\./g)).toHaveLength(times), soon);
    await waits(1);
    expect(session.runs).toHaveLength(0);
    await listen(port);
    await waits(2);
    await listen(port);
    await invited(1);
    stdin.write('q\n');
    expect(await end).toBe(0);
    expect(session.stdout.text).not.toContain('Not tested');
  });
});

test('changes are seen, but not those of dependencies or of own files, and a folder may disappear', async () => {
  const [folder, other] = [newFolder(), newFolder()];
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'old'), '');
  let changes = 0;
  const paths: string[] = [];
  const watched = { folders: [other, folder], ignored: [], own: [join(folder, 'own')] };
  const close = onChange(watched, (changed) => {
    changes += 1;
    paths.push(...changed);
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
  paths.length = 0;
  for (const name of ['node_modules/file', 'own', 'own.1.partial']) writeFileSync(join(folder, name), 'x');
  chmodSync(join(folder, 'deep'), 0);
  writeFileSync(join(folder, 'old'), 'longer');
  await vi.waitFor(() => expect(paths).toContain(join(folder, 'old')), soon);
  chmodSync(join(folder, 'deep'), 0o700);
  expect(paths.filter((path) => /own|node_modules/.test(path))).toEqual([]);
});

/** A watch of `src` on a server that writes a file during each run. */
function serverThatWrites(nameOf: (run: number) => string, ...argv: readonly string[]) {
  const run: Parts['run'] = async (_settings, { signal }) => {
    const { session } = watched;
    writeFileSync(join(session.cwd, 'src', nameOf(session.runs.length)), `${session.runs.length}`);
    // As long as it takes to see a change.
    await sleep(1_000, undefined, signal && { signal }).catch(() => undefined);
    return reported(signal?.aborted ? { ...failingReport, exitCode: 130 } : passingReport);
  };
  const watched = watching({ run }, '--watch-folder', 'src', ...argv);
  const quit = async () => {
    watched.stdin.write('q\n');
    return watched.end;
  };
  return { ...watched, quit };
}

test('a file that every run changes starts three runs more, is named, and lets the next run finish', async () => {
  const { session, invited, quit } = serverThatWrites(() => 'pets.bin');
  await invited(1);
  expect(session.runs).toHaveLength(4);
  expect(session.stderr.text).toContain('src/pets.bin changed during every one of the last runs, so it no longer');
  expect(session.stderr.text).toContain("--watch-ignore 'pets.bin'");
  expect(session.stdout.text.match(/Conforming/g)).toHaveLength(1);
  // What somebody saves then starts the next one.
  writeFileSync(join(session.cwd, 'src/app.js'), 'saved');
  await invited(2);
  expect(session.runs).toHaveLength(5);
  expect(await quit()).toBe(0);
});

test.each([
  ['pets.sqlite3', []],
  ['server.log', []],
  ['state.bin', ['--watch-ignore', '*.bin']],
])('%s is not watched with %j', async (name, argv) => {
  const { session, invited, quit } = serverThatWrites(() => name, ...argv);
  await invited(1);
  expect(session.runs).toHaveLength(1);
  // A change that is seen now would have been seen with those of the run.
  writeFileSync(join(session.cwd, 'src/app.js'), 'saved');
  await invited(2);
  expect(session.runs).toHaveLength(2);
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
