import { describe, expect, test } from 'vitest';
import { type Flags, resolveSettings, unknownVariables } from '../../../harness/settings/settings.ts';
import { UsageError } from '../../../harness/settings/usage-error.ts';

const NO_FLAGS: Flags = new Map();

function fromEnvironment(env: Record<string, string>) {
  return resolveSettings(NO_FLAGS, env, '');
}

function complaint(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error('There was no complaint.');
}

describe('precedence', () => {
  test('defaults hold where nothing is given', () => {
    const { seed, now, ...fixed } = resolveSettings(NO_FLAGS, {}, '');
    expect(fixed).toEqual({
      baseUrl: undefined,
      apiKey: undefined,
      categoryIds: [],
      reporters: [{ name: 'terminal' }],
      only: [],
      skip: [],
      strict: false,
      requireAll: false,
      readOnly: false,
      runs: 15,
      maxCreates: 200,
      badCredentialPauseMs: 0,
      baseline: undefined,
      knownIds: [],
      ledger: undefined,
      maxRps: undefined,
      readOnlyHosts: [],
      repeat: 1,
      waivers: undefined,
      maxBadCredentials: 120,
      concurrency: 12,
      timeoutMs: 10_000,
      consistencyWindowMs: 2_000,
      maxWaitMs: 30_000,
      maxDurationMs: 600_000,
      proxy: undefined,
      ca: undefined,
      clientCert: undefined,
      clientKey: undefined,
      clientKeyPassphrase: undefined,
      insecure: false,
      connectTo: undefined,
      headers: [],
    });
    expect(Number.isInteger(seed)).toBe(true);
    expect(now).toBe(new Date().toISOString().slice(0, 10));
  });

  test('a flag wins over the environment, which wins over .env', () => {
    const dotenv = 'PETSTORE_RUNS=1\nPETSTORE_MAX_CREATES=1\nPETSTORE_CONCURRENCY=1\n';
    const env = { PETSTORE_RUNS: '2', PETSTORE_MAX_CREATES: '2' };
    const settings = resolveSettings(new Map([['runs', ['3']]]), env, dotenv);
    expect([settings.runs, settings.maxCreates, settings.concurrency]).toEqual([3, 2, 1]);
  });

  test('an empty variable is one that is not set', () => {
    expect(resolveSettings(NO_FLAGS, { PETSTORE_RUNS: '', PETSTORE_ONLY: '' }, 'PETSTORE_RUNS=7')).toMatchObject({
      runs: 7,
      only: [],
    });
  });

  test('a list given by flags replaces that of the environment, and the last of single values counts', () => {
    const flags = new Map([
      ['skip', ['a.b', 'c.*,d']],
      ['runs', ['1', '5']],
    ]);
    const settings = resolveSettings(flags, { PETSTORE_SKIP: 'x' }, '');
    expect(settings.skip).toEqual(['a.b', 'c.*', 'd']);
    expect(settings.runs).toBe(5);
  });
});

test.each([
  ['--only', new Map([['only', ['list.ok']]]), {}, ''],
  ['PETSTORE_SEED', NO_FLAGS, { PETSTORE_SEED: '1' }, ''],
  ['PETSTORE_SEED in .env', NO_FLAGS, {}, 'PETSTORE_SEED=1'],
] as const)('%s does not fall back to the reference server', (name, flags, env, dotenv) => {
  const why = `${name} needs a server to check, and none is configured: give --base-url and set PETSTORE_API_KEY.`;
  expect(() => resolveSettings(flags, env, dotenv)).toThrow(why);
  const target = { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY: 'k' };
  expect(() => resolveSettings(flags, { ...env, ...target }, dotenv)).not.toThrow();
});

describe('values', () => {
  test.each([
    ['http://localhost:8080/v1', 'http://localhost:8080/v1'],
    ['https://API.example.com/v1///', 'https://api.example.com/v1'],
    ['http://127.0.0.1:1/', 'http://127.0.0.1:1'],
  ])('base URL %s', (given, expected) => {
    expect(fromEnvironment({ PETSTORE_BASE_URL: given, PETSTORE_API_KEY: 'k' }).baseUrl).toBe(expected);
  });

  test('categories keep every digit', () => {
    const { categoryIds } = fromEnvironment({ PETSTORE_CATEGORY_IDS: '9223372036854775807, -9223372036854775808,007' });
    expect(categoryIds).toEqual(['9223372036854775807', '-9223372036854775808', '7']);
  });

  test.each([
    ['true', true],
    ['1', true],
    ['YES', true],
    ['false', false],
    ['0', false],
    ['no', false],
  ])('switch %s', (given, expected) => {
    expect(fromEnvironment({ PETSTORE_STRICT: given }).strict).toBe(expected);
  });

  test('seconds may have a fraction', () => {
    const env = { PETSTORE_TIMEOUT: '0.25', PETSTORE_CONSISTENCY_WINDOW: '0', PETSTORE_MAX_WAIT: '1.5' };
    expect(fromEnvironment(env)).toMatchObject({ timeoutMs: 250, consistencyWindowMs: 0, maxWaitMs: 1500 });
  });

  test('reporters with and without a file', () => {
    expect(fromEnvironment({ PETSTORE_REPORTERS: 'terminal,json=out/a=b.json' }).reporters).toEqual([
      { name: 'terminal' },
      { name: 'json', file: 'out/a=b.json' },
    ]);
  });
});

