import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../library/index.ts';
import type { Check } from '../../proof/stacks/check.ts';
import { differences } from '../../proof/stacks/findings.ts';
import { PAGE, pageOf, README, readmeOf } from '../../proof/stacks/page.ts';
import { planOf } from '../../proof/stacks/plan.ts';
import { eventually, Scope } from '../../proof/stacks/processes.ts';
import { npmPackagesOf, readStacks, SERVERS, SERVICES, type Stack } from '../../proof/stacks/stack.ts';
import { isRight, tableOf } from '../../proof/stacks/table.ts';
import { catalogue } from '../../suites/requirements/index.ts';
import { failing, failureOf, resultOf } from '../reporters/samples.ts';

const stacks = readStacks();
const levels = new Map<string, string>(catalogue.map(({ id, level }) => [id, level]));

test('docs/frameworks.md is current; if not, run npm run stacks -- --write NAME', () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(pageOf(stacks));
});

test('the README of the servers lists their packages; if not, run npm run stacks -- --write NAME', () => {
  const text = readFileSync(README, 'utf8');
  expect(text).toBe(readmeOf(text, stacks));
});

test('the stacks from npm are installed from the registry of whoever installs them', () => {
  const lock = readFileSync(join(SERVERS, 'package-lock.json'), 'utf8');
  expect(lock).not.toMatch(/"resolved": "\w+:/);
  const { workspaces } = JSON.parse(readFileSync(join(SERVERS, 'package.json'), 'utf8'));
  expect(workspaces).toEqual(stacks.filter((stack) => npmPackagesOf(stack).size > 0).map(({ name }) => name));
});

describe.each(stacks.map((stack) => [stack.name, stack] as const))('%s', (name, stack) => {
  const folder = join(SERVERS, name);
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      !/^(out|node_modules)\/|\.json$|^(start|build)$|\.pyc$/.test(file) && statSync(join(folder, file)).isFile(),
  );
  const text = sources.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');

  test('starts with a script, and says how it is installed', () => {
    for (const script of ['start', 'build'].filter((file) => file === 'start' || existsSync(join(folder, file)))) {
      expect(() => accessSync(join(folder, script), constants.X_OK)).not.toThrow();
    }
    expect(stack.title).toBeTruthy();
    expect(stack.language).toBeTruthy();
    expect((stack.apt ?? []).length > 0).toBe(stack.installed !== undefined);
    expect(SERVICES).toEqual(expect.arrayContaining([...(stack.needs ?? [])]));
  });

  test('is short', () => {
    expect(text.split('\n').length).toBeLessThanOrEqual(210);
  });

  test('has at least two naive versions, which the source contains', () => {
    const names = stack.naive.map((version) => version.name);
    expect(names.length).toBeGreaterThanOrEqual(2);
    expect(new Set(names).size).toBe(names.length);
    for (const naive of names) {
      expect(naive).toMatch(/^[a-z0-9-]+$/);
      expect(text).toMatch(new RegExp(`['"\`]${naive}['"\`]`));
    }
    const compared = [...text.matchAll(/naive\W*[!=]==?\s*['"]([^'"]+)['"]/gi)].map(([, compared]) => compared);
    expect(names).toEqual(expect.arrayContaining(compared));
  });

  test.each(stack.naive.map((version) => [version.name, version] as const))(
    '%s names requirements, and the source mentions what it is about',
    (_name, { mistake, why, fix, violates, warns = [] }) => {
      for (const sentence of [mistake, why, fix]) expect(sentence).toMatch(/^\S.*[.)]$/);
      expect(violates.filter((id) => levels.get(id) !== 'MUST')).toEqual([]);
      expect(warns.filter((id) => levels.get(id) !== 'SHOULD')).toEqual([]);
      const ids = [...violates, ...warns];
      const families = ids.map((id) => id.replace(/\.(listPets|createPet|getPet|\d{3}|other)$/, ''));
      expect(families.some((family) => text.includes(family))).toBe(true);
    },
  );
});

const naive = { name: 'double', mistake: '', why: '', fix: '', violates: ['create.int64'], warns: ['auth.first'] };
const stack: Stack = { name: 'koa', title: 'Koa', language: 'JavaScript', naive: [naive] };

describe('the plan', () => {
  const namesOf = (hasNginx: boolean) => planOf(stack, hasNginx).map(({ runs }) => runs.map((run) => run.name));

  test('checks a server three times, a new one behind nginx, and each naive version', () => {
    const first = ['empty target', 'same target again', 'read-only'];
    expect(namesOf(true)).toEqual([first, ['behind nginx'], ['naive version double']]);
    expect(namesOf(false)).toEqual([first, ['naive version double']]);
  });

  test('is strict with the conforming server unless it warns', () => {
    const strict = (one: Stack) =>
      planOf(one, true).map(({ runs }) => runs.map(({ flags }) => flags.includes('--strict')));
    expect(strict(stack)).toEqual([[true, true, true], [true], [false]]);
    expect(strict({ ...stack, warns: ['auth.challenge'] }).flat()).not.toContain(true);
  });

  test('expects of a naive version what it violates, and the warnings of the server', () => {
    const [run] = planOf({ ...stack, warns: ['auth.challenge'] }, false).at(-1)?.runs ?? [];
    expect(run).toMatchObject({ violates: ['create.int64'], warns: ['auth.challenge', 'auth.first'] });
  });
});

