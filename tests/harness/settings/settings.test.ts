import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../harness/basics/usage-error.ts';
import { RESERVED_HEADERS } from '../../../harness/settings/header.ts';
import { isLoopback } from '../../../harness/settings/hosts.ts';
import { shownNetwork } from '../../../harness/settings/network.ts';
import { checkSelection, isSelected } from '../../../harness/settings/selection.ts';
import { type Flags, resolveSettings, type Settings } from '../../../harness/settings/settings.ts';

const NO_FLAGS: Flags = new Map();

function fromEnvironment(env: Record<string, string>) {
  return resolveSettings(NO_FLAGS, env, '');
}

describe('a setting', () => {
  test('has its default where it is not given', () => {
    const { seed, now, reporters, ...others } = resolveSettings(NO_FLAGS, {}, '');
    expect(Number.isInteger(seed)).toBe(true);
    expect(now).toBe(new Date().toISOString().slice(0, 10));
    expect(reporters).toEqual([{ name: 'terminal' }]);
    const limits = {
      forgetAfter: 30,
      runs: 15,
      maxCreates: 250,
      maxBadCredentials: 150,
      badCredentialPauseMs: 0,
      concurrency: 12,
    };
    const times = { timeoutMs: 10_000, consistencyWindowMs: 2_000, maxWaitMs: 30_000, maxDurationMs: 600_000 };
    const rest = Object.entries(others).filter(([key]) => !(key in limits) && !(key in times));
    expect(others).toMatchObject({ ...limits, ...times });
    expect(rest.filter(([, value]) => value !== undefined && value !== false && String(value) !== '')).toEqual([]);
  });

  test('comes from its flag, else from the environment, else from .env; an empty variable is not set', () => {
    const dotenv = 'PETSTORE_RUNS=1\nPETSTORE_MAX_CREATES=1\nPETSTORE_CONCURRENCY=1\n';
    const env = { PETSTORE_RUNS: '2', PETSTORE_MAX_CREATES: '2', PETSTORE_CONCURRENCY: '' };
    const settings = resolveSettings(new Map([['runs', ['4', '3']]]), env, dotenv);
    expect([settings.runs, settings.maxCreates, settings.concurrency]).toEqual([3, 2, 1]);
  });

  test.each<[variable: string, text: string, key: keyof Settings, json: string]>([
    ['PETSTORE_BASE_URL', 'https://API.example.com/v1///', 'baseUrl', '"https://api.example.com/v1"'],
    ['PETSTORE_CATEGORY_IDS', '9223372036854775807, 007', 'categoryIds', '["9223372036854775807","7"]'],
    ['PETSTORE_THOROUGH', '1', 'thorough', 'true'],
    ['PETSTORE_TIMEOUT', '0.25', 'timeoutMs', '250'],
    ['PETSTORE_SKIP', 'a.b, c.*', 'skip', '["a.b","c.*"]'],
    ['PETSTORE_REPORTERS', 'html,json=a=b', 'reporters', '[{"name":"html"},{"name":"json","file":"a=b"}]'],
    ['PETSTORE_HEADERS', 'X-A: 1, 2\r\n\n X-B:3\n', 'headers', '[["X-A","1, 2"],["X-B","3"]]'],
    ['PETSTORE_CONNECT_TO', 'Pets.test:80', 'connectTo', '"pets.test:80"'],
    ['PETSTORE_PROXY', 'p.test:3128', 'proxy', '{"url":"http://p.test:3128/","variable":"PETSTORE_PROXY"}'],
    ['PETSTORE_READ_ONLY_HOSTS', '127.1,API.test.:84,*.A', 'readOnlyHosts', '["127.0.0.1","api.test:84","*.a"]'],
  ])('%s may be %j', (variable, text, key, json) => {
    const env = { PETSTORE_BASE_URL: 'http://127.0.0.1/v1', PETSTORE_API_KEY: 'k', [variable]: text };
    expect(JSON.stringify(fromEnvironment(env)[key])).toBe(json);
  });
});

