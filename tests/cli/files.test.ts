import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pageOf } from '../../cli/io.ts';
import { isViolated } from '../../harness/report/verdict.ts';
import { MAIN, newFolder } from '../compiled.ts';
import { failure, fullReport, reportOf } from '../reporters/samples.ts';
import { FakeOutput, failingReport, passingReport, Session, TARGET } from './session.ts';

describe('a report in a file', () => {
  test('is written into folders made for it, beside one on standard output', async () => {
    const session = new Session({ env: TARGET });
    expect(await session.main('--reporter', 'terminal', '--reporter', 'json=out/deep/report.json')).toBe(0);
    expect(session.stdout.text).toContain('✓ Conforming');
    expect(readdirSync(join(session.cwd, 'out/deep'))).toEqual(['report.json']);
  });

  test('replaces the file that a link points to, not the link', async () => {
    const session = new Session({ env: TARGET, files: { 'real.json': 'old' } });
    symlinkSync('real.json', join(session.cwd, 'link.json'));
    expect(await session.main('--reporter', 'json=link.json')).toBe(0);
    expect(JSON.parse(readFileSync(join(session.cwd, 'real.json'), 'utf8'))).toEqual(passingReport);
  });

  test('does not follow a link at the name of the file that is written aside', async () => {
    const session = new Session({ env: TARGET, files: { 'precious.txt': 'mine' } });
    const planted = join(session.cwd, `report.json.${process.pid}.partial`);
    symlinkSync('precious.txt', planted);
    expect(await session.main('--reporter', 'json=report.json')).toBe(0);
    expect(readFileSync(join(session.cwd, 'precious.txt'), 'utf8')).toBe('mine');
    expect(readdirSync(session.cwd).filter((name) => name.endsWith('.partial'))).toHaveLength(1);
  });

  test.each(['link.json', 'to-nothing.json', 'folder-link/report.json'])(
    'that another reporter writes through a link (%s) is noticed before the run',
    async (link) => {
      const session = new Session({ env: TARGET, files: { 'real.json': 'old' } });
      mkdirSync(join(session.cwd, 'folder'));
      symlinkSync('real.json', join(session.cwd, 'link.json'));
      symlinkSync('new.json', join(session.cwd, 'to-nothing.json'));
      symlinkSync('folder', join(session.cwd, 'folder-link'));
      const real = { 'link.json': 'real.json', 'to-nothing.json': 'new.json' }[link] ?? 'folder/report.json';
      expect(await session.main('--reporter', `json=${real},markdown=${link}`)).toBe(2);
      expect(session.stderr.text).toMatch(/^petstore-conformance: Two reporters would write to \S+: give each/);
      expect(session.runs).toEqual([]);
    },
  );

  test('goes where a link to nothing points, and the link stays', async () => {
    const session = new Session({ env: TARGET });
    symlinkSync('new.json', join(session.cwd, 'link.json'));
    expect(await session.main('--reporter', 'json=link.json')).toBe(0);
    expect(lstatSync(join(session.cwd, 'link.json')).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(join(session.cwd, 'new.json'), 'utf8'))).toEqual(passingReport);
  });

  test.each([
    ['a report', {}, ['--reporter', 'json=pipe']],
    ['the summary of a job', { GITHUB_STEP_SUMMARY: 'pipe' }, ['--reporter', 'terminal,github']],
  ])('is not a pipe, which would wait for its reader: %s', async (_what, env, args) => {
    const session = new Session({ env: { ...TARGET, ...env } });
    execFileSync('mkfifo', [join(session.cwd, 'pipe')]);
    expect(await session.main(...args)).toBe(2);
    expect(session.stderr.text).toContain('pipe is a pipe: name a file');
  });

  test('that is too large for the disk leaves nothing behind', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'r.json'), JSON.stringify(fullReport));
    const render = `ulimit -f 8; exec "$0" "$1" render r.json --reporter html=r.html`;
    const { status, stderr } = spawnSync('bash', ['-c', render, process.execPath, MAIN], { cwd: folder });
    expect([status, String(stderr)]).toEqual([
      2,
      expect.stringContaining('r.html cannot be written (EFBIG): make room'),
    ]);
    expect(readdirSync(folder)).toEqual(['r.json']);
  });

  test.each([
    ['file/report.json', 'ENOTDIR'],
    ['folder', 'EISDIR'],
    ['/proc/no/folder/report.json', 'ENOENT'],
  ])('that cannot be written (%s) is reported before the run', async (path, code) => {
    const session = new Session({ env: TARGET, files: { file: '' } });
    mkdirSync(join(session.cwd, 'folder'));
    expect(await session.main('--reporter', `json=${path}`)).toBe(2);
    expect(session.stderr.text).toContain(
      `${resolve(session.cwd, path)} cannot be written (${code}): choose another file.`,
    );
    expect(session.runs).toEqual([]);
  });

  test.each(['run', 'render', 'compare'])(
    'that finds no room is exit code 2 of %s, and others are written',
    async (name) => {
      const files = { 'r.json': JSON.stringify(failingReport) };
      const session = new Session({ env: TARGET, files, report: failingReport });
      const operands = { run: [], render: ['r.json'], compare: ['r.json', 'r.json'] }[name] ?? [];
      expect(await session.main(name, ...operands, '--reporter', 'json=/dev/full,terminal')).toBe(2);
      expect(session.stdout.text).toContain('list.ok');
      if (name === 'run') expect(session.stdout.text).toMatch(/\(exit code 2\)\n$/);
      expect(session.stderr.text).toContain('/dev/full cannot be written (ENOSPC): make room for it');
    },
  );

  test('that cannot be written changes the exit code, also in the line that says the verdict', async () => {
    const shown = new Session({ env: TARGET });
    expect(await shown.main('--reporter', 'json=/dev/full,terminal')).toBe(2);
    expect(shown.stdout.text).toMatch(/Conforming.*\(exit code 2\)/);
    const said = new Session({ env: TARGET });
    expect(await said.main('--reporter', 'json=/dev/full')).toBe(2);
    expect(said.stderr.text).toContain('(exit code 2)');
  });
});

