import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { curlNetwork, curlOf } from '../../harness/report/curl.ts';
import { Redactor } from '../../harness/secrets/redact.ts';
import { resolveSettings } from '../../harness/settings/settings.ts';
import { needsProgram } from '../program.ts';
import { encryptedKey, fileOf, newAuthority } from './certificates.ts';
import { portOf, serveProxy, serveTls } from './servers.ts';

const KEY = 'Test-Key.7f3a';
const request = { method: 'GET', path: '/v1/pets', headers: [['Authorization', `Bearer ${KEY}`] as const] };

function commandWith(variables: Readonly<Record<string, string>>): string {
  const settings = resolveSettings(new Map(), variables, '');
  const options = { origin: 'https://pets.test', redactor: new Redactor(KEY), curlNetwork: curlNetwork(settings) };
  return curlOf(request, options) ?? '';
}

test('a command line names every part of the way by its variable, and no secret', () => {
  const command = commandWith({
    PETSTORE_PROXY: 'https://kim:hush@proxy.test',
    PETSTORE_CA: 'hush.pem',
    PETSTORE_CLIENT_CERT: 'hush.pem',
    PETSTORE_CLIENT_KEY: 'hush.key',
    PETSTORE_CLIENT_KEY_PASSPHRASE: 'hush',
    PETSTORE_INSECURE: 'true',
    PETSTORE_CONNECT_TO: '10.0.0.7:8443',
    PETSTORE_HEADERS: 'X-Gate: hush',
  });
  expect(command.split(/ (?=-)/)).toEqual([
    ...['curl', '-sS', '-i', '-x "$PETSTORE_PROXY"', '--cacert "$PETSTORE_CA"', '--proxy-cacert "$PETSTORE_CA"'],
    ...['--cert "$PETSTORE_CLIENT_CERT"', '--key "$PETSTORE_CLIENT_KEY"', '--pass "$PETSTORE_CLIENT_KEY_PASSPHRASE"'],
    ...['-k', '--proxy-insecure', "--connect-to '::10.0.0.7:8443'"],
    `-H @<(printf '%s\\n' "$PETSTORE_HEADERS") 'https://pets.test/v1/pets'`,
    '-H "Authorization: Bearer $PETSTORE_API_KEY"',
    '-H Accept:',
  ]);
});

test('a command line that is pasted takes the same way', async (context) => {
  needsProgram(context, 'curl');
  const authority = newAuthority();
  const client = authority.issue([]);
  const options = {
    ...authority.issue(['pets.test']),
    ca: authority.cert,
    requestCert: true,
    rejectUnauthorized: true,
  };
  const origin = await serveTls(options, ({ headers }, response) => {
    const isRight = headers['x-gate'] === 'open' && headers.authorization === `Bearer ${KEY}`;
    response.writeHead(isRight ? 299 : 403).end();
  });
  const proxy = await serveProxy({ credentials: 'kim:hush' });
  const variables = {
    PETSTORE_PROXY: proxy.url.replace('://', '://kim:hush@'),
    PETSTORE_CA: fileOf(authority.cert),
    PETSTORE_CLIENT_CERT: fileOf(client.cert),
    PETSTORE_CLIENT_KEY: fileOf(encryptedKey(client.key, 'hush')),
    PETSTORE_CLIENT_KEY_PASSPHRASE: 'hush',
    PETSTORE_CONNECT_TO: `127.0.0.1:${portOf(origin)}`,
    PETSTORE_HEADERS: 'X-Gate: open',
  };
  const env = { PATH: process.env.PATH ?? '', PETSTORE_API_KEY: KEY, ...variables };
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', commandWith(variables)], { env });
  expect(stdout).toMatch(/^HTTP\/1\.1 299 /m);
  expect(proxy.asked).toEqual([`CONNECT ${variables.PETSTORE_CONNECT_TO}`]);
});
