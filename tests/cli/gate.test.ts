import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readReport } from '../../cli/read-files.ts';
import type { Report } from '../../harness/report/model.ts';
import { runInline } from '../../harness/run/run-inline.ts';
import { type Reference, startReference } from '../../reference/server.ts';
import { petStore } from '../../suites/index.ts';
import { newFolder, runCommand } from '../compiled.ts';
import { standInFront } from '../hostile/front.ts';
import { TEST_KEY } from '../support.ts';
import { Session } from './session.ts';

const ID = 'auth.missing.listPets';

async function serverWith(...faults: readonly string[]): Promise<Reference> {
  const server = await startReference({ apiKey: TEST_KEY, faults, pets: 5 });
  onTestFinished(() => server.close());
  return server;
}

/** The same requirement broken in another way than by needing no key. */
function serverThatForbids() {
  return standInFront({
    alter: ({ headers }, answer) => (headers.authorization === undefined ? { ...answer, status: 403 } : answer),
  });
}

/** A server that needs no key in every second round, and does in the others. */
function serverOpenNowAndThen() {
  const rounds: (string | undefined)[] = [];
  return standInFront({
    alter: ({ headers }, answer) => {
      const agent = headers['user-agent'];
      if (!rounds.includes(agent)) rounds.push(agent);
      const isOpen = rounds.indexOf(agent) % 2 === 1 && headers.authorization === undefined;
      return isOpen ? { ...answer, status: 200, body: '[]' } : answer;
    },
  });
}

const environmentOf = (baseUrl: string, only = ID) => ({
  PETSTORE_BASE_URL: baseUrl,
  PETSTORE_API_KEY: TEST_KEY,
  PETSTORE_ONLY: only,
  PETSTORE_REPORTERS: 'json=report.json',
});

const noInput = (async function* () {})();

/** The command in this process: a start of the compiled one takes seconds, and it has its own test. */
async function command(baseUrl: string, files: Readonly<Record<string, string>>, ...args: string[]) {
  const session = new Session({
    env: environmentOf(baseUrl),
    parts: { runSuite: (settings, { signal }) => runInline(settings, petStore, { signal: signal }) },
  });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(session.cwd, name), text);
  const code = await session.main(...args);
  const report = () => readReport('report.json', { cwd: session.cwd, stdin: noInput });
  return { code, report, stderr: session.stderr.text, runs: session.runs, cwd: session.cwd };
}

const rowOf = (report: Report) => report.results.find(({ id }) => id === ID);
const kindsOf = ({ gate }: Report) => gate?.notices.map(({ kind }) => kind);

/** The form that `waivers init` writes for the report of a faulty server, filled in. */
async function filledForm(baseUrl: string): Promise<string> {
  const failed = await command(baseUrl, {});
  expect(failed.code).toBe(1);
  const report = readFileSync(join(failed.cwd, 'report.json'), 'utf8');
  const session = new Session();
  writeFileSync(join(session.cwd, 'report.json'), report);
  expect(await session.main('waivers', 'init', 'report.json')).toBe(0);
  return readFileSync(join(session.cwd, 'waivers.yaml'), 'utf8')
    .replace('reason: ""', 'reason: open until the gateway is there')
    .replace('owner: ""', 'owner: the pets team')
    .replace('until: ""', 'until: 2027-01-31');
}

test('waivers from the report of a faulty server to the day on which they end', async () => {
  const [faulty, fixed] = [await serverWith('list-needs-no-key'), await serverWith()];
  const waivers = { 'w.yaml': await filledForm(faulty.baseUrl) };
  const on = (baseUrl: string, now: string, ...args: string[]) =>
    command(baseUrl, waivers, '--waivers', 'w.yaml', '--now', now, ...args);

  const waived = await on(faulty.baseUrl, '2027-01-31');
  expect(waived.code).toBe(0);
  const report = await waived.report();
  expect(report).toMatchObject({ verdict: 'conforming', gate: { notices: [] } });
  expect(rowOf(report)).toMatchObject({ outcome: 'fail', excuse: { by: 'waiver', owner: 'the pets team' } });

  const late = await on(faulty.baseUrl, '2027-02-01');
  expect([late.code, kindsOf(await late.report())]).toEqual([1, ['expired']]);

  const otherwise = await on((await serverThatForbids()).baseUrl, '2027-01-31');
  expect([otherwise.code, kindsOf(await otherwise.report())]).toEqual([1, ['mismatched']]);

  const stale = await on(fixed.baseUrl, '2027-01-31');
  expect([stale.code, kindsOf(await stale.report())]).toEqual([0, ['stale']]);
  const strict = await on(fixed.baseUrl, '2027-01-31', '--strict');
  expect(strict.code).toBe(2);
  expect(await strict.report()).toMatchObject({ verdict: 'conforming', gate: { notices: [{ fails: true }] } });
});

test.each([
  ['that is not there', undefined, 'The waivers in w.yaml cannot be read (ENOENT): '],
  ['that is no YAML', 'waivers: [}', 'w.yaml is neither YAML nor JSON: '],
  [
    'with an observation',
    waiverText('observed.list-order'),
    'w.yaml waives "observed.list-order", which is not a requirement',
  ],
  [
    'with an empty field',
    waiverText(ID).replace('owner: us', 'owner: ""'),
    `w.yaml has an empty or invalid owner in the waiver of ${ID}: `,
  ],
])('a file of waivers %s is reported before anything is sent', async (_case, text, sentence) => {
  const server = await serverWith();
  const files = text === undefined ? {} : { 'w.yaml': text };
  const { code, stderr, runs } = await command(server.baseUrl, files, '--waivers', 'w.yaml');
  expect([code, runs, server.requests()]).toEqual([2, [], 0]);
  expect(stderr).toContain(`petstore-conformance: ${sentence}`);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});

