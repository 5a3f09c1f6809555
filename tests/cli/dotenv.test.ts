import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Session, TARGET } from './session.ts';

const FILE_TARGET = 'PETSTORE_BASE_URL=http://127.0.0.1:10/v1\nPETSTORE_API_KEY=key-of-the-file\n';

function sessionWith(dotenv: string, env: Record<string, string> = {}): Session {
  const session = new Session({ env });
  writeFileSync(join(session.cwd, '.env'), dotenv);
  return session;
}

function outsideFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('base URL and key from different sources', () => {
  test.each([
    ['the environment', [], { PETSTORE_API_KEY: 'own-key' }, 'PETSTORE_API_KEY'],
    ['a flag', ['--api-key', 'own-key'], {}, '--api-key'],
  ])('a key from %s does not go to an address of the file', async (_where, args, env, name) => {
    const session = sessionWith('PETSTORE_BASE_URL=http://127.0.0.1:10/v1\n', env as Record<string, string>);
    expect(await session.main(...args)).toBe(2);
    expect(session.stderr.text.split('\n')[1]).toBe(
      `petstore-conformance: ${name} would be sent to the address in PETSTORE_BASE_URL in .env: give --base-url too, or set both in .env.`,
    );
    expect(session.runs).toEqual([]);
  });

  test.each([
    ['the environment', [], { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1' }, 'PETSTORE_BASE_URL'],
    ['a flag', ['--base-url', 'http://127.0.0.1:9/v1'], {}, '--base-url'],
  ])('a key of the file for its own address does not go to one from %s', async (_where, args, env, name) => {
    const session = sessionWith(FILE_TARGET, env as Record<string, string>);
    expect(await session.main(...args)).toBe(2);
    expect(session.stderr.text.split('\n')[1]).toBe(
      `petstore-conformance: The API key in .env is for another address than ${name}: give --api-key too, or set both in .env.`,
    );
    expect(session.runs).toEqual([]);
  });

  test.each([
    ['both in the file', FILE_TARGET, [], {}],
    ['the same address twice', FILE_TARGET, ['--base-url', 'http://127.0.0.1:10/v1/'], {}],
    ['a file with nothing but the key', 'PETSTORE_API_KEY=k\n', ['--base-url', 'http://127.0.0.1:9/v1'], {}],
    ['a flag and the environment', '', ['--base-url', 'http://127.0.0.1:9/v1'], { PETSTORE_API_KEY: 'k' }],
    ['a file that is overruled', FILE_TARGET, [], TARGET],
  ])('%s: the run goes on', async (_what, dotenv, args, env) => {
    const session = sessionWith(dotenv, env as Record<string, string>);
    expect(await session.main(...args)).toBe(0);
    expect(session.runs).toHaveLength(1);
  });

  test.each(['shard', 'replay'])('%s stops too', async (command) => {
    const session = sessionWith('PETSTORE_BASE_URL=http://127.0.0.1:4010/v1\n', { PETSTORE_API_KEY: 'own-key' });
    const { fullReport } = await import('../reporters/samples.ts');
    writeFileSync(join(session.cwd, 'r.json'), JSON.stringify(fullReport));
    const args = command === 'shard' ? ['1/2', 'f', '--seed', '1'] : ['r.json', 'create.echo'];
    expect(await session.main(command, ...args)).toBe(2);
    expect(session.stderr.text).toContain('PETSTORE_API_KEY would be sent to the address in PETSTORE_BASE_URL in .env');
  });
});

describe('what is taken from the file', () => {
  test('is said, name by name, and no value of it', async () => {
    const session = sessionWith('PETSTORE_ONLY=version.path\nPETSTORE_RUNS=3\nOTHER=1\n', {
      ...TARGET,
      PETSTORE_RUNS: '4',
    });
    expect(await session.main()).toBe(0);
    expect(session.stderr.text).toBe(`Settings from ${join(session.cwd, '.env')}: PETSTORE_ONLY.\n`);
  });

  test.each([[['run']], [['merge', 'f']], [['shard', '1/2', 'f']]])('%j with --no-dotenv is nothing', async (argv) => {
    const session = new Session({ env: TARGET });
    mkdirSync(join(session.cwd, '.env'));
    const sentence = 'The file .env in the current folder is not a regular file';
    expect(await session.main(...argv)).toBe(2);
    expect(session.stderr.text).toContain(sentence);
    session.stderr.text = '';
    await session.main(...argv, '--no-dotenv');
    expect(session.stderr.text).not.toContain(sentence);
  });

  test('is at most 1 MB', async () => {
    const session = sessionWith(`# ${'x'.repeat(1_000_000)}`, TARGET);
    expect(await session.main()).toBe(2);
    expect(session.stderr.text).toContain('The file .env in the current folder cannot be read (larger than 1 MB)');
  });
});

describe('files that the file names', () => {
  const places = (outside: string) => ({
    'a parent': '../x',
    'an absolute path': join(outside, 'x'),
    'a link to elsewhere': 'link/x',
    'a link to nothing yet': 'dangling',
    'a hidden folder': '.git/hooks/pre-commit',
    'a hidden file': '.bashrc',
    'a link in circles': 'circle',
  });

  test.each(
    Object.keys(places('')).flatMap((place) =>
      ['PETSTORE_LEDGER=', 'PETSTORE_REPORTERS=terminal,json=', 'PETSTORE_WAIVERS=', 'PETSTORE_BASELINE='].map(
        (setting) => [setting, place] as const,
      ),
    ),
  )('%s with %s is refused, and nothing is written', async (setting, place) => {
    const outside = outsideFolder();
    const file = places(outside)[place as keyof ReturnType<typeof places>];
    const session = sessionWith(`${setting}${file}\n`, TARGET);
    symlinkSync(outside, join(session.cwd, 'link'));
    symlinkSync(join(outside, 'new'), join(session.cwd, 'dangling'));
    symlinkSync('circle', join(session.cwd, 'circle'));
    const before = readdirSync(session.cwd).sort();
    expect(await session.main()).toBe(2);
    expect(session.stderr.text).toMatch(
      /\npetstore-conformance: PETSTORE_\w+ in \.env names a file outside the current folder or in a hidden one: give it as --[a-z]+ or set PETSTORE_\w+ yourself\.\n$/,
    );
    expect(readdirSync(outside)).toEqual([]);
    expect(readdirSync(session.cwd).sort()).toEqual(before);
    expect(session.runs).toEqual([]);
  });

  test('below the current folder are written', async () => {
    const session = sessionWith('PETSTORE_LEDGER=out/ledger.jsonl\nPETSTORE_REPORTERS=json=out/report.json\n', TARGET);
    expect(await session.main()).toBe(0);
    expect(readdirSync(join(session.cwd, 'out')).sort()).toEqual(['ledger.jsonl', 'report.json']);
  });

  test('a flag may name any', async () => {
    const outside = outsideFolder();
    const session = sessionWith('PETSTORE_LEDGER=../x\n', TARGET);
    expect(await session.main('--ledger', join(outside, 'ledger.jsonl'))).toBe(0);
    expect(readdirSync(outside)).toEqual(['ledger.jsonl']);
  });
});
