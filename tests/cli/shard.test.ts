import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Report } from '../../harness/report/model.ts';
import { Redactor } from '../../harness/secrets/redact.ts';
import { type ReferenceOptions, startReference } from '../../reference/server.ts';
import { type Ended, endOf, newFolder, spawnCommand, startCommand } from '../compiled.ts';
import { checkReference, idsWith, TEST_KEY } from '../support.ts';
import { Session } from './session.ts';

const SHARES = ['1/3', '2/3', '3/3'];
const SEED = ['--seed', '20301205', '--consistency-window', '0.15'];

const PLACE = { cwd: tmpdir(), env: { PETSTORE_API_KEY: TEST_KEY } };

/** Also outside of a test. */
function command(...args: readonly string[]): Promise<Ended> {
  return endOf(spawnCommand(args, PLACE));
}

/** Every shard at the same time, as machines of a CI would run them. */
async function runShares(folder: string, options: Omit<ReferenceOptions, 'apiKey'>): Promise<readonly Ended[]> {
  const { baseUrl, close } = await startReference({ ...options, apiKey: TEST_KEY });
  const ends = await Promise.all(
    SHARES.map((shard) => command('shard', shard, folder, '--base-url', baseUrl, ...SEED)),
  );
  await close();
  return ends;
}

async function merged(folder: string, ...flags: readonly string[]): Promise<Report & { readonly code: number | null }> {
  const { code, stdout } = await command('merge', folder, '--reporter', 'json', ...flags);
  return { ...(JSON.parse(stdout) as Report), code };
}

function sentenceOf({ stderr }: Ended): string {
  return stderr.replace(/^petstore-conformance: /, '').replace(/\n$/, '');
}

describe('shards of a run against a server that conforms', () => {
  let folder: string;
  let ends: readonly Ended[];
  beforeAll(async () => {
    folder = join(mkdtempSync(join(tmpdir(), 'petstore-conformance-')), 'made', 'here');
    ends = await runShares(folder, {});
  }, 120_000);
  afterAll(() => rmSync(join(folder, '..', '..'), { recursive: true, force: true }));

  test('each report in one line what they did', () => {
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0]);
    for (const [index, { stdout }] of ends.entries()) {
      const file = join(folder, `shard-${index + 1}-of-3.json`);
      expect(stdout).toMatch(new RegExp(`^Shard ${index + 1} of 3: [a-zA-Z0-9., -]+; \\d+ requests; written to `));
      expect(stdout.endsWith(`written to ${file}.\n`)).toBe(true);
    }
    const names = ends.map(({ stdout }) => /: ([^;]+);/.exec(stdout)?.[1]);
    expect(names).toEqual([
      'rest, auth.invalid-key.listPets, auth.invalid-key.createPet',
      'auth.invalid-key.getPet, get.unknown, list.limit.honoured',
      'create.invalid, history.agrees',
    ]);
  });

  test('make one report with every requirement decided as in the whole run', async () => {
    const [report, whole] = [await merged(folder), await checkReference({})];
    expect(report).toMatchObject({ code: 0, exitCode: 0, verdict: 'conforming' });
    const outcomes = ({ results }: Report) => results.map(({ id, outcome }) => [id, outcome]);
    expect(new Map(outcomes(report) as [string, string][])).toEqual(new Map(outcomes(whole) as [string, string][]));
    expect(report.observations.map(({ id }) => id).sort()).toEqual(whole.observations.map(({ id }) => id).sort());
    const reported = ends.map(({ stdout }) => Number(/(\d+) requests/.exec(stdout)?.[1]));
    expect(report.run.requests).toBe(reported.reduce((sum, requests) => sum + requests));
    expect(report.run.created).toHaveLength(report.run.creations);
    expect(report.run).toMatchObject({ seed: 20301205, settings: { consistencyWindowMs: 150, runs: 15 } });
  });

  test('hold the key in no form, and nothing but shards is left', () => {
    const files = readdirSync(folder);
    expect(files).toHaveLength(3);
    for (const file of files) {
      const text = readFileSync(join(folder, file), 'utf8');
      expect(new Redactor(TEST_KEY).holdsSecret(text)).toBe(false);
      expect(text).not.toContain(TEST_KEY.slice(1));
    }
  });

  test('that lack one, or hold what is not a shard, are refused with one sentence', async () => {
    const aside = join(folder, '..', 'aside.json');
    renameSync(join(folder, 'shard-2-of-3.json'), aside);
    const missing = await command('merge', folder);
    writeFileSync(join(folder, 'notes.txt'), 'no shard');
    const foreign = await command('merge', folder);
    writeFileSync(join(folder, 'notes.txt'), '[["1"],"4.1.12"]');
    const hollow = await command('merge', folder);
    rmSync(join(folder, 'notes.txt'));
    renameSync(aside, join(folder, 'shard-2-of-3.json'));
    expect([missing, foreign, hollow].map(({ code }) => code)).toEqual([2, 2, 2]);
    expect(sentenceOf(missing)).toBe('Shard 2/3 is missing: run petstore-conformance shard 2/3 as the others.');
    expect(sentenceOf(foreign)).toContain('notes.txt is not a shard: name a folder');
    expect(sentenceOf(hollow)).toMatch(/^The files in .* cannot be merged \(.*\): name a folder .*\.$/);
  });
});

