import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { curlNetwork, curlOf } from '../../harness/report/curl.ts';
import { Redactor } from '../../harness/secrets/redact.ts';
import { DIRECT } from '../../harness/settings/network.ts';
import type { NetworkSettings } from '../../harness/settings/table.ts';
import { serveHttp } from '../harness/servers.ts';
import { TEST_KEY } from '../support.ts';
import { encryptedKey, newAuthority } from './certificates.ts';
import { fileOf } from './diagnosis.ts';
import { portOf, serveProxy, serveTls, toReference } from './servers.ts';

type Variables = Readonly<Record<string, string>>;

function commandFor(origin: string, changes: Partial<NetworkSettings>): string {
  const request = { method: 'GET', path: '/v1/pets', headers: [['Authorization', `Bearer ${TEST_KEY}`] as const] };
  return curlOf(request, {
    origin,
    redactor: new Redactor(TEST_KEY),
    curlNetwork: curlNetwork({ ...DIRECT, ...changes }),
  });
}

/** What a shell makes of a command, with `curl` as given or, if none is, the installed one. */
async function pasted(command: string, variables: Variables, curl = ''): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', PETSTORE_API_KEY: TEST_KEY, ...variables };
  const shell = promisify(execFile)('bash', ['--norc', '-c', `${curl}\n${command}`], { env });
  shell.child.stdin?.end();
  return (await shell).stdout;
}

/** Prints its arguments, one on each line, and the content of a file that is given for headers. */
const ECHO = `curl() { for word; do case "$word" in @*) cat "\${word#@}";; *) printf '%s\\n' "$word";; esac; done; }`;

test('a command line names every part of the way', async () => {
  const command = commandFor('https://pets.test', {
    proxy: { url: 'https://kim:hush@proxy.test/', variable: 'HTTPS_PROXY' },
    ca: '/ca.pem',
    clientCert: '/client.pem',
    clientKey: '/client.key',
    clientKeyPassphrase: 'hush',
    insecure: true,
    connectTo: '10.0.0.7:8443',
    headers: [['X-Gate', 'open']],
  });
  expect(command).not.toMatch(/hush|open|kim|\.pem/);
  const printed = await pasted(
    command,
    {
      HTTPS_PROXY: 'https://kim:hush@proxy.test',
      PETSTORE_CA: 'the ca.pem',
      PETSTORE_CLIENT_CERT: 'client.pem',
      PETSTORE_CLIENT_KEY: 'client.key',
      PETSTORE_CLIENT_KEY_PASSPHRASE: 'pass phrase',
      PETSTORE_HEADERS: 'X-Gate: open sesame\nX-Two: $2',
    },
    ECHO,
  );
  expect(printed.trimEnd().split('\n')).toEqual([
    ...['-sS', '-i', '-x', 'https://kim:hush@proxy.test', '--cacert', 'the ca.pem', '--proxy-cacert', 'the ca.pem'],
    ...['--cert', 'client.pem', '--key', 'client.key', '--pass', 'pass phrase', '-k', '--proxy-insecure'],
    ...['--connect-to', '::10.0.0.7:8443', '-H', 'X-Gate: open sesame', 'X-Two: $2'],
    ...['https://pets.test/v1/pets', '-H', `Authorization: Bearer ${TEST_KEY}`],
  ]);
});

test('a direct connection needs no words', () => {
  expect(curlNetwork(DIRECT)).toEqual([]);
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe.runIf(hasCurl)('a command line that is pasted takes the same way', () => {
  const authority = newAuthority();

  test('through a tunnel, with both certificates, a header and another address', async () => {
    const client = authority.issue({});
    const reference = await toReference();
    const server = authority.issue({ dns: ['pets.test'] });
    const options = { ...server, ca: authority.cert, requestCert: true, rejectUnauthorized: true };
    const origin = await serveTls(options, (request, response) => {
      if (request.headers['x-gate'] === 'open') reference(request, response);
      else response.writeHead(403).end();
    });
    const proxy = await serveProxy({ credentials: 'kim:hush' });
    const connectTo = `127.0.0.1:${portOf(origin)}`;
    const variables = {
      PETSTORE_PROXY: proxy.url.replace('://', '://kim:hush@'),
      PETSTORE_CA: fileOf(authority.cert),
      PETSTORE_CLIENT_CERT: fileOf(client.cert),
      PETSTORE_CLIENT_KEY: fileOf(encryptedKey(client.key, 'hush')),
      PETSTORE_CLIENT_KEY_PASSPHRASE: 'hush',
      PETSTORE_HEADERS: 'X-Gate: open',
    };
    const command = commandFor('https://pets.test', {
      proxy: { url: variables.PETSTORE_PROXY, variable: 'PETSTORE_PROXY' },
      ca: variables.PETSTORE_CA,
      clientCert: variables.PETSTORE_CLIENT_CERT,
      clientKey: variables.PETSTORE_CLIENT_KEY,
      clientKeyPassphrase: 'hush',
      connectTo,
      headers: [['X-Gate', 'open']],
    });
    expect(await pasted(command, variables)).toMatch(/^HTTP\/1\.1 200 (?!Connection)/m);
    expect(proxy.asked).toEqual([`CONNECT ${connectTo}`]);
  });

  test('to a plain target, in absolute form', async () => {
    const origin = await serveHttp(await toReference());
    const proxy = await serveProxy();
    const command = commandFor(origin, { proxy: { url: proxy.url, variable: 'HTTP_PROXY' } });
    expect(await pasted(command, { HTTP_PROXY: proxy.url })).toMatch(/^HTTP\/1\.1 200 /);
    expect(proxy.asked).toEqual([`GET ${origin}/v1/pets`]);
  });
});
