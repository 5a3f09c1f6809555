import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keyFromStdin, redactorOf, settingsOf, unknownVariables } from '../../cli/settings.ts';
import { UsageError } from '../../harness/basics/usage-error.ts';
import type { Settings } from '../../harness/settings/settings.ts';
import { settingTable } from '../../harness/settings/table.ts';
import { newFolder } from '../compiled.ts';

type Env = Readonly<Record<string, string>>;

const TARGET = { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY: 'own-key-7f3a' };
const FILE_TARGET = 'PETSTORE_BASE_URL=http://127.0.0.1:10/v1\nPETSTORE_API_KEY=key-of-the-file\n';

/** The settings of a command in a folder with this file, and what it prints. */
async function settingsIn(dotenv: string, env: Env = {}, flags: Record<string, string> = {}, cwd = newFolder()) {
  const printed: string[] = [];
  const write = (text: string, done: () => void) => {
    printed.push(text);
    done();
  };
  const output = { isTTY: false, columns: 90, write };
  if (dotenv !== '') writeFileSync(join(cwd, '.env'), dotenv);
  const given = new Map(Object.entries(flags).map(([flag, value]) => [flag, [value]]));
  const io = { env, cwd, stdout: output, stderr: output, stdin: [] } as unknown as Parameters<typeof settingsOf>[1];
  const settings: Settings | string = await settingsOf(given, io).then(
    ({ settings: found }) => found,
    (error: unknown) => {
      if (error instanceof UsageError) return error.message;
      throw error;
    },
  );
  return { settings, printed: printed.join(''), cwd };
}

describe('no secret goes where .env says', () => {
  const KEY = { PETSTORE_API_KEY: 'own-key-7f3a' };
  const ADDRESS = 'PETSTORE_BASE_URL=http://10.0.0.1/v1\n';
  const CASES: readonly (readonly [string, Env, Record<string, string>, string])[] = [
    ['PETSTORE_API_KEY', KEY, {}, ADDRESS],
    ['--api-key', {}, { 'api-key': 'own-key' }, ADDRESS],
    ['--api-key-file', {}, { 'api-key-file': 'key' }, ADDRESS],
    ['PETSTORE_HEADERS', { PETSTORE_HEADERS: 'X-Gate: open' }, {}, FILE_TARGET],
    ['--client-cert', {}, { 'client-cert': 'a', 'client-key': 'b' }, FILE_TARGET],
  ];

  test.each(CASES)('%s %j %j does not, with %j', async (name, env, flags, dotenv) => {
    const { settings } = await settingsIn(dotenv, env, flags);
    expect(settings).toBe(`${name} would go to the address in .env: give --base-url too, or use --no-dotenv.`);
  });

  test.each<[string, string, Env, Record<string, string>]>([
    ['both in the file', FILE_TARGET, {}, {}],
    ['all in the file', `${FILE_TARGET}PETSTORE_HEADERS="X-Gate: open"\n`, {}, {}],
    ['a file with nothing but the key', 'PETSTORE_API_KEY=k\n', {}, { 'base-url': 'http://127.0.0.1:9/v1' }],
    ['a file that is overruled', FILE_TARGET, TARGET, {}],
    ['a file that is not read', FILE_TARGET, {}, { 'no-dotenv': 'true', 'api-key': 'k', 'base-url': 'http://a.test' }],
  ])('%s: the run goes on', async (_what, dotenv, env, flags) => {
    expect((await settingsIn(dotenv, env, flags)).settings).toMatchObject({ apiKey: expect.any(String) });
  });
});

test.each([
  ['PETSTORE_API_KEY_COMMAND=touch started', 'api-key-command'],
  ['PETSTORE_CA=ca.pem', 'ca'],
  ['PETSTORE_INSECURE=true', 'insecure'],
  ['PETSTORE_PROXY=http://evil.test', 'proxy'],
  ['PETSTORE_CONNECT_TO=127.0.0.1:10', 'connect-to'],
])('a file cannot run a program, trust a certificate or say who answers: %s', async (dotenv, flag) => {
  const [name] = dotenv.split('=');
  const refused = `${name} in .env is not taken from a file: give --${flag}, or set ${name} yourself.`;
  expect((await settingsIn(dotenv, TARGET)).settings).toBe(refused);
  expect((await settingsIn(dotenv, TARGET, { 'no-dotenv': 'true' })).settings).toMatchObject({
    apiKey: TARGET.PETSTORE_API_KEY,
  });
});