describe('one sentence says what is wrong', () => {
  const NOT_AN_ADDRESS = 'PETSTORE_BASE_URL is not an http or https address: write it like https://api.example.com/v1.';
  const NOT_A_PROXY = /^PETSTORE_PROXY is not the address of an HTTP proxy: write it like http:/;
  const NOT_A_HEADER = 'PETSTORE_HEADERS is not a header: write it as "Name: value".';
  const NOT_A_PLACE = /^PETSTORE_CONNECT_TO is ".*": write a host and a port, like 10\.0\.0\.7:8443 or \[::1\]:8443\.$/;

  test.each<[variable: string, value: string, sentence: string | RegExp]>([
    ['PETSTORE_BASE_URL', 'localhost:8080/v1', NOT_AN_ADDRESS],
    ['PETSTORE_BASE_URL', '', NOT_AN_ADDRESS],
    ['PETSTORE_BASE_URL', 'http://a.test/v1?', /contains a query or a fragment/],
    ['PETSTORE_BASE_URL', 'http://user:hush@a.test/v1', /contains a user name or password/],
    ['PETSTORE_CONNECT_TO', 'user:hush@10.0.0.7:80', /^PETSTORE_CONNECT_TO contains more than a host: write a host/],
    ['PETSTORE_API_KEY', '', 'PETSTORE_API_KEY is empty: give the API key of the server.'],
    ['PETSTORE_API_KEY', 'hush\n', /^PETSTORE_API_KEY has characters that a header cannot have/],
    ['PETSTORE_API_KEY', 'bearer hush', /^PETSTORE_API_KEY starts with the word Bearer: give the key alone/],
    ['PETSTORE_CATEGORY_IDS', '1,9223372036854775808', /contains "9223372036854775808", which is not an int64/],
    ['PETSTORE_ONLY', 'a,,b', 'PETSTORE_ONLY contains an empty item: separate values with single commas.'],
    ['PETSTORE_STRICT', 'on', 'PETSTORE_STRICT is "on": use true or false (or 1, 0, yes, no).'],
    ['PETSTORE_SEED', '2147483648', /give a whole number from -2147483648 to 2147483647\.$/],
    ['PETSTORE_RUNS', '1.5', 'PETSTORE_RUNS is "1.5": give a whole number from 1 to 1000.'],
    ['PETSTORE_TIMEOUT', '10s', 'PETSTORE_TIMEOUT is "10s": give seconds from 0.01 to 600.'],
    ['PETSTORE_NOW', '2030-02-30', 'PETSTORE_NOW is "2030-02-30": give a date that exists, written YYYY-MM-DD.'],
    ['PETSTORE_REPORTERS', 'json=', 'PETSTORE_REPORTERS "json=" has no file: write json=FILE.'],
    ['PETSTORE_PROXY', 'socks5://hush@p.test', NOT_A_PROXY],
    ['PETSTORE_PROXY', 'http://', NOT_A_PROXY],
    ['PETSTORE_PROXY', 'http://kim:100%hush@p.test', /has a % in its user name or password: write it as %25\.$/],
    ['PETSTORE_CONNECT_TO', 'pets.test:70000', NOT_A_PLACE],
    ['PETSTORE_READ_ONLY_HOSTS', 'a.test,http://b.test', /contains "http:\/\/b\.test", which is not a host/],
    ['PETSTORE_HEADERS', 'hush', NOT_A_HEADER],
    ['PETSTORE_HEADERS', 'X-Gate:', NOT_A_HEADER],
    ['PETSTORE_HEADERS', 'X-Gäte: hush', /a character in a header name that HTTP does not allow/],
    ['PETSTORE_HEADERS', 'X-Gate: hüsh', /in the value of X-Gate that are not printable ASCII: encode them\.$/],
    ['PETSTORE_HEADERS', 'authorization: hush', /sets "Authorization", which the suite sets itself: remove it\.$/],
    ['PETSTORE_HEADERS', 'X-Gate: key=top-key', /^The header X-Gate contains the API key: remove it/],
    ['PETSTORE_CLIENT_CERT', 'a.pem', 'PETSTORE_CLIENT_CERT is one half of a pair: give --client-key too.'],
    ['PETSTORE_CLIENT_KEY', 'a.key', 'PETSTORE_CLIENT_KEY is one half of a pair: give --client-cert too.'],
  ])('%s=%j', (variable, value, sentence) => {
    const env = { PETSTORE_BASE_URL: 'http://127.0.0.1/v1', PETSTORE_API_KEY: 'top-key', [variable]: value };
    expect(() => fromEnvironment(env)).toThrow(UsageError);
    expect(() => fromEnvironment(env)).toThrow(sentence);
    expect(() => fromEnvironment(env)).not.toThrow(/hush|hüsh|top-key/);
  });

  test.each(RESERVED_HEADERS)('the header %s is set by the suite or by HTTP', (name) => {
    expect(() => fromEnvironment({ PETSTORE_HEADERS: `${name}: 1` })).toThrow('which the suite sets itself');
  });

  test('and names the place that the value came from', () => {
    expect(() => resolveSettings(new Map([['runs', ['x']]]), {}, '')).toThrow(/^--runs is "x"/);
    expect(() => resolveSettings(NO_FLAGS, {}, 'PETSTORE_RUNS=x')).toThrow(/^PETSTORE_RUNS in \.env is "x"/);
  });

  test('an address needs a key, and a key an address', () => {
    const address = { PETSTORE_BASE_URL: 'http://127.0.0.1/v1' };
    const key = { PETSTORE_API_KEY: 'k' };
    expect(() => fromEnvironment(address)).toThrow('There is a base URL but no API key: set PETSTORE_API_KEY');
    expect(() => fromEnvironment(key)).toThrow('There is an API key but no base URL: set PETSTORE_BASE_URL');
    // Without either, the embedded reference server is checked, whatever else is chosen.
    expect(resolveSettings(new Map([['only', ['list.*']]]), {}, '')).toMatchObject({ only: ['list.*'] });
  });
});

