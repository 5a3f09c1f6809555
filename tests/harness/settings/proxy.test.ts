import { describe, expect, test } from 'vitest';
import { resolveSettings } from '../../../harness/settings/settings.ts';
import { UsageError } from '../../../harness/settings/usage-error.ts';

function proxyFor(baseUrl: string, env: Record<string, string>, flag?: string) {
  const flags = new Map([['base-url', [baseUrl]], ['api-key', ['k']], ...(flag ? [['proxy', [flag]] as const] : [])]);
  return resolveSettings(flags, env, '').proxy;
}

const TARGET = 'https://api.example.com/v1';

describe('the proxy of the environment', () => {
  test.each([
    ['https_proxy', TARGET],
    ['HTTPS_PROXY', TARGET],
    ['http_proxy', 'http://api.example.com/v1'],
    ['HTTP_PROXY', 'http://api.example.com/v1'],
    ['all_proxy', TARGET],
    ['ALL_PROXY', 'http://api.example.com/v1'],
  ])('is taken from %s for %s', (variable, baseUrl) => {
    expect(proxyFor(baseUrl, { [variable]: 'http://proxy.test:3128' })).toEqual({
      url: 'http://proxy.test:3128/',
      variable,
    });
  });

  test('of the other scheme is not used', () => {
    expect(proxyFor(TARGET, { HTTP_PROXY: 'http://proxy.test' })).toBeUndefined();
    expect(proxyFor('http://api.example.com', { HTTPS_PROXY: 'http://proxy.test' })).toBeUndefined();
  });

  test('by the scheme wins over the one for all, small letters win over large ones, and empty is not set', () => {
    const env = { ALL_PROXY: 'http://c', all_proxy: 'http://d', HTTPS_PROXY: 'http://a', https_proxy: 'http://b' };
    expect(proxyFor(TARGET, env)?.variable).toBe('https_proxy');
    expect(proxyFor(TARGET, { ...env, https_proxy: '' })?.variable).toBe('HTTPS_PROXY');
    expect(proxyFor(TARGET, { ...env, https_proxy: '', HTTPS_PROXY: '' })?.variable).toBe('all_proxy');
  });

  test('may have no scheme', () => {
    expect(proxyFor(TARGET, { HTTPS_PROXY: 'proxy.test:3128' })?.url).toBe('http://proxy.test:3128/');
  });

  test.each(['http://127.0.0.1:8080/v1', 'http://localhost/v1', 'http://[::1]:4010/v1', 'http://127.8.9.1/v1'])(
    'is never used for this machine: %s',
    (baseUrl) => {
      const env = { HTTP_PROXY: 'http://proxy.test', ALL_PROXY: 'http://proxy.test' };
      expect(proxyFor(baseUrl, env)).toBeUndefined();
      expect(proxyFor(baseUrl, env, 'http://other.test')?.url).toBe('http://other.test/');
    },
  );

  test('is never used where --connect-to leads to this machine', () => {
    const proxyTo = (place: string) => {
      const flags = new Map([
        ['base-url', [TARGET]],
        ['api-key', ['k']],
        ['connect-to', [place]],
      ]);
      return resolveSettings(flags, { HTTPS_PROXY: 'http://proxy.test' }, '').proxy;
    };
    expect(proxyTo('127.0.0.1:8443')).toBeUndefined();
    expect(proxyTo('10.0.0.7:8443')?.url).toBe('http://proxy.test/');
  });

  test('is never used for the embedded reference server', () => {
    expect(resolveSettings(new Map(), { HTTP_PROXY: 'http://proxy.test' }, '').proxy).toBeUndefined();
  });

  test('is not taken from a file in the working folder', () => {
    const flags = new Map([
      ['base-url', [TARGET]],
      ['api-key', ['k']],
    ]);
    expect(resolveSettings(flags, {}, 'HTTPS_PROXY=http://proxy.test').proxy).toBeUndefined();
  });

  test('gives way to --proxy, which NO_PROXY does not concern', () => {
    const env = { HTTPS_PROXY: 'http://proxy.test', NO_PROXY: '*' };
    expect(proxyFor(TARGET, env, 'http://kim:secret@other.test:1')).toEqual({
      url: 'http://kim:secret@other.test:1/',
      variable: 'PETSTORE_PROXY',
    });
  });
});