describe('files that .env names', () => {
  const SETTINGS = [
    'PETSTORE_LEDGER=',
    'PETSTORE_REPORTERS=terminal,json=',
    'PETSTORE_WAIVERS=',
    'PETSTORE_BASELINE=',
    'PETSTORE_ROLLING_BASELINE=',
    'PETSTORE_SERVER_LOG=',
  ];
  const SECRETS = ['PETSTORE_API_KEY_FILE=', 'PETSTORE_CLIENT_CERT=', 'PETSTORE_CLIENT_KEY='];
  const PLACES = ['../x', '/etc/x', 'link/x', 'dangling', '.git/hooks/pre-commit', '.bashrc'];

  test.each([...SETTINGS, ...SECRETS])('%s is refused outside the folder and in hidden places', async (setting) => {
    for (const place of PLACES) {
      const [outside, cwd] = [newFolder(), newFolder()];
      symlinkSync(outside, join(cwd, 'link'));
      symlinkSync(join(outside, 'new'), join(cwd, 'dangling'));
      const { settings } = await settingsIn(`${setting}${place}\n`, TARGET, {}, cwd);
      const name = setting.split('=')[0];
      const why = `${name} in .env names a file outside the current folder, or a hidden one`;
      expect(String(settings).replace(/--[a-z-]+/, 'FLAG')).toBe(`${why}: give FLAG, or set ${name} yourself.`);
      expect(readdirSync(outside)).toEqual([]);
    }
  });

  test('are all that the table has', () => {
    const files = Object.values(settingTable).filter(
      ({ placeholder = '', isNeverInFile }) => /FILE|REPORT|PATH/.test(placeholder) && !isNeverInFile,
    );
    const variables = [...SETTINGS, ...SECRETS].map((setting) => setting.split('=')[0]);
    expect(files.map(({ variable }) => variable).toSorted()).toEqual(variables.toSorted());
  });

  test('may be below the folder, and a flag may name any', async () => {
    const { settings, cwd } = await settingsIn('PETSTORE_LEDGER=out/ledger.jsonl\n', TARGET);
    expect(settings).toMatchObject({ ledger: join(cwd, 'out', 'ledger.jsonl') });
    const flags = { ledger: join(newFolder(), 'ledger') };
    expect((await settingsIn('PETSTORE_LEDGER=../x\n', TARGET, flags)).settings).toMatchObject(flags);
  });
});

test('what is taken from the file is printed, without values and control characters', async () => {
  const cwd = mkdtempSync(join(newFolder(), '\u001b[31m'));
  const env = { ...TARGET, PETSTORE_RUNS: '4', 'PETSTORE_\u001b': '1' };
  const { printed } = await settingsIn('PETSTORE_ONLY=list.ok\nPETSTORE_RUNS=3\n', env, {}, cwd);
  expect(printed).toMatch(
    /^Settings from [ -~]+\.env: PETSTORE_ONLY\.\nWarning: PETSTORE_[ -~]+ is not a setting [ -~]+\n$/,
  );
});

test('a file that is not one, or too large, is refused', async () => {
  const cwd = newFolder();
  mkdirSync(join(cwd, '.env'));
  expect((await settingsIn('', TARGET, {}, cwd)).settings).toContain(
    'is not a regular file: remove it, or give --no-dotenv.',
  );
  expect((await settingsIn(`# ${'x'.repeat(1_000_000)}`, TARGET)).settings).toContain('larger than 1 MB');
});

test('a selection that matches nothing is reported by the name that the user used', async () => {
  const { settings } = await settingsIn('', { ...TARGET, PETSTORE_SKIP: 'list.okk' });
  expect(settings).toMatch(/^PETSTORE_SKIP "list\.okk" matches no requirement/);
});

test('variables that are not settings are reported, with the nearest that is', () => {
  const env = { PETSTORE_KEY: 'x', PETSTORE_BASEURL: 'y', PETSTORE_REPEAT: '2', HOME: '/' };
  expect(unknownVariables(env, 'PETSTORE_ZZZZZZZZZZZZZZ=1')).toEqual([
    'PETSTORE_ZZZZZZZZZZZZZZ is not a setting and is ignored.',
    'PETSTORE_KEY is not a setting and is ignored: did you mean PETSTORE_API_KEY?',
    'PETSTORE_BASEURL is not a setting and is ignored: did you mean PETSTORE_BASE_URL?',
    'PETSTORE_REPEAT is not a setting and is ignored.',
  ]);
});

