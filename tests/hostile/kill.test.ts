import { type FSWatcher, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readReport } from '../../cli/read-files.ts';
import { type Reference, startReference } from '../../reference/server.ts';
import { reporters } from '../../reporters/index.ts';
import { endOf, newFolder, runCommand, startCommand } from '../compiled.ts';
import { failure, reportOf } from '../reporters/samples.ts';
import { TEST_KEY } from '../support.ts';

const REPORTS = { json: 'report.json', html: 'report.html', junit: 'report.xml' } as const;
const FLAGS = Object.entries(REPORTS).flatMap(([name, file]) => ['--reporter', `${name}=${file}`]);

type Texts = Readonly<Record<string, string>>;

function textsIn(cwd: string): Texts {
  return Object.fromEntries(Object.values(REPORTS).map((file) => [file, readFileSync(join(cwd, file), 'utf8')]));
}

/** Every report is the one from before or a whole new one. */
async function expectWholeReports(cwd: string, before: Texts): Promise<void> {
  const after = textsIn(cwd);
  if (after[REPORTS.json] !== before[REPORTS.json]) {
    await readReport(REPORTS.json, { cwd, stdin: (async function* () {})() });
  }
  if (after[REPORTS.html] !== before[REPORTS.html]) expect(after[REPORTS.html]).toMatch(/<\/html>\n$/);
  if (after[REPORTS.junit] !== before[REPORTS.junit]) expect(after[REPORTS.junit]).toMatch(/<\/testsuites>\n$/);
  const others = readdirSync(cwd).filter(
    (name) => !Object.values<string>(REPORTS).includes(name) && name !== 'from.json',
  );
  expect(others.filter((name) => !name.endsWith('.partial'))).toEqual([]);
}

/** Starts the command and kills it as soon as so many changes were seen in its folder. Tells whether it came to that. */
async function killedAfter(changes: number, args: readonly string[], cwd: string, env: Texts = {}): Promise<boolean> {
  const child = startCommand([...args, ...FLAGS], { cwd, env });
  let seen = 0;
  const watcher: FSWatcher = watch(cwd, () => {
    seen += 1;
    if (seen >= changes) child.kill('SIGKILL');
  });
  try {
    return (await endOf(child)).signal === 'SIGKILL';
  } finally {
    watcher.close();
  }
}

/** A folder with reports in it, as an earlier run left them. */
function folderWithReports(): string {
  const cwd = newFolder();
  const earlier = reportOf([failure]);
  for (const [name, file] of Object.entries(REPORTS)) {
    writeFileSync(join(cwd, file), reporters.get(name)?.(earlier, { colour: false, width: 100 }) ?? '');
  }
  return cwd;
}

test('reports that are written again are whole, whenever the command is killed', async () => {
  const cwd = folderWithReports();
  const reason = 'so much text that it takes a while to write; '.repeat(2_000);
  writeFileSync(join(cwd, 'from.json'), JSON.stringify(reportOf(Array(6).fill({ ...failure, reason }))));
  let kills = 0;
  for (let changes = 1; kills < 14 && changes < 30; changes += 1) {
    const before = textsIn(cwd);
    if (await killedAfter(changes, ['render', 'from.json'], cwd)) kills += 1;
    await expectWholeReports(cwd, before);
  }
  expect(kills).toBe(14);
  const before = textsIn(cwd);
  expect((await runCommand(['render', 'from.json', ...FLAGS], { cwd })).code).toBe(0);
  expect(textsIn(cwd)[REPORTS.json]).toContain(reason);
  await expectWholeReports(cwd, before);
});

test('so are those of a run', async () => {
  const server: Reference = await startReference({ apiKey: TEST_KEY });
  onTestFinished(() => server.close());
  const env = { PETSTORE_BASE_URL: server.baseUrl, PETSTORE_API_KEY: TEST_KEY, PETSTORE_ONLY: 'list.ok' };
  const cwd = folderWithReports();
  let kills = 0;
  for (const changes of [4, 10, 13, 16]) {
    const before = textsIn(cwd);
    if (await killedAfter(changes, [], cwd, env)) kills += 1;
    await expectWholeReports(cwd, before);
  }
  expect(kills).toBeGreaterThanOrEqual(3);
});