describe('NO_PROXY', () => {
  test.each([
    ['*', TARGET],
    ['api.example.com', TARGET],
    ['example.com', TARGET],
    ['.example.com', TARGET],
    ['*.example.com', TARGET],
    ['API.Example.COM', TARGET],
    ['other.test, api.example.com', TARGET],
    ['other.test api.example.com', TARGET],
    ['api.example.com:443', TARGET],
    ['api.example.com:8443', 'https://api.example.com:8443/v1'],
    ['api.example.com', 'https://api.example.com./v1'],
    ['10.1.2.3', 'http://10.1.2.3/v1'],
    ['10.0.0.0/8', 'http://10.1.2.3/v1'],
    ['fd00::7', 'http://[fd00::7]/v1'],
    ['[fd00::7]:8080', 'http://[fd00::7]:8080/v1'],
    ['fd00::/8', 'http://[fd00::7]/v1'],
  ])('%s exempts %s', (noProxy, baseUrl) => {
    const env = { HTTP_PROXY: 'http://proxy.test', HTTPS_PROXY: 'http://proxy.test' };
    expect(proxyFor(baseUrl, { ...env, NO_PROXY: noProxy })).toBeUndefined();
    expect(proxyFor(baseUrl, { ...env, no_proxy: noProxy })).toBeUndefined();
  });

  test.each([
    ['', TARGET],
    ['ample.com', TARGET],
    ['example.com.test', TARGET],
    ['api.example.com:8443', TARGET],
    ['com.example', TARGET],
    ['11.0.0.0/8', 'http://10.1.2.3/v1'],
    ['10.0.0.0/99', 'http://10.1.2.3/v1'],
    ['2.3', 'http://10.1.2.3/v1'],
    ['fe00::/8', 'http://[fd00::7]/v1'],
  ])('%s does not exempt %s', (noProxy, baseUrl) => {
    const env = { HTTP_PROXY: 'http://proxy.test', HTTPS_PROXY: 'http://proxy.test', NO_PROXY: noProxy };
    expect(proxyFor(baseUrl, env)?.url).toBe('http://proxy.test/');
  });
});

test.each(['socks5://proxy.test', 'http://', 'ftp://kim:hush@proxy.test', 'http://kim:hush@'])(
  '%s is refused without being shown',
  (text) => {
    const sentence = 'is not the address of an HTTP proxy: write it like http://proxy.example.com:3128.';
    expect(() => proxyFor(TARGET, {}, text)).toThrow(new UsageError(`--proxy ${sentence}`));
    expect(() => proxyFor(TARGET, { ALL_PROXY: text })).toThrow(new UsageError(`ALL_PROXY ${sentence}`));
  },
);

test('a password that is not encoded is refused without being shown', () => {
  const sentence = '--proxy has a % in its user name or password: write it as %25.';
  expect(() => proxyFor(TARGET, {}, 'http://kim:100%hush@proxy.test')).toThrow(new UsageError(sentence));
});

test.each(['pets.test', 'pets.test:0', 'pets.test:70000', ':80', 'http://pets.test:80', 'fd00::7:80', 'a b:80'])(
  '--connect-to %s is refused',
  (text) => {
    const flags = new Map([['connect-to', [text]]]);
    expect(() => resolveSettings(flags, {}, '')).toThrow(/^--connect-to is ".*": write a host and a port/);
  },
);

test.each(['10.0.0.7:8443', 'Pets.test:80', '[::1]:8443'])('--connect-to %s is accepted', (text) => {
  expect(resolveSettings(new Map([['connect-to', [text]]]), {}, '').connectTo).toBe(text.toLowerCase());
});

test('a host that is never written to stays so by way of --connect-to', () => {
  const readOnlyFor = (place: string) =>
    resolveSettings(new Map([['connect-to', [place]]]), { PETSTORE_READ_ONLY_HOSTS: 'prod.test,10.0.0.*' }, '')
      .readOnly;
  expect(readOnlyFor('prod.test:443')).toBe(true);
  expect(readOnlyFor('10.0.0.7:8443')).toBe(true);
  expect(readOnlyFor('stage.test:443')).toBe(false);
});
