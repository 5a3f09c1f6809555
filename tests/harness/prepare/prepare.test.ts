import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openLedger } from '../../../harness/archive/ledger.ts';
import { UsageError } from '../../../harness/basics/usage-error.ts';
import { proxyFromEnvironment } from '../../../harness/engine/prepare/environment-proxy.ts';
import { prepareSettings } from '../../../harness/engine/prepare/prepare-settings.ts';
import {
  meetsProtectedHost,
  type Resolve,
  uncheckedPatterns,
} from '../../../harness/engine/prepare/protected-hosts.ts';
import { resolveSettings } from '../../../harness/settings/settings.ts';
import { newFolder } from '../../compiled.ts';

const TARGET = 'https://api.example.com/v1';

describe('a host that is never written to', () => {
  const NAMES: Readonly<Record<string, readonly string[]>> = {
    localhost: ['::1', '127.0.0.1'],
    'api.example.com': ['10.1.2.3', '2001:db8::1'],
    'alias.example.com': ['10.1.2.3'],
    'mapped.example.com': ['::ffff:10.1.2.3'],
    'six.example.com': ['2001:db8:0:0::1'],
    'other.example.com': ['10.9.9.9'],
  };
  const resolve: Resolve = async (name) => NAMES[name] ?? [];
  const isProtected = (baseUrl: string, readOnlyHosts: readonly string[]) =>
    meetsProtectedHost({ baseUrl, readOnlyHosts, connectTo: undefined, proxy: undefined }, resolve);

  test.each([
    ['api.example.com', 'http://API.example.com.:8443/v1'],
    ['api.example.com:443', 'https://api.example.com/v1'],
    ['api.example.com:*', 'http://api.example.com/v1'],
    ['*.example.com:84*', 'https://eu.example.com:8443/v1'],
    ['127.0.0.1', 'http://[::ffff:127.0.0.1]:8080/v1'],
    ['127.0.0.1', 'http://2130706433/v1'],
    ['127.0.0.1', 'http://[::]/v1'],
    ['127.*', 'http://localhost/v1'],
    ['localhost', 'http://127.0.0.7/v1'],
    ['[::1]:8080', 'http://127.0.0.1:8080/v1'],
    ['api.example.com', 'http://mapped.example.com/v1'],
    ['six.example.com', 'http://api.example.com/v1'],
    ['10.1.*', 'http://alias.example.com/v1'],
    ['api.example.com:84*', 'https://alias.example.com:8443/v1'],
  ])('%s protects %s', async (listed, url) => {
    expect(await isProtected(url, ['unrelated.test', listed])).toBe(true);
  });

  test.each([
    ['api.example.com', 'https://api.example.com.evil.test/v1'],
    ['api.example.com', 'https://apixexample.com/v1'],
    ['127.0.0.1:9000', 'http://localhost:8080/v1'],
    ['api.example.com', 'http://other.example.com/v1'],
    ['api.example.com:443', 'http://alias.example.com:80/v1'],
  ])('%s does not protect %s', async (listed, url) => {
    expect(await isProtected(url, [listed])).toBe(false);
  });

  test.each([
    ['the base URL', { PETSTORE_BASE_URL: 'http://alias.example.com/v1' }],
    ['--connect-to', { PETSTORE_CONNECT_TO: 'alias.example.com:80' }],
    ['the proxy', { PETSTORE_PROXY: 'http://kim@alias.example.com:3128' }],
  ])('counts where %s leads to it', async (_what, env) => {
    const target = { PETSTORE_BASE_URL: 'http://a.test/v1', PETSTORE_API_KEY: 'k', ...env };
    const settingsWith = (hosts: string) =>
      resolveSettings(new Map(), { ...target, PETSTORE_READ_ONLY_HOSTS: hosts }, '');
    expect(await meetsProtectedHost(settingsWith('b.test,api.example.com'), resolve)).toBe(true);
    expect(await meetsProtectedHost(settingsWith('b.test,other.example.com'), resolve)).toBe(false);
  });

  test('makes a run read-only, also through a proxy of the environment', async () => {
    const env = { PETSTORE_BASE_URL: 'http://10.0.0.1/v1', PETSTORE_API_KEY: 'k', PETSTORE_READ_ONLY_HOSTS: '10.9.*' };
    const prepare = (proxy: string) => prepareSettings(resolveSettings(new Map(), env, ''), '/', { HTTP_PROXY: proxy });
    expect(await prepare('http://10.9.9.9:3128')).toMatchObject({ readOnly: true, proxy: { variable: 'HTTP_PROXY' } });
    expect(await prepare('http://10.8.8.8:3128')).toMatchObject({ readOnly: false });
  });
});