test('a report on standard output that finds no room is exit code 2; a closed pipe is not', async () => {
  for (const [code, exit] of [['ENOSPC', 2] as const, ['EPIPE', 0] as const]) {
    const session = new Session({ env: TARGET });
    session.stdout.failure = Object.assign(new Error('write'), { code });
    expect(await session.main()).toBe(exit);
  }
});

test('reports are for their owner alone, unless somebody has allowed others to read the file', async () => {
  const session = new Session({ env: TARGET, files: { 'shared.html': '' } });
  chmodSync(join(session.cwd, 'shared.html'), 0o644);
  const forms = 'json=r.json,html=shared.html,openmetrics=m.prom';
  expect(await session.main('--reporter', forms, '--ledger', 'l.jsonl')).toBe(0);
  const modeOf = (file: string) => statSync(join(session.cwd, file)).mode & 0o777;
  expect(['r.json', 'l.jsonl', 'shared.html'].map(modeOf)).toEqual([0o600, 0o600, 0o644]);
  // Other programs collect it, and it has no word of the server.
  expect(modeOf('m.prom')).toBe(0o666 & ~process.umask());
});

test('GitHub gets annotations in the log, and the summary of the job', async () => {
  const session: Session = new Session({ env: { ...TARGET, GITHUB_STEP_SUMMARY: 'sum.md' }, report: failingReport });
  writeFileSync(join(session.cwd, 'sum.md'), 'from another step\n');
  expect(await session.main('--reporter', 'terminal,github')).toBe(1);
  expect(session.stdout.text).toMatch(/\n::error title=list.ok \(MUST\)::.*\n$/);
  expect(readFileSync(join(session.cwd, 'sum.md'), 'utf8')).toMatch(/^from another step\n## Violating/);
});

test.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { TERM: 'dumb' }, false],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
])('on a terminal: %s, with %j: colour %s', (isTTY, env, expected) => {
  expect(pageOf({ stdout: new FakeOutput(isTTY), env }).colour).toBe(expected);
});

