import { expect, test } from 'vitest';
import { isProtected, type Resolve } from '../../../harness/settings/hosts.ts';
import { run } from '../../../library/index.ts';
import { startReference } from '../../../reference/server.ts';
import { runCommand } from '../../compiled.ts';
import { TEST_KEY } from '../../support.ts';

const NAMES: Readonly<Record<string, readonly string[]>> = {
  localhost: ['::1', '127.0.0.1'],
  'api.example.com': ['10.1.2.3', '2001:db8::1'],
  'alias.example.com': ['10.1.2.3'],
  'mapped.example.com': ['::ffff:10.1.2.3'],
  'six.example.com': ['2001:db8:0:0::1'],
  'other.example.com': ['10.9.9.9'],
};
const resolve: Resolve = async (name) => NAMES[name] ?? [];

test.each([
  ['127.0.0.1', 'http://[::ffff:127.0.0.1]:8080/v1'],
  ['127.0.0.1', 'http://0.0.0.0:8080/v1'],
  ['127.0.0.1', 'http://0:8080/v1'],
  ['127.0.0.1', 'http://127.1:8080/v1'],
  ['127.0.0.1', 'http://2130706433/v1'],
  ['127.0.0.1', 'http://localhost:8080/v1'],
  ['127.0.0.1', 'http://[::1]/v1'],
  ['127.0.0.1', 'http://[::]/v1'],
  ['127.*', 'http://localhost/v1'],
  ['localhost', 'http://127.0.0.1/v1'],
  ['localhost', 'http://127.0.0.7/v1'],
  ['[::1]', 'http://0.0.0.0/v1'],
  ['[::1]:8080', 'http://127.0.0.1:8080/v1'],
  ['api.example.com', 'http://10.1.2.3/v1'],
  ['api.example.com', 'http://alias.example.com/v1'],
  ['api.example.com', 'http://mapped.example.com/v1'],
  ['api.example.com', 'http://[2001:db8::1]/v1'],
  ['six.example.com', 'http://api.example.com/v1'],
  ['10.1.2.3', 'http://alias.example.com/v1'],
  ['10.1.*', 'http://alias.example.com/v1'],
  ['[2001:db8:*]', 'http://six.example.com/v1'],
  ['10.1.2.3:8443', 'https://alias.example.com:8443/v1'],
  ['api.example.com:84*', 'https://alias.example.com:8443/v1'],
  ['10.1.2.3:443', 'https://alias.example.com/v1'],
])('%s protects %s', async (listed, baseUrl) => {
  expect(await isProtected(baseUrl, ['unrelated.test', listed], resolve)).toBe(true);
});

test.each([
  ['127.0.0.1', 'http://10.1.2.3/v1'],
  ['127.0.0.1:9000', 'http://localhost:8080/v1'],
  ['api.example.com', 'http://other.example.com/v1'],
  ['api.example.com:443', 'http://alias.example.com:80/v1'],
  ['*.example.org', 'http://alias.example.com/v1'],
  ['unknown.example.com', 'http://nowhere.example.com/v1'],
])('%s does not protect %s', async (listed, baseUrl) => {
  expect(await isProtected(baseUrl, [listed], resolve)).toBe(false);
});

test('nothing is resolved where no host is listed', async () => {
  const never: Resolve = () => Promise.reject(new Error('resolved'));
  expect(await isProtected('http://api.example.com/v1', [], never)).toBe(false);
});

test.each(['[::ffff:127.0.0.1]', '0.0.0.0', '0', 'localhost'])(
  'nothing is written to %s where 127.0.0.1 is listed',
  async (host) => {
    const server = await startReference({ apiKey: TEST_KEY, pets: 3 });
    try {
      const baseUrl = server.baseUrl.replace('127.0.0.1', host);
      const env = { PETSTORE_READ_ONLY_HOSTS: '127.0.0.1', PETSTORE_BASE_URL: baseUrl, PETSTORE_API_KEY: TEST_KEY };
      const args = ['--only', 'create.minimal,list.ok', '--read-only=false'];
      const { stderr } = await runCommand(args, { cwd: import.meta.dirname, env });
      expect(stderr).toContain('leads to a host in PETSTORE_READ_ONLY_HOSTS, so nothing is written there.');
      expect(server.requests()).toBeGreaterThan(0);
      expect(server.pets()).toBe(3);
    } finally {
      await server.close();
    }
  },
);

test.each([
  ['its address', (port: string) => ({ baseUrl: `http://localhost:${port}/v1` })],
  ['--connect-to', (port: string) => ({ baseUrl: 'http://pets.example/v1', connectTo: `localhost:${port}` })],
])('nor by a program that uses the library, whether %s leads there', async (_how, targetAt) => {
  const server = await startReference({ apiKey: TEST_KEY, pets: 3 });
  process.env.PETSTORE_READ_ONLY_HOSTS = '127.0.0.1';
  try {
    const target = targetAt(new URL(server.baseUrl).port);
    const report = await run({ ...target, apiKey: TEST_KEY, only: ['create.minimal', 'list.ok'], readOnly: false });
    expect(report.run.settings.readOnly).toBe(true);
    expect(server.requests()).toBeGreaterThan(0);
    expect(server.pets()).toBe(3);
  } finally {
    delete process.env.PETSTORE_READ_ONLY_HOSTS;
    await server.close();
  }
});
