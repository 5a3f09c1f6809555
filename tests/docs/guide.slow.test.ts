import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { runCommand } from '../../cli/command.ts';
import type { Report } from '../../harness/model/report.ts';
import { bash, pathWith } from '../pipeline/bash.ts';
import { action } from '../pipeline/files.ts';
import { residentCommand } from '../pipeline/resident.ts';

const command = residentCommand();
const textOf = (page: string) => readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');

const blocksOf = (page: string) =>
  [...textOf(page).matchAll(/^```sh(?: exit=(\d+))?\n(.*?)^```$/gms)].map(([, code = '0', script = '']) => ({
    script,
    code: Number(code),
  }));

/** One shell for all of them, as for a reader: what one exports, starts or enters is there for those after it. */
function wholeScript(blocks: ReturnType<typeof blocksOf>): string {
  const steps = blocks.map(({ script }, index) =>
    [`{\n${waiting(script)}} >"$OUT/out-${index}" 2>&1`, `echo "${index} $?" >>"$OUT/codes"`].join('\n'),
  );
  return `set +e\ntrap 'kill $(jobs -p)' EXIT\n${steps.join('\n')}\n`;
}

/** A server in the background needs a moment before the next line can use it. */
function waiting(script: string): string {
  return script.replace(/^(petstore-conformance serve --port (\d+).*) &$/gm, (_line, serve: string, port: string) =>
    [`${serve} >"$OUT/serve-${port}" &`, `until grep -q "Base URL" "$OUT/serve-${port}"; do sleep 0.05; done`].join(
      '\n',
    ),
  );
}

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

interface Followed {
  readonly folder: string;
  /** The block with these words in it: what it printed. */
  readonly shown: (words: string) => string;
}

/** Runs every block of a page once, and tests how each of them ends. */
function follow(page: string): Followed {
  const blocks = blocksOf(page);
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-'));
  const outputOf = (index: number) => readFileSync(join(folder, `out-${index}`), 'utf8');
  let codes: readonly string[] = [];

  beforeAll(async () => {
    let script = wholeScript(blocks);
    const ports = [...new Set(script.match(/--port (\d+)/g))].map((words) => words.replace('--port ', ''));
    for (const port of ports) script = script.replaceAll(port, await freePort());
    const identity = ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'Kim'],
      [`GIT_${who}_EMAIL`, 'kim@example.com'],
    ]);
    await bash(script, folder, {
      PATH: pathWith(command, folder),
      HOME: folder,
      OUT: folder,
      GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
      PETSTORE_CONSISTENCY_WINDOW: '0.02',
      ...Object.fromEntries(identity),
    });
    codes = readFileSync(join(folder, 'codes'), 'utf8').trim().split('\n');
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(blocks.map(({ code }, index) => [index, code] as const))('block %i ends with %i', (index, code) => {
    expect(codes[index], outputOf(index)).toBe(`${index} ${code}`);
  });

  const shown = (words: string) => {
    const index = blocks.findIndex(({ script }) => script.includes(words));
    expect(index, words).toBeGreaterThanOrEqual(0);
    return outputOf(index);
  };
  return { folder, shown };
}

const reportIn = (folder: string, file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Report;

describe('the guide to a gate', () => {
  const { folder, shown } = follow('gate.md');

  test('a plan names its limits', () => {
    expect(shown(' plan ')).toContain('150');
  });

  test('a pull request has one error, at what it broke', () => {
    const errors = shown('--create faster-lists').match(/^::error .*$/gm) ?? [];
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^::error title=list\.limit\.minimum \(MUST\)::.*Expected: .*Actual: .*Reproduce: curl /);
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('list.limit.minimum');
  });

  test('a replay fails again', () => {
    expect(shown(' replay ')).toContain('fails again');
  });

  test('a waiver holds until its day, and is stale once the server is fixed', () => {
    expect(shown('main:conformance/waivers.yaml')).toContain('Waived until 2030-06-30 by pets-team');
    expect(shown('--now 2030-07-01')).toMatch(/waiver of list\.limit\.minimum \(pets-team\) ended on 2030-06-30/);
    expect(shown('--strict')).toMatch(/waiver of list\.limit\.minimum \(pets-team\) is stale/);
  });

  test('nothing is written to production', () => {
    expect(shown('--known-ids')).toContain('leads to a host in PETSTORE_READ_ONLY_HOSTS');
    const { verdict, run } = reportIn(folder, 'shop/production.json');
    expect({ verdict, creations: run.creations, readOnly: run.settings.readOnly }).toEqual({
      verdict: 'conforming',
      creations: 0,
      readOnly: true,
    });
  });

  test('the record of a run decides what its baseline would be', () => {
    const baseline = reportIn(folder, 'shop/conformance/baseline.json');
    expect(baseline.results.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    expect(baseline.run.values?.length).toBeGreaterThan(100);
  });
});

describe('the guide to a nightly job', () => {
  const { folder, shown } = follow('nightly.md');

  test('a night that is worse names what is new, and leaves the baseline', () => {
    const worse = reportIn(folder, 'nightly/reports/2030-03-03.json');
    const failing = worse.gate?.notices.filter(({ fails }) => fails).map(({ id }) => id);
    expect([...new Set(failing)]).toEqual(['errors.shape.401']);
    const good = reportIn(folder, 'nightly/reports/2030-03-02.json');
    expect(reportIn(folder, 'nightly/baseline.json').run.id).toBe(good.run.id);
  });

  test('the history is one page of three nights', () => {
    expect(shown(' history ')).toMatch(/^site\/index\.html: Latest runs: .*, in 3 runs of 2 servers\.$/m);
  });

  test('the ledger lists pets', () => {
    expect(shown('head -n 3').trim().split('\n')).toHaveLength(3);
  });
});

describe.each(['gate.md', 'nightly.md'])('the workflow in %s', (page) => {
  const [, yaml = ''] = /^```yaml\n(.*?)^```$/ms.exec(textOf(page)) ?? [];

  test('is short, and pins what it uses', () => {
    expect(yaml.trim().split('\n').length).toBeLessThanOrEqual(page === 'gate.md' ? 15 : 20);
    const uses = [...yaml.matchAll(/uses: (\S+)/g)].map(([, action = '']) => action);
    for (const action of uses) expect(action).toMatch(/@[0-9a-f]{40}$|^OWNER\/petstore-conformance.*@REF$/);
  });

  test('gives the action inputs and the command flags that exist', () => {
    const { jobs } = parse(yaml) as { jobs: Readonly<Record<string, { steps: readonly Step[] }>> };
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    const ofAction = steps.filter(({ uses }) => uses === 'OWNER/petstore-conformance@REF');
    for (const { with: given = {} } of ofAction)
      expect(Object.keys(action().inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
    const flags = steps.flatMap(({ run = '' }) => run.match(/(?<=--)[a-z-]+/g) ?? []);
    expect(runCommand.flags.map(({ flag }) => flag)).toEqual(expect.arrayContaining(flags));
    expect(ofAction.length + flags.length).toBeGreaterThan(0);
  });
});

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