describe('shards of a run against a server with one defect', () => {
  test.each([
    // Told by the rest, by what a property of its own meets, and by both.
    ['quotes-refused', 0, ['create.echo']],
    ['second-404-loses-its-code', 0, ['errors.shape.404']],
    // From the start as full as the shards would make it for one another.
    ['capped-at-eighty', 150, ['list.limit.honoured', 'list.limit.maximum', 'list.status.with-limit']],
  ])('%s is reported as in the whole run', async (fault, pets, failing) => {
    const folder = newFolder();
    await runShares(folder, { faults: [fault], pets });
    const [report, whole] = [await merged(folder), await checkReference({ faults: [fault], pets })];
    expect([...idsWith(whole, 'fail'), ...idsWith(whole, 'warn')]).toEqual(failing);
    expect([...idsWith(report, 'fail'), ...idsWith(report, 'warn')]).toEqual(failing);
    expect(report.code).toBe(1);
    const waivers = failing.map((id) => ({ id, reason: 'known', owner: 'team', until: '2999-12-31' }));
    const file = join(newFolder(), 'waivers.json');
    writeFileSync(file, JSON.stringify({ waivers }));
    const waived = await merged(folder, '--waivers', file);
    expect(idsWith(waived, 'fail')).toEqual(failing);
    expect(waived.code).toBe(0);
  });
});

test('shards with a header and a short key have the warnings and settings of the whole run, without the value', async () => {
  const folder = newFolder();
  const { baseUrl, close } = await startReference({ apiKey: 'k1' });
  onTestFinished(() => close());
  const only = ['--only', 'auth.accepted,get.unknown,version.path'];
  const flags = [
    '--api-key',
    'k1',
    '--base-url',
    baseUrl,
    '--header',
    'X-Preview: value-of-the-header',
    ...SEED,
    ...only,
  ];
  const ends = [
    await command('shard', '1/2', folder, ...flags),
    await command('shard', '2/2', folder, ...flags),
    await command('--reporter', 'json', ...flags),
  ];
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0]);
  const whole = JSON.parse(ends[2]?.stdout ?? '') as Report;
  const report = await merged(folder);
  expect(whole.warnings).toHaveLength(1);
  expect(report.warnings).toEqual(whole.warnings);
  const { reporters: _reporters, ...settings } = whole.run.settings;
  expect(report.run.settings).toEqual(settings);
  expect(report.run.settings.headers).toEqual(['X-Preview']);
  const outcomes = ({ results }: Report) => results.map(({ id, outcome }) => `${id} ${outcome}`).sort();
  expect(outcomes(report)).toEqual(outcomes(whole));
  for (const file of readdirSync(folder)) {
    expect(readFileSync(join(folder, file), 'utf8')).not.toContain('value-of-the-header');
  }
});