describe('a report that is read', () => {
  const deep = `{"data":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  const commands = [['render'], ['compare', 'good.json'], ['replay'], ['waivers', 'init'], ['run', '--baseline']];

  test.each([
    ['is not JSON', 'nonsense', 'r.json is not JSON: name a report'],
    ['is not a report', '{}', 'r.json is not a report of petstore-conformance'],
    ['is nested deep', deep, 'r.json is nested more than 100 levels deep'],
  ])('and %s is a usage error of every command', async (_case, text, sentence) => {
    for (const command of commands) {
      const files = { 'r.json': text, 'good.json': JSON.stringify(passingReport) };
      const session = new Session({ env: TARGET, files });
      expect(await session.main(...command, 'r.json')).toBe(2);
      expect(session.stderr.text).toContain(sentence);
    }
  });

  test('may start with a byte order mark', async () => {
    const session = new Session({ files: { 'r.json': `\uFEFF${JSON.stringify(passingReport)}` } });
    expect(await session.main('render', 'r.json')).toBe(0);
    expect(session.stdout.text).toContain('Conforming');
  });

  test('has its control characters escaped on standard error', async () => {
    const session = new Session({ env: TARGET });
    expect(await session.main('replay', 'a\u001b[2J\n.json')).toBe(2);
    expect(session.stderr.text).toBe(
      'petstore-conformance: a\\u001b[2J\\n.json cannot be read (ENOENT): name a report that --reporter json=FILE wrote.\n',
    );
  });
});

describe('waivers', () => {
  test('init writes a form for every violation, and says what is MUST and what SHOULD', async () => {
    const session = new Session({ files: { 'r.json': JSON.stringify(fullReport) } });
    expect(await session.main('waivers', 'init', 'r.json')).toBe(0);
    const violated = fullReport.results.filter(isViolated);
    const musts = violated.filter(({ level }) => level === 'MUST').length;
    const numbers = `to fill in, for ${musts} MUST and ${violated.length - musts} SHOULD,`;
    const form = readFileSync(join(session.cwd, 'waivers.yaml'), 'utf8');
    const entries = form.match(/^ +- (id|requirements):/gm) ?? [];
    const words = `${entries.length} waivers ${numbers} with a reason, an owner and the last day (until).`;
    expect(session.stdout.text).toContain(`waivers.yaml: ${words}`);
    for (const { id } of violated) expect(form).toMatch(new RegExp(`^ +- (id: )?${id}$`, 'm'));
  });

  test('init writes a valid file when nothing failed', async () => {
    const session = new Session({ env: TARGET, files: { 'r.json': JSON.stringify(passingReport) } });
    expect(await session.main('waivers', 'init', 'r.json')).toBe(0);
    expect(session.stdout.text).toBe('Nothing failed in r.json, so waivers.yaml is a valid file without waivers.\n');
    expect(await session.main('--waivers', 'waivers.yaml')).toBe(0);
  });

  test('init does not overwrite, and a form that is not filled in is refused', async () => {
    const session = new Session({ env: TARGET, files: { 'r.json': JSON.stringify(reportOf([failure])) } });
    expect(await session.main('waivers', 'init', 'r.json', '--output', 'w.json')).toBe(0);
    expect(await session.main('waivers', 'init', 'r.json', '--output', 'w.json')).toBe(2);
    expect(await session.main('--waivers', 'w.json')).toBe(2);
    expect(session.stderr.text).toContain('w.json has an empty or invalid reason in the waiver of list.limit.maximum');
  });

  test('that are broken YAML are refused with the number of the line', async () => {
    const session = new Session({ env: TARGET, files: { 'w.yaml': 'waivers:\n  - id: list.ok\n    reason: [}\n' } });
    expect(await session.main('--waivers', 'w.yaml')).toBe(2);
    expect(session.stderr.text).toContain('w.yaml is neither YAML nor JSON in line 3: ');
    expect(session.stderr.text.split('\n')).toHaveLength(2);
  });

  test('excuse a failure until they expire', async () => {
    const waiver = 'waivers:\n  - { id: list.ok, reason: because, owner: us, until: 2027-01-31 }\n';
    const session = new Session({ env: TARGET, files: { 'w.yaml': waiver }, report: failingReport });
    expect(await session.main('--waivers', 'w.yaml', '--now', '2027-01-31')).toBe(0);
    expect(await session.main('--waivers', 'w.yaml', '--now', '2027-02-01')).toBe(1);
  });
});