function waiverText(id: string): string {
  return `waivers:\n  - { id: ${id}, reason: because, owner: us, until: 2027-01-31 }\n`;
}

test('a baseline: what was known passes, what is worse does not, and what drifted is reported', async () => {
  const only = ['--only', ID, '--only', 'auth.missing.getPet', '--only', 'observed.list-order'];
  const [faulty, worse] = [
    await serverWith('list-needs-no-key'),
    await startReference({
      apiKey: TEST_KEY,
      faults: ['list-needs-no-key', 'get-needs-no-key'],
      variants: ['newest-first'],
      pets: 5,
    }),
  ];
  onTestFinished(() => worse.close());
  const first = await command(faulty.baseUrl, {}, ...only);
  expect(first.code).toBe(1);
  const files = { 'baseline.json': readFileSync(join(first.cwd, 'report.json'), 'utf8') };

  const known = await command(faulty.baseUrl, files, ...only, '--baseline', 'baseline.json');
  expect(known.code).toBe(0);
  const report = await known.report();
  expect(report.gate).toEqual({ notices: [], drifted: [] });
  expect(rowOf(report)).toMatchObject({ outcome: 'fail', excuse: { by: 'baseline' } });

  const regressed = await command(worse.baseUrl, files, ...only, '--baseline', 'baseline.json');
  expect(regressed.code).toBe(1);
  const { gate } = await regressed.report();
  expect(gate?.notices).toMatchObject([{ kind: 'worse', id: 'auth.missing.getPet', fails: true }]);
  expect(gate?.drifted).toMatchObject([{ id: 'observed.list-order' }]);
});

test.each([
  ['of a target that was not tested', { verdict: 'untested', exitCode: 3, diagnosis: 'Nothing listens.', results: [] }],
  ['of an interrupted run', { verdict: 'incomplete', exitCode: 130, diagnosis: 'The run was interrupted.' }],
])('a report %s is no baseline', async (_case, changes) => {
  const server = await serverWith();
  const whole = await command(server.baseUrl, {});
  const baseline = JSON.stringify({ ...(await whole.report()), ...changes });
  const sent = server.requests();
  const { code, stderr } = await command(server.baseUrl, { 'b.json': baseline }, '--baseline', 'b.json');
  expect([code, server.requests()]).toEqual([2, sent]);
  expect(stderr).toBe(
    'petstore-conformance: b.json cannot be a baseline, because its run did not finish: name the report of a run that did.\n',
  );
});

test('rounds of a server that fails every second time, each with its own mark and the same seed', async () => {
  const { baseUrl, seen } = await serverOpenNowAndThen();
  const { code, report, runs } = await command(baseUrl, {}, '--repeat', '4');
  expect(code).toBe(1);
  const { results, run } = await report();
  expect(results.find(({ id }) => id === ID)).toMatchObject({
    outcome: 'unsteady',
    reason: 'Failed 2 of 4.',
    rounds: ['pass', 'fail', 'pass', 'fail'],
  });
  expect(run.requests).toBe(seen.length);
  expect(run.created).toHaveLength(4);
  expect(new Set(seen.map(({ asked }) => asked.headers['user-agent'])).size).toBe(4);
  expect(new Set(runs.map(({ runId }) => runId)).size).toBe(4);
  expect(new Set(runs.map(({ seed }) => seed))).toEqual(new Set([run.seed]));
});

test('the round in which the server goes away is the last', async () => {
  const agents = new Set<string | undefined>();
  const front = await standInFront({
    alter: ({ headers }, answer) => {
      agents.add(headers['user-agent']);
      if (agents.size === 1) return answer;
      front.die();
      return 'break';
    },
  });
  const { code, report, runs } = await command(front.baseUrl, {}, '--repeat', '5');
  expect([code, runs.length]).toEqual([3, 2]);
  expect(await report()).toMatchObject({ verdict: 'incomplete', diagnosis: expect.stringContaining(front.baseUrl) });
});

test('the compiled command repeats, waives and measures in one run', async () => {
  const { baseUrl } = await serverOpenNowAndThen();
  const cwd = newFolder();
  const env = environmentOf(baseUrl);
  writeFileSync(join(cwd, 'w.yaml'), waiverText(ID));
  const passing = await command((await serverWith()).baseUrl, {});
  writeFileSync(join(cwd, 'b.json'), readFileSync(join(passing.cwd, 'report.json')));
  const gate = ['--waivers', 'w.yaml', '--baseline', 'b.json', '--now', '2027-01-31'];
  const { code } = await runCommand(['--repeat', '2', ...gate], { cwd, env });
  const report = await readReport('report.json', { cwd, stdin: noInput });
  expect(code).toBe(0);
  expect(rowOf(report)).toMatchObject({ outcome: 'unsteady', reason: 'Failed 1 of 2.', excuse: { by: 'waiver' } });
});