describe('a shard', () => {
  test('of a target that cannot be tested leaves nothing, not even what was there before', async () => {
    const folder = newFolder();
    const file = join(folder, 'shard-1-of-2.json');
    writeFileSync(file, 'of an earlier run');
    const ended = await command('shard', '1/2', folder, '--base-url', 'http://127.0.0.1:9/v1', ...SEED);
    expect(ended.code).toBe(3);
    expect(ended.stderr).toMatch(/^Shard 1 of 2 was not written\. Nothing listens at .*\n$/);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('that is interrupted leaves nothing', async () => {
    const folder = newFolder();
    let asked = () => {};
    const first = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const slow = createServer((_request, response) => {
      asked();
      setTimeout(() => response.setHeader('content-type', 'application/json').end('[]'), 300);
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void slow.close());
    const address = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/v1`;
    const args = ['shard', '1/2', folder, '--base-url', address, ...SEED, '--concurrency', '1'];
    const child = startCommand(args, PLACE);
    void first.then(() => child.kill('SIGINT'));
    const { code, stderr } = await endOf(child);
    expect(code).toBe(130);
    expect(stderr).toContain('Shard 1 of 2 was not written. It was interrupted.');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('what cannot be shared out or merged is refused before anything is sent', () => {
  const target = ['--base-url', 'http://127.0.0.1:9/v1', '--api-key', 'k'];
  const seed = ['--seed', '1'];

  test.each([
    [['shard'], 'shard needs a shard from 1/N to N/N: write petstore-conformance shard 1/3 FOLDER.'],
    [['shard', '0/3', 'f'], 'shard needs a shard from 1/N to N/N: write petstore-conformance shard 1/3 FOLDER.'],
    [['shard', '4/3', 'f'], 'shard needs a shard from 1/N to N/N: write petstore-conformance shard 1/3 FOLDER.'],
    [['shard', '1/3'], 'shard needs a folder: write petstore-conformance shard 1/3 FOLDER.'],
    [
      ['shard', '1/3', 'f', ...seed],
      '--seed needs a server to check, and none is configured: give --base-url and set PETSTORE_API_KEY.',
    ],
    [['shard', '1/3', 'f', ...target], 'shard needs a seed, the same for every shard: give --seed N.'],
    [['shard', '1/3', 'f', '--reporter', 'json'], 'There is no flag --reporter: see --help for those there are.'],
    [
      ['shard', '1/3', 'f', ...target, ...seed, '--only', 'get.unknown,list.ok'],
      'There is nothing for 3 shards to do: shard these settings out over 2 at most.',
    ],
    [['merge'], 'merge needs a folder: write petstore-conformance merge FOLDER.'],
    [['merge', 'nowhere'], /^nowhere cannot be read \(ENOENT\): name a folder .*\.$/],
    [['merge', '.'], /^\. is empty: name a folder .*\.$/],
    [['merge', '.', '--waivers', 'none.yaml'], /^The waivers in none\.yaml cannot be read \(ENOENT\)/],
    [['merge', '.', '--reporter', 'jsno'], 'Unknown reporter "jsno": did you mean json?'],
  ])('%j', async (argv, sentence) => {
    const session = new Session();
    expect(await session.main(...argv)).toBe(2);
    expect(session.stderr.text.replace(/^petstore-conformance: /, '').trimEnd()).toMatch(exactly(sentence));
    expect(existsSync(join(session.cwd, 'f'))).toBe(false);
  });

  test('rounds', async () => {
    const session = new Session({ env: { PETSTORE_REPEAT: '3' } });
    expect(await session.main('shard', '1/3', 'f', ...target, ...seed)).toBe(2);
    expect(session.stderr.text).toContain('A shard runs once: remove PETSTORE_REPEAT.');
  });

  test('a folder that cannot be written', async () => {
    const session = new Session();
    writeFileSync(join(session.cwd, 'f'), '');
    expect(await session.main('shard', '1/3', 'f', ...target, ...seed)).toBe(2);
    expect(session.stderr.text).toMatch(/shard-1-of-3\.json cannot be written/);
  });

  test('a folder in a folder', async () => {
    const session = new Session();
    mkdirSync(join(session.cwd, 'f', 'g'), { recursive: true });
    expect(await session.main('merge', 'f')).toBe(2);
    expect(session.stderr.text).toContain('f/g is not a shard');
  });
});

function exactly(sentence: string | RegExp): RegExp {
  if (sentence instanceof RegExp) return sentence;
  return new RegExp(`^${sentence.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`);
}