describe('a run differs', () => {
  const runOf = (exitCode: number, outcomes: Readonly<Record<string, Outcome>> = {}) => ({
    exitCode,
    report: {
      results: Object.entries(outcomes).map(([id, outcome], at) => {
        const violations = [failureOf({ place: at + 1, story: at + 1 })];
        return resultOf(id, { outcome, ...(outcome !== 'pass' && outcome !== 'inconclusive' && { violations }) });
      }),
    },
    output: '',
  });
  const expected = { violates: ['create.int64'], warns: ['auth.first'], seesEveryWarning: true };
  const found = { 'create.int64': 'fail', 'auth.first': 'warn', 'list.ok': 'pass' } as const;
  const conforming = { violates: [], warns: [], seesEveryWarning: true };

  test.each([
    ['not at all', runOf(1, found), expected, []],
    ['by its exit code', runOf(0, found), expected, ['Exit code 0 instead of 1.']],
    [
      'by another failure',
      runOf(1, { ...found, 'list.ok': 'fail' }),
      expected,
      ['list.ok fails, which is not expected.'],
    ],
    ['by a missing failure', runOf(1, { ...found, 'create.int64': 'pass' }), expected, ['create.int64 does not fail.']],
    ['by a missing warning', runOf(1, { ...found, 'auth.first': 'pass' }), expected, ['auth.first does not warn.']],
    ['by a warning', runOf(0, { 'auth.first': 'warn' }), conforming, ['auth.first warns, which is not expected.']],
    [
      'by what stays open',
      runOf(4, { 'list.ok': 'inconclusive' }),
      conforming,
      ['Exit code 4 instead of 0.', 'list.ok is inconclusive.'],
    ],
    [
      'by having no report',
      { exitCode: 2, output: 'Bad flag.\n' },
      conforming,
      ['The command printed no report (exit code 2): Bad flag.'],
    ],
  ] as const)('%s', (_how, run, expectation, problems) => {
    expect(differences(run, expectation)).toEqual(problems);
  });

  test('not by what another requirement of the same story sees', () => {
    const { report, ...run } = runOf(1, found);
    const joined = failing('history.agrees', { place: 9, story: 1 });
    const results = [...report.results, joined];
    expect(differences({ ...run, report: { results } }, expected)).toEqual([]);
  });

  test('not by a missing warning where it may see fewer', () => {
    expect(differences(runOf(0), { ...conforming, warns: ['auth.first'], seesEveryWarning: false })).toEqual([]);
  });
});

describe('the table', () => {
  const two = { ...stack, naive: [naive, naive] };
  const check = (name: string, isNaive: boolean, ...problems: string[]): Check => ({ name, isNaive, problems });
  const good = {
    stack: two,
    seconds: 31.4,
    checks: [check('empty target', false), check('a', true), check('b', true)],
  };
  const bad = {
    stack: { ...two, name: 'hono', warns: ['auth.first'] },
    seconds: 9,
    checks: [check('read-only', false, 'Exit code 4 instead of 0.'), check('a', true), check('b', true, 'No.')],
  };

  test('has one line per stack, and then what is wrong', () => {
    expect(tableOf([good, bad])).toBe(
      `${[
        'stack  verdict                  naive versions found exactly  seconds',
        'koa    conforming, also strict  2/2                           31',
        'hono   WRONG: read-only         1/2                           9',
        '',
        'hono, read-only: Exit code 4 instead of 0.',
        'hono, b: No.',
      ].join('\n')}\n`,
    );
    expect([good, bad].map(isRight)).toEqual([true, false]);
  });
});

test('a scope ends what was started in it, what that started in turn, and its folder', async () => {
  const { pids, folder } = await Scope.within(async (scope) => {
    const started = scope.start('bash', ['-c', 'sleep 60 & echo $! $$; exec sleep 60'], {});
    expect(await eventually(async () => started.output().includes('\n'), 10_000)).toBe(true);
    expect(started.hasEnded()).toBe(false);
    return { pids: started.output().trim().split(' ').map(Number), folder: scope.folder };
  });
  expect(pids).toHaveLength(2);
  expect(await eventually(async () => pids.every((pid) => !isRunning(pid)), 10_000)).toBe(true);
  expect(existsSync(folder)).toBe(false);
});

/** A process that has ended and is not collected yet by its parent is not running. */
function isRunning(pid: number): boolean {
  const status = `/proc/${pid}/status`;
  return existsSync(status) && !readFileSync(status, 'utf8').includes('State:\tZ');
}
