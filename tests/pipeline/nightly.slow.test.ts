import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Report } from '../../harness/model/report.ts';
import { startReference } from '../../reference/server.ts';
import { Store } from '../../reference/store.ts';
import { newFolder } from '../compiled.ts';
import { bash, pathWith, type Variables } from './bash.ts';
import { exampleText, gitlabJob, stepsOf } from './files.ts';
import { residentCommand } from './resident.ts';

const command = residentCommand();

type Play = (folder: string, env: Variables, target: Variables) => Promise<{ failed: boolean; output: string }>;

/** The jobs are slow on purpose; a test need not be. */
const QUICK = {
  PETSTORE_MAX_RPS: '10000',
  PETSTORE_CONCURRENCY: '12',
  PETSTORE_BAD_CREDENTIAL_PAUSE: '0',
  PETSTORE_CONSISTENCY_WINDOW: '0.02',
  PETSTORE_ONLY: 'deprecation.*',
};

const onGithub: Play = async (folder, env, target) => {
  const values = new Map<string, string>();
  let failed = false;
  let output = '';
  for (const step of stepsOf('github-nightly.yml').filter(({ run }) => run !== undefined)) {
    if (failed && !step.if?.includes('!cancelled()')) continue;
    const resolved = (text: string) =>
      text.replace(/^\$\{\{ (.*) \}\}$/, (_all, name: string) => values.get(name) ?? '');
    const own = Object.entries(step.env ?? {}).map(([name, value]) => [name, resolved(String(value))]);
    const sends = step.env !== undefined && 'PETSTORE_API_KEY' in step.env;
    const all = { ...env, ...Object.fromEntries(own), ...(sends && { ...QUICK, ...target }) };
    const outputs = join(folder, 'output');
    writeFileSync(outputs, '');
    const files = { GITHUB_OUTPUT: outputs, GITHUB_STEP_SUMMARY: 'summary' };
    const ended = await bash(step.run ?? '', folder, { ...all, ...files });
    failed ||= ended.code !== 0;
    values.set(`steps.${step.id}.outcome`, ended.code === 0 ? 'success' : 'failure');
    for (const [, name, value = ''] of readFileSync(outputs, 'utf8').matchAll(/^(\w+)=(.*)$/gm))
      values.set(`steps.${step.id}.outputs.${name}`, value);
    output += ended.stdout + ended.stderr;
  }
  return { failed, output };
};

const onGitlab: Play = async (folder, env, target) => {
  const { before_script = [], script = [], after_script = [], variables } = gitlabJob('conformance-nightly');
  // Only the cache is there in the next night.
  rmSync(join(folder, 'reports'), { recursive: true, force: true });
  const all = { ...env, ...variables, ...QUICK, ...target };
  const job = await bash([...before_script, ...script].join('\n'), folder, all);
  const CI_JOB_STATUS = job.code === 0 ? 'success' : 'failed';
  const after = await bash(after_script.join('\n'), folder, { ...all, CI_JOB_STATUS });
  return { failed: job.code !== 0, output: [job.stdout, job.stderr, after.stdout, after.stderr].join('') };
};

test.each([
  ['GitHub', onGithub],
  ['GitLab', onGitlab],
])(
  'nights on %s are compared with the last good one, and all are kept',
  async (_where, play) => {
    const folder = newFolder();
    const PATH = pathWith(command, folder);
    const baseline = () => JSON.parse(readFileSync(join(folder, 'nightly/baseline.json'), 'utf8')) as Report;
    const apiKey = 'Test-Key.7f3a';
    const store = new Store();
    let port = 0;
    /** The server is restarted every day at the same address, and keeps every pet. */
    const nightWith = async (...faults: readonly string[]) => {
      const server = await startReference({ apiKey, store, faults, port });
      port = Number(new URL(server.baseUrl).port);
      try {
        return await play(folder, { PATH }, { PETSTORE_BASE_URL: server.baseUrl, PETSTORE_API_KEY: apiKey });
      } finally {
        await server.close();
      }
    };

    const first = await nightWith('sunset-in-iso');
    expect(first.failed, first.output).toBe(true);
    const known = await nightWith('sunset-in-iso');
    expect(known.failed, known.output).toBe(false);
    const good = baseline().run.id;
    const worse = await nightWith('sunset-in-iso', 'fetch-archives-sold');
    expect(worse.failed, worse.output).toBe(true);
    expect(baseline().run.id).toBe(good);
    const fixed = await nightWith();
    expect(fixed.failed, fixed.output).toBe(false);
    expect(baseline().gate?.notices.map(({ kind }) => kind)).toContain('fixed');
    expect(baseline().run.lost).toBeUndefined();
    expect(readdirSync(join(folder, 'nightly/reports'))).toHaveLength(4);
  },
  300_000,
);

test('a thorough night has a baseline of its own', async () => {
  const folder = newFolder();
  const PATH = pathWith(command, folder);
  const apiKey = 'Test-Key.7f3a';
  const server = await startReference({ apiKey });
  onTestFinished(() => server.close());
  const target = { PETSTORE_BASE_URL: server.baseUrl, PETSTORE_API_KEY: apiKey };
  const usual = await onGithub(folder, { PATH }, target);
  expect(usual.failed, usual.output).toBe(false);
  expect(readdirSync(join(folder, 'nightly'))).not.toContain('thorough.json');
  const before = readFileSync(join(folder, 'nightly/baseline.json'), 'utf8');
  const thorough = await onGithub(folder, { PATH }, { ...target, PETSTORE_THOROUGH: 'true' });
  expect(thorough.failed, thorough.output).toBe(false);
  const { run } = JSON.parse(readFileSync(join(folder, 'nightly/thorough.json'), 'utf8')) as Report;
  expect(run.settings.thorough).toBe(true);
  expect(readFileSync(join(folder, 'nightly/baseline.json'), 'utf8')).toBe(before);
}, 300_000);

test('the thorough night is the one of its schedule', () => {
  const crons = [...exampleText('github-nightly.yml').matchAll(/cron: "([^"]*)"/g)].map(([, cron]) => cron);
  expect(crons).toHaveLength(2);
  expect(exampleText('github-nightly.yml')).toContain(`github.event.schedule == '${crons[1]}'`);
});
