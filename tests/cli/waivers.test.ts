import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isViolated } from '../../harness/report/conclusion.ts';
import { failure, fullReport, reportOf, resultOf } from '../reporters/samples.ts';
import { Session, TARGET } from './session.ts';

function sessionWith(report: unknown): Session {
  const session = new Session();
  writeFileSync(join(session.cwd, 'report.json'), typeof report === 'string' ? report : JSON.stringify(report));
  return session;
}

test('init writes a form for each violation, and says what to do with it', async () => {
  const session = sessionWith(fullReport);
  expect(await session.main('waivers', 'init', 'report.json')).toBe(0);
  const violated = fullReport.results.filter(isViolated).map(({ id }) => id);
  expect(violated.length).toBeGreaterThan(3);
  expect(session.stdout.text).toBe(
    `waivers.yaml: ${violated.length} to fill in with a reason, an owner and the last day (until).\n`,
  );
  const form = readFileSync(join(session.cwd, 'waivers.yaml'), 'utf8');
  expect(form.match(/(?<=^ +- id: ).*/gm)).toEqual(violated);
  const waived = fullReport.results.filter((result) => isViolated(result) && result.excuse?.by === 'waiver');
  expect(form.match(/^ +(reason|owner|until): ""$/gm)).toHaveLength(3 * (violated.length - waived.length));
});

test('init keeps what was agreed on before', async () => {
  const session = sessionWith(fullReport);
  await session.main('waivers', 'init', 'report.json', '--output', 'w.json');
  const { waivers } = JSON.parse(readFileSync(join(session.cwd, 'w.json'), 'utf8'));
  expect(waivers).toContainEqual(
    expect.objectContaining({ id: 'list.unique', owner: 'the pets team', until: '2026-12-31' }),
  );
});

test('a file that ends in .json is JSON', async () => {
  const session = sessionWith(reportOf([{ ...failure, fingerprint: 'f0123456789a' }]));
  expect(await session.main('waivers', 'init', 'report.json', '--output', 'w.json')).toBe(0);
  expect(JSON.parse(readFileSync(join(session.cwd, 'w.json'), 'utf8'))).toEqual({
    waivers: [{ id: 'list.limit.maximum', reason: '', owner: '', until: '', fingerprint: 'f0123456789a' }],
  });
  expect(readdirSync(session.cwd).sort()).toEqual(['report.json', 'w.json']);
});

test('the form does not load before it is filled in', async () => {
  const session = new Session({ env: TARGET });
  writeFileSync(join(session.cwd, 'report.json'), JSON.stringify(reportOf([failure])));
  expect(await session.main('waivers', 'init', 'report.json')).toBe(0);
  expect(await session.main('--waivers', 'waivers.yaml')).toBe(2);
  expect(session.stderr.text).toContain(
    'waivers.yaml has an empty or invalid reason in the waiver of list.limit.maximum',
  );
  expect(session.runs).toEqual([]);
});

test('a file that is there already is left as it is', async () => {
  const session = sessionWith(fullReport);
  writeFileSync(join(session.cwd, 'waivers.yaml'), 'months of work');
  expect(await session.main('waivers', 'init', 'report.json')).toBe(2);
  expect(session.stderr.text).toBe(
    'petstore-conformance: waivers.yaml already exists and is not overwritten: choose another file with --output.\n',
  );
  expect(readFileSync(join(session.cwd, 'waivers.yaml'), 'utf8')).toBe('months of work');
});

test('where nothing is violated nothing is written', async () => {
  const session = sessionWith(reportOf([resultOf('list.ok')]));
  expect(await session.main('waivers', 'init', 'report.json')).toBe(0);
  expect(session.stdout.text).toBe('There is nothing to waive in report.json, so waivers.yaml was not written.\n');
  expect(existsSync(join(session.cwd, 'waivers.yaml'))).toBe(false);
});

const USAGE =
  'waivers needs an action and a report: write petstore-conformance waivers init report.json [--output FILE].';
test.each([
  [['waivers'], USAGE],
  [['waivers', 'init'], USAGE],
  [['waivers', 'report.json'], USAGE],
  [['waivers', 'check', 'report.json'], USAGE],
  [
    ['waivers', 'init', 'a', 'b'],
    'Too many arguments: write petstore-conformance waivers init REPORT.json [--output FILE].',
  ],
  [
    ['waivers', 'init', 'none.json'],
    'none.json cannot be read (ENOENT): name a report that --reporter json=FILE wrote.',
  ],
  [['waivers', 'init', 'text.json'], 'text.json is not JSON: name a report that --reporter json=FILE wrote.'],
])('%j is a usage error', async (argv, sentence) => {
  const session = new Session();
  writeFileSync(join(session.cwd, 'text.json'), 'text');
  expect(await session.main(...argv)).toBe(2);
  expect(session.stderr.text).toBe(`petstore-conformance: ${sentence}\n`);
});

test('a place that cannot be written to is reported', async () => {
  const session = sessionWith(fullReport);
  mkdirSync(join(session.cwd, 'folder'));
  expect(await session.main('waivers', 'init', 'report.json', '--output', 'none/w.yaml')).toBe(2);
  expect(session.stderr.text).toBe(
    `petstore-conformance: ${join(session.cwd, 'none/w.yaml')} cannot be written (ENOENT): choose another file.\n`,
  );
});