describe('a selection', () => {
  const IDS = ['auth.missing.listPets', 'auth.missing.getPet', 'list.ok', 'list.unique'];
  const NAMES = { only: '--only', skip: 'PETSTORE_SKIP' };

  test.each([
    [[], [], IDS],
    [['list.ok', 'listxok'], [], ['list.ok']],
    [['auth.*', 'list.o?'], [], ['auth.missing.listPets', 'auth.missing.getPet', 'list.ok']],
    [['list.*'], ['*.ok'], ['list.unique']],
  ])('of %j without %j is %j', (only, skip, expected) => {
    expect(IDS.filter((id) => isSelected(id, { only, skip }))).toEqual(expected);
  });

  test.each([
    ['list.okk', 'zzzz', /^--only "list\.okk" matches no requirement: .* list, perhaps list\.ok\.$/],
    [
      'list.ok',
      'auth.missing',
      /^PETSTORE_SKIP "auth\.missing" matches no requirement: .*, perhaps auth\.missing\.\*\.$/,
    ],
    ['list.ok', 'zzzz', /^PETSTORE_SKIP "zzzz" matches no requirement: choose from petstore-conformance list\.$/],
    ['list.ok', 'list.*', '--only and PETSTORE_SKIP together leave no requirement to check: loosen one of them.'],
  ])('of %s without %s is a mistake', (only, skip, sentence) => {
    expect(() => checkSelection({ only: [only], skip: [skip] }, IDS, NAMES)).toThrow(sentence);
  });

  test('takes little time, whatever the pattern', () => {
    expect(isSelected('a'.repeat(10_000), { only: [`${'*a'.repeat(100)}b`], skip: [] })).toBe(false);
  });
});

test.each([
  ['http://127.3.2.1/v1', true],
  ['http://LOCALHOST.:8080/v1', true],
  ['http://pets.localhost/v1', true],
  ['http://[::1]:8080/v1', true],
  ['http://[::ffff:127.0.0.1]/v1', true],
  ['http://0.0.0.0:8080/v1', false],
  ['http://127.0.0.1.example.com/v1', false],
])('%s is this machine alone: %s', (baseUrl, expected) => {
  expect(isLoopback(baseUrl)).toBe(expected);
});

test('what a report shows of the network has no secret and no path', () => {
  const env = {
    PETSTORE_PROXY: 'https://kim:hush@p.test:8443',
    PETSTORE_HEADERS: 'X-Gate: hush',
    PETSTORE_CA: '/home/hush/ca.pem',
    PETSTORE_CONNECT_TO: '10.0.0.7:80',
  };
  const shown = { proxy: 'https://p.test:8443', connectTo: '10.0.0.7:80', insecure: false, headers: ['X-Gate'] };
  expect(shownNetwork(fromEnvironment(env))).toEqual(shown);
});
