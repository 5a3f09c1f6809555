import { describe, expect, test } from 'vitest';
import { isLoopback } from '../../../harness/settings/hosts.ts';
import { resolveSettings } from '../../../harness/settings/settings.ts';

const VARIABLE = 'PETSTORE_READ_ONLY_HOSTS';

/** Whether a run against this address would be read-only, though the command line says that it is not. */
function isReadOnly(baseUrl: string, env: Readonly<Record<string, string>>, dotenvText = ''): boolean {
  const flags = new Map([
    ['base-url', [baseUrl]],
    ['api-key', ['k']],
    ['read-only', ['false']],
  ]);
  return resolveSettings(flags, env, dotenvText).readOnly;
}

describe('a host that is listed is not written to', () => {
  test.each([
    ['api.example.com', 'https://api.example.com/v1'],
    ['api.example.com', 'https://api.example.com:8443/v1'],
    ['api.example.com', 'http://API.Example.COM/v1'],
    ['API.Example.COM', 'http://api.example.com/v1'],
    ['api.example.com', 'https://api.example.com./v1'],
    ['api.example.com.', 'https://api.example.com/v1'],
    ['api.example.com.', 'https://api.example.com./v1'],
    ['api.example.com.:8443', 'https://api.example.com:8443/v1'],
    ['api.example.com:8443', 'https://api.example.com.:8443/v1'],
    ['api.example.com:443', 'https://api.example.com/v1'],
    ['api.example.com:80', 'http://api.example.com/v1'],
    ['api.example.com:*', 'http://api.example.com/v1'],
    ['*.example.com', 'https://eu.api.example.com/v1'],
    ['*.example.com:84*', 'https://api.example.com:8443/v1'],
    ['api-?.example.com', 'https://api-3.example.com/v1'],
    ['*', 'https://anything.test/v1'],
    ['a.test, api.example.com ,b.test', 'https://api.example.com/v1'],
    ['pet_store', 'http://pet_store/v1'],
    ['10.1.2.3', 'http://10.1.2.3:8080/v1'],
    ['10.1.*', 'http://10.1.2.3/v1'],
    ['10.1.2.3', 'http://0x0a.1.2.3/v1'],
    ['127.1', 'http://127.0.0.1/v1'],
    ['[::1]', 'http://[::1]:8080/v1'],
    ['[::1]:8080', 'http://[::1]:8080/v1'],
    ['[0:0:0:0:0:0:0:1]', 'http://[::1]/v1'],
    ['[2001:DB8::1]', 'http://[2001:db8:0::1]/v1'],
    ['[2001:db8:*]', 'http://[2001:db8::17]/v1'],
  ])('%s: %s', (listed, baseUrl) => {
    expect(isReadOnly(baseUrl, { [VARIABLE]: listed })).toBe(true);
  });

  test.each([
    ['api.example.com', 'https://staging.example.com/v1'],
    ['api.example.com', 'https://api.example.com.evil.test/v1'],
    ['example.com', 'https://api.example.com/v1'],
    ['*.example.com', 'https://example.com/v1'],
    ['api.example.com:8443', 'https://api.example.com/v1'],
    ['api.example.com', 'https://apixexample.com/v1'],
    ['[::1]', 'http://127.0.0.1/v1'],
  ])('%s lists another than %s', (listed, baseUrl) => {
    expect(isReadOnly(baseUrl, { [VARIABLE]: listed })).toBe(false);
  });

  test('also by a file .env, unless the environment lists others', () => {
    const file = `${VARIABLE}=api.example.com\n`;
    expect(isReadOnly('https://api.example.com/v1', {}, file)).toBe(true);
    expect(isReadOnly('https://api.example.com/v1', { [VARIABLE]: '' }, file)).toBe(true);
    expect(isReadOnly('https://api.example.com/v1', { [VARIABLE]: 'other.test' }, file)).toBe(false);
  });

  test.each(['https://api.example.com', 'api.example.com/v1', '::1', 'a b', 'a@b', 'a..b:x', ''])(
    '%j lists no host, which is reported instead of passed over',
    (written) => {
      expect(() => isReadOnly('https://a.test/v1', { [VARIABLE]: `b.test,${written}` })).toThrow(VARIABLE);
    },
  );
});

test.each([
  ['http://127.0.0.1:8080/v1', true],
  ['http://127.3.2.1/v1', true],
  ['http://127.1/v1', true],
  ['http://localhost/v1', true],
  ['http://LOCALHOST.:8080/v1', true],
  ['http://pets.localhost/v1', true],
  ['http://[::1]:8080/v1', true],
  ['http://[::ffff:127.0.0.1]/v1', true],
  ['http://0.0.0.0:8080/v1', false],
  ['http://[::]/v1', false],
  ['http://[::ffff:10.0.0.1]/v1', false],
  ['http://10.0.0.1/v1', false],
  ['http://localhost.example.com/v1', false],
  ['http://127.0.0.1.example.com/v1', false],
  ['http://notlocalhost/v1', false],
])('%s is this machine alone: %s', (baseUrl, expected) => {
  expect(isLoopback(baseUrl)).toBe(expected);
});
