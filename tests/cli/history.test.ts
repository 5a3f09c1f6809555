import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MAIN } from '../compiled.ts';
import { fullReport, oldReport, reportOf, resultOf } from '../reporters/samples.ts';
import { Session } from './session.ts';

const good = reportOf([resultOf('list.ok')]);
const bad = reportOf([resultOf('list.ok', { outcome: 'fail', actual: 'status 500' })], {
  verdict: 'violating',
  run: { ...good.run, id: 'b2', startedAt: '2026-11-16T02:09:00.000Z' },
});

function sessionWith(files: Readonly<Record<string, unknown>>, stdin: string[] = []): Session {
  const session = new Session({ stdin });
  mkdirSync(join(session.cwd, 'nightly/more'), { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(session.cwd, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return session;
}

test('history reads a folder and what is below it, and lists what is not a report', async () => {
  const session = sessionWith({
    'nightly/1.json': good,
    'nightly/more/2.json': bad,
    'nightly/last.json': bad,
    'nightly/old.json': oldReport,
    'nightly/broken.json': '{',
    'nightly/foreign.json': { name: 'x' },
    'nightly/ledger.jsonl': '{}',
  });
  expect(await session.main('history', 'nightly')).toBe(0);
  expect(session.stdout.text).toMatch(/^1 requirement fails now\n2 runs of /);
  expect(session.stdout.text).toMatch(/Last good run +2026-11-15 02:09 nightly.1\.json/);
  expect(session.stdout.text).toContain('Files left out (4)');
  expect(session.stdout.text).toContain('nightly/broken.json is not JSON');
  expect(session.stdout.text).not.toContain('ledger.jsonl');
});

test('history writes several forms, and reads one report from standard input', async () => {
  const session = sessionWith({ 'a.json': good }, [JSON.stringify(bad)]);
  const asked = ['json=out/h.json', 'html=out/h.html', 'markdown'].flatMap((choice) => ['--reporter', choice]);
  expect(await session.main('history', 'a.json', '-', ...asked)).toBe(0);
  expect(session.stdout.text).toContain('## 1 requirement fails now\n');
  expect(readFileSync(join(session.cwd, 'out/h.html'), 'utf8')).toContain('1 requirement fails now</h1>');
  expect(JSON.parse(readFileSync(join(session.cwd, 'out/h.json'), 'utf8'))).toMatchObject({
    kind: 'history',
    targets: [{ runs: [{ label: 'a.json' }, { label: 'standard input' }], requirements: [{ failing: { since: 1 } }] }],
  });
});

test.each([
  [[], 'history needs reports: write petstore-conformance history REPORT.json … or FOLDER.'],
  [['-', '-'], 'Standard input can be read only once: give all reports but one as files.'],
  [['missing'], 'missing cannot be read (ENOENT): write petstore-conformance history REPORT.json … or FOLDER.'],
  [['nightly'], 'No report found in nightly: write petstore-conformance history REPORT.json … or FOLDER.'],
])('history %j is refused', async (operands, sentence) => {
  const session = sessionWith({ 'nightly/broken.json': '{' });
  expect(await session.main('history', ...operands)).toBe(2);
  expect(session.stderr.text).toBe(`petstore-conformance: ${sentence}\n`);
});

test('1,000 reports need the memory of one', () => {
  const session = sessionWith({});
  const padding = Array.from({ length: 400 }, (_, id) => ({ id: String(id), name: 'x'.repeat(200), requirement: 'a' }));
  for (let day = 0; day < 1_000; day += 1) {
    const startedAt = new Date(Date.UTC(2024, 0, 1 + day)).toISOString();
    const run = { ...fullReport.run, id: `r${day}`, startedAt, created: padding };
    writeFileSync(join(session.cwd, `nightly/${day}.json`), JSON.stringify({ ...fullReport, run }));
  }
  // Written down by the process itself, as the machine may be too busy to look from outside.
  const report = 'process.on("exit", () => console.error("kB", process.resourceUsage().maxRSS))';
  const args = ['--import', `data:text/javascript,${encodeURIComponent(report)}`, MAIN, 'history', 'nightly'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args, '--reporter', 'html'], {
    cwd: session.cwd,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    timeout: 100_000,
  });
  expect(status, stderr).toBe(0);
  expect(stdout).toContain('1,000 runs of');
  expect(Number(/kB (\d+)/.exec(stderr)?.[1])).toBeLessThan(220_000);
}, 120_000);