describe('usage errors', () => {
  const KEY = { PETSTORE_API_KEY: 'k' };
  const ADDRESS = { PETSTORE_BASE_URL: 'http://127.0.0.1/v1' };

  test.each([
    [
      'not an address',
      { ...KEY, PETSTORE_BASE_URL: 'localhost:8080/v1' },
      'PETSTORE_BASE_URL is not an http or https address: write it like https://api.example.com/v1.',
    ],
    [
      'an empty address',
      { ...KEY, PETSTORE_BASE_URL: '' },
      'PETSTORE_BASE_URL is not an http or https address: write it like https://api.example.com/v1.',
    ],
    [
      'another protocol',
      { ...KEY, PETSTORE_BASE_URL: 'ftp://127.0.0.1/v1' },
      'PETSTORE_BASE_URL is not an http or https address: write it like https://api.example.com/v1.',
    ],
    [
      'a query',
      { ...KEY, PETSTORE_BASE_URL: 'http://127.0.0.1/v1?' },
      'PETSTORE_BASE_URL contains a query or a fragment: end it at the path, like https://api.example.com/v1.',
    ],
    [
      'a fragment',
      { ...KEY, PETSTORE_BASE_URL: 'http://127.0.0.1/v1#pets' },
      'PETSTORE_BASE_URL contains a query or a fragment: end it at the path, like https://api.example.com/v1.',
    ],
    [
      'credentials in the address',
      { ...KEY, PETSTORE_BASE_URL: 'http://user:secret@127.0.0.1/v1' },
      'PETSTORE_BASE_URL contains a user name or password: remove it and give the API key separately.',
    ],
    [
      'an empty key',
      { ...ADDRESS, PETSTORE_API_KEY: '' },
      'PETSTORE_API_KEY is empty: give the API key of the target.',
    ],
    [
      'a key that no header can carry',
      { ...ADDRESS, PETSTORE_API_KEY: 'secret\n' },
      'PETSTORE_API_KEY contains characters that a header cannot have: use printable ASCII without spaces around it.',
    ],
    ['no key', ADDRESS, 'There is a base URL but no API key: set PETSTORE_API_KEY or give --api-key.'],
    ['no address', KEY, 'There is an API key but no base URL: set PETSTORE_BASE_URL or give --base-url.'],
    [
      'a category beyond int64',
      { PETSTORE_CATEGORY_IDS: '1,9223372036854775808' },
      'PETSTORE_CATEGORY_IDS contains "9223372036854775808", which is not an int64: give integers separated by commas.',
    ],
    [
      'an empty item',
      { PETSTORE_CATEGORY_IDS: '1,,2' },
      'PETSTORE_CATEGORY_IDS contains an empty item: separate values with single commas.',
    ],
    ['a bad switch', { PETSTORE_STRICT: 'on' }, 'PETSTORE_STRICT is "on": use true or false (or 1, 0, yes, no).'],
    [
      'a bad seed',
      { PETSTORE_SEED: '2147483648' },
      'PETSTORE_SEED is "2147483648": give a whole number from -2147483648 to 2147483647.',
    ],
    ['no runs', { PETSTORE_RUNS: '0' }, 'PETSTORE_RUNS is "0": give a whole number from 1 to 1000.'],
    ['a fraction', { PETSTORE_RUNS: '1.5' }, 'PETSTORE_RUNS is "1.5": give a whole number from 1 to 1000.'],
    [
      'too much at once',
      { PETSTORE_CONCURRENCY: '101' },
      'PETSTORE_CONCURRENCY is "101": give a whole number from 1 to 100.',
    ],
    [
      'a time that is none',
      { PETSTORE_TIMEOUT: '10s' },
      'PETSTORE_TIMEOUT is "10s": give seconds from 0.01 to 600, such as 2 or 0.5.',
    ],
    [
      'a day that no month has',
      { PETSTORE_NOW: '2030-02-30' },
      'PETSTORE_NOW is "2030-02-30": give a date that exists, written YYYY-MM-DD.',
    ],
    [
      'a date written otherwise',
      { PETSTORE_NOW: '5 December 2030' },
      'PETSTORE_NOW is "5 December 2030": give a date that exists, written YYYY-MM-DD.',
    ],
    [
      'a reporter without its file',
      { PETSTORE_REPORTERS: 'json=' },
      'PETSTORE_REPORTERS "json=" has no file: write json=FILE.',
    ],
  ])('%s', (_case, env, sentence) => {
    expect(complaint(() => fromEnvironment(env))).toBe(sentence);
  });

  test('the message names the place that the value came from', () => {
    expect(complaint(() => resolveSettings(new Map([['runs', ['x']]]), {}, ''))).toMatch(/^--runs is "x"/);
    expect(complaint(() => resolveSettings(NO_FLAGS, {}, 'PETSTORE_RUNS=x'))).toMatch(/^PETSTORE_RUNS in \.env is "x"/);
  });
});

test('variables that are no settings are reported, with the nearest that is', () => {
  expect(
    unknownVariables({ PETSTORE_KEY: 'x', PETSTORE_BASEURL: 'y', HOME: '/' }, 'PETSTORE_ZZZZZZZZZZZZZZ=1'),
  ).toEqual([
    'PETSTORE_ZZZZZZZZZZZZZZ is not a setting and is ignored.',
    'PETSTORE_KEY is not a setting and is ignored: did you mean PETSTORE_API_KEY?',
    'PETSTORE_BASEURL is not a setting and is ignored: did you mean PETSTORE_BASE_URL?',
  ]);
});