describe('the proxy of the environment', () => {
  const proxyFor = (baseUrl: string, env: Record<string, string>, connectTo?: string) =>
    proxyFromEnvironment({ baseUrl, connectTo }, env);

  test.each(['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'])('is taken from %s', (variable) => {
    const others = { http_proxy: 'http://other.test', HTTP_PROXY: 'http://other.test' };
    const proxy = proxyFor(TARGET, { ...others, [variable]: 'kim:hush@p.test:3128' });
    expect(proxy).toEqual({ url: 'http://kim:hush@p.test:3128/', variable });
  });

  test('by the scheme wins over the one for all, small letters win over large ones, and empty is not set', () => {
    const env = { ALL_PROXY: 'http://c', all_proxy: 'http://d', HTTPS_PROXY: 'http://a', https_proxy: 'http://b' };
    expect(proxyFor(TARGET, env)?.variable).toBe('https_proxy');
    expect(proxyFor(TARGET, { ...env, https_proxy: '' })?.variable).toBe('HTTPS_PROXY');
    expect(proxyFor(TARGET, { ...env, https_proxy: '', HTTPS_PROXY: '' })?.variable).toBe('all_proxy');
    expect(() => proxyFor(TARGET, { ALL_PROXY: 'socks5://hush' })).toThrow(/^ALL_PROXY is not the address of an HTTP/);
  });

  test('is never used for this machine', () => {
    const env = { ALL_PROXY: 'http://p.test' };
    expect(proxyFor('http://localhost:8080/v1', env)).toBeUndefined();
    expect(proxyFor(TARGET, env, '127.0.0.1:8443')).toBeUndefined();
    expect(proxyFor('http://localhost/v1', env, '10.0.0.7:8443')?.url).toBe('http://p.test/');
    expect(proxyFromEnvironment({}, env)).toBeUndefined();
  });

  test.each([
    ['*', TARGET],
    ['example.com', TARGET],
    ['other.test, api.example.com', TARGET],
    ['other.test api.example.com:443', TARGET],
    ['api.example.com', 'https://api.example.com./v1'],
    ['10.0.0.0/8', 'http://10.1.2.3/v1'],
    ['[fd00::7]:8080', 'http://[fd00::7]:8080/v1'],
    ['fd00::/8', 'http://[fd00::7]/v1'],
  ])('is not used where NO_PROXY is %s for %s', (NO_PROXY, baseUrl) => {
    expect(proxyFor(baseUrl, { ALL_PROXY: 'http://p.test', NO_PROXY })).toBeUndefined();
    expect(proxyFor(baseUrl, { ALL_PROXY: 'http://p.test', no_proxy: NO_PROXY })).toBeUndefined();
  });

  test.each([
    ['', TARGET],
    ['ample.com', TARGET],
    ['api.example.com:8443', TARGET],
    ['11.0.0.0/8,10.0.0.0/99,fd00::/8', 'http://10.1.2.3/v1'],
    ['2.3', 'http://10.1.2.3/v1'],
    ['10.0.0.0/8', TARGET],
  ])('is used where NO_PROXY is %s for %s', (NO_PROXY, baseUrl) => {
    expect(proxyFor(baseUrl, { ALL_PROXY: 'http://p.test', NO_PROXY })?.url).toBe('http://p.test/');
  });
});

describe('a ledger', () => {
  test('is created, and nothing in it is changed', async () => {
    const folder = newFolder();
    const file = await openLedger('new/ledger.jsonl', folder);
    expect(readFileSync(file, 'utf8')).toBe('');
    writeFileSync(file, '{"id":"1"}\n{"id":');
    for (let night = 0; night < 2; night += 1) await openLedger(file, folder);
    expect(readFileSync(file, 'utf8')).toBe('{"id":"1"}\n{"id":');
  });

  test('is not a pipe, a device or a folder, which might wait forever or keep nothing', async () => {
    const folder = newFolder();
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    symlinkSync('pipe', join(folder, 'link'));
    for (const file of ['pipe', 'link', '/dev/null', '.']) {
      await expect(openLedger(file, folder)).rejects.toThrow(/is not a regular file: choose another file as ledger\.$/);
    }
    await expect(openLedger('/dev/null/x', folder)).rejects.toThrow(UsageError);
  });

  test.each(['--reporter', '--baseline', '--waivers'])('is not also the file of %s', async (flag) => {
    const folder = newFolder();
    const prepared = (file: string) => {
      const value = flag === '--reporter' ? `json=${file}` : file;
      const flags = new Map([
        ['ledger', ['ledger']],
        [flag.slice(2), [value]],
      ]);
      return prepareSettings(resolveSettings(flags, {}, ''), folder);
    };
    await expect(prepared('ledger')).rejects.toThrow(UsageError);
    // A link to a file that the ledger creates.
    symlinkSync('ledger', join(folder, 'dangling'));
    await expect(prepared('dangling')).rejects.toThrow('is the ledger and also');
    writeFileSync(join(folder, 'ledger'), '');
    linkSync(join(folder, 'ledger'), join(folder, 'hard'));
    symlinkSync('ledger', join(folder, 'soft'));
    for (const file of ['ledger', 'a/../ledger', 'hard', 'soft']) {
      await expect(prepared(file)).rejects.toThrow('is the ledger and also a report, baseline or waivers');
    }
    await expect(prepared('other')).resolves.toMatchObject({ ledger: join(folder, 'ledger') });
  });
});

test.each([
  ['local*', 'http://127.0.0.1:4010/v1', 'cannot protect 127.0.0.1 by local*'],
  ['*.example.com,10.9.*', 'http://[fd00::1]/v1', 'cannot protect [fd00::1] by *.example.com: '],
  ['db*:443', 'https://10.0.0.1/v1', 'cannot protect 10.0.0.1 by db*:443: '],
  ['10.9.*', 'http://10.0.0.1/v1', undefined],
  ['[fd00:*]', 'http://10.0.0.1/v1', undefined],
  ['api.example.com', 'http://10.0.0.1/v1', undefined],
  ['*.example.com', 'http://staging.test/v1', undefined],
])('PETSTORE_READ_ONLY_HOSTS=%s on %s: %s', (hosts, baseUrl, warning) => {
  const sentence = uncheckedPatterns({
    baseUrl,
    connectTo: undefined,
    proxy: undefined,
    readOnlyHosts: hosts.split(','),
  });
  expect(sentence).toEqual(warning === undefined ? undefined : expect.stringContaining(warning));
});
