import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Outcome, Report } from '../../harness/report/model.ts';
import { reportOf, resultOf } from '../reporters/samples.ts';
import { Session } from './session.ts';

const passing = reportWith('pass');
const failing = reportWith('fail');
const untested = reportOf([], { verdict: 'untested', exitCode: 3, diagnosis: 'Nothing listens.' });

function reportWith(outcome: Outcome): Report {
  return reportOf([resultOf('list.ok', { outcome }), resultOf('list.unique')]);
}

function sessionWith(files: Readonly<Record<string, Report>>, stdin: string[] = []): Session {
  const session = new Session({ stdin });
  for (const [name, report] of Object.entries(files)) {
    writeFileSync(join(session.cwd, name), JSON.stringify(report));
  }
  return session;
}

test.each([
  [{ 'a.json': passing, 'b.json': failing }, 1, '1 regressed\n'],
  [{ 'a.json': failing, 'b.json': passing }, 0, 'Nothing regressed, 1 fixed\n'],
  [{ 'a.json': failing, 'b.json': failing }, 0, 'Nothing regressed\n'],
  [{ 'a.json': passing, 'b.json': reportWith('inconclusive') }, 0, 'Nothing regressed\n'],
  [{ 'a.json': passing, 'b.json': failing, 'c.json': failing }, 0, '3 implementations, 2 requirements\n'],
])('compare %#', async (files, code, title) => {
  const session = sessionWith(files);
  expect(await session.main('compare', ...Object.keys(files))).toBe(code);
  expect(session.stdout.text.startsWith(title)).toBe(true);
});

test('compare writes several forms at once, and reads one report from standard input', async () => {
  const session = sessionWith({ 'a.json': passing }, [JSON.stringify(failing)]);
  const asked = ['json=out/c.json', 'html=out/c.html', 'markdown'].flatMap((choice) => ['--reporter', choice]);
  expect(await session.main('compare', 'a.json', '-', ...asked)).toBe(1);
  expect(session.stdout.text).toContain('## 1 regressed\n');
  expect(readFileSync(join(session.cwd, 'out/c.html'), 'utf8')).toContain('1 regressed</h1>');
  expect(JSON.parse(readFileSync(join(session.cwd, 'out/c.json'), 'utf8'))).toMatchObject({
    before: { label: 'a.json' },
    after: { label: 'standard input' },
    regressed: [{ id: 'list.ok' }],
  });
});

const ADVICE = 'Compare reports of the same version of the suite, or give --allow-different.';

test.each([
  [['a.json'], 'compare needs two reports or more: write petstore-conformance compare A.json B.json.'],
  [['-', '-'], 'Standard input can be read only once: give all reports but one as files.'],
  [['a.json', 'b.json', '--reporter', 'junit'], 'Unknown reporter "junit": use one of terminal, markdown, json, html.'],
  [
    ['a.json', 'fewer.json'],
    `a.json and fewer.json differ in 1 requirement (list.unique is MUST in one and not there in the other). ${ADVICE}`,
  ],
  [
    ['a.json', 'should.json'],
    `a.json and should.json differ in 2 requirements (list.ok is MUST in one and SHOULD in the other). ${ADVICE}`,
  ],
  [['a.json', 'b.json', 'untested.json'], `untested.json is about a target that was not tested. ${ADVICE}`],
])('compare %j is refused', async (operands, sentence) => {
  const session = sessionWith({
    'a.json': passing,
    'b.json': failing,
    'fewer.json': reportOf([resultOf('list.ok')]),
    'should.json': reportOf(passing.results.map((result) => ({ ...result, level: 'SHOULD' }))),
    'untested.json': untested,
  });
  expect(await session.main('compare', ...operands)).toBe(2);
  expect(session.stderr.text).toBe(`petstore-conformance: ${sentence}\n`);
  expect(session.stdout.text).toBe('');
});

test('compare --allow-different takes them all the same', async () => {
  const session = sessionWith({ 'a.json': passing, 'b.json': untested });
  expect(await session.main('compare', 'a.json', 'b.json', '--allow-different')).toBe(0);
  expect(session.stdout.text).toContain('No longer checked (2)');
  expect(session.stdout.text).toMatch(/list\.ok +MUST +pass +absent/);
});