describe('a key', () => {
  test('is the first line of standard input, without the word Bearer', async () => {
    expect(await keyFromStdin('-', ['from-a-', Buffer.from('pipe\r\nmore')] as never)).toBe('from-a-pipe');
    await expect(keyFromStdin('-', ['Bearer x'] as never)).rejects.toThrow(
      /^The API key on standard input starts with/,
    );
  });

  test('is removed from messages, wherever it was given', async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, '.env'), 'PETSTORE_API_KEY=of-the-file\n');
    for (const argv of [['--api-key', 'by-the-flag'], ['--api-key=by-the-flag'], ['--api-keyby-the-flag']]) {
      const redactor = await redactorOf(argv, { cwd, env: { PETSTORE_API_KEY: 'by-variable' } });
      expect(redactor.sentence('by-the-flag by-variable of-the-file by-others')).toBe(
        `${'$PETSTORE_API_KEY '.repeat(3)}by-others`,
      );
    }
  });
});

test('in CI, a .env that sets something is read only if it is named', async () => {
  const refused = 'In CI, a .env is read only if it is named: give --dotenv .env, or --no-dotenv.';
  const env = { ...TARGET, CI: 'true' };
  expect((await settingsIn('PETSTORE_SKIP=list.ok', env)).settings).toBe(refused);
  expect((await settingsIn('PETSTORE_SKIP=list.ok', env, { dotenv: '.env' })).settings).toMatchObject({
    skip: ['list.ok'],
  });
  expect((await settingsIn('PETSTORE_SKIP=list.ok', env, { 'no-dotenv': 'true' })).settings).toMatchObject({
    skip: [],
  });
  expect((await settingsIn('PORT=8080', env)).settings).toMatchObject({ skip: [] });
});

describe('--dotenv', () => {
  const withFile = (text: string, env: Env = {}, flags: Record<string, string> = {}) => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'staging.env'), text);
    return settingsIn('PETSTORE_SEED=1\n', env, { dotenv: 'staging.env', ...flags }, cwd);
  };

  test('is read instead of .env, and named', async () => {
    const { settings, printed, cwd } = await withFile(`${FILE_TARGET}PETSTORE_RUNS=3\n`);
    expect(settings).toMatchObject({ baseUrl: 'http://127.0.0.1:10/v1', apiKey: 'key-of-the-file', runs: 3 });
    expect(printed).toBe(
      `Settings from ${join(cwd, 'staging.env')}: PETSTORE_BASE_URL, PETSTORE_API_KEY, PETSTORE_RUNS.\n`,
    );
  });

  test.each<[name: string, text: string, env: Env, flags: Record<string, string>, message: string]>([
    [
      'sends no secret of the user where it says',
      'PETSTORE_BASE_URL=http://10.0.0.1/v1\n',
      { PETSTORE_API_KEY: 'own-key-7f3a' },
      {},
      'PETSTORE_API_KEY would go to the address in staging.env: give --base-url too, or use --no-dotenv.',
    ],
    [
      'does not go with --no-dotenv',
      FILE_TARGET,
      {},
      { 'no-dotenv': 'true' },
      '--dotenv and --no-dotenv contradict each other: keep one.',
    ],
    [
      'has to exist',
      FILE_TARGET,
      {},
      { dotenv: 'other.env' },
      'other.env cannot be read (ENOENT): name one that exists, or remove --dotenv.',
    ],
    [
      'is named in a message about a value',
      `${FILE_TARGET}PETSTORE_RUNS=many\n`,
      {},
      {},
      expect.stringMatching(/^PETSTORE_RUNS in staging\.env /),
    ],
  ])('%s', async (_name, text, env, flags, message) => {
    expect((await withFile(text, env, flags)).settings).toEqual(message);
  });

  test('hides its key in messages', async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'staging.env'), FILE_TARGET);
    const redactor = await redactorOf(['--dotenv', 'staging.env'], { env: {}, cwd });
    expect(redactor.text('It was key-of-the-file.')).not.toContain('key-of-the-file');
  });
});
