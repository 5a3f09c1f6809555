import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openTlsFiles } from '../../harness/http/tls-files.ts';
import { DIRECT } from '../../harness/settings/network.ts';
import type { NetworkSettings } from '../../harness/settings/table.ts';
import { UsageError } from '../../harness/settings/usage-error.ts';
import { newFolder } from '../compiled.ts';
import { encryptedKey, newAuthority } from './certificates.ts';
import { expectTested, fileOf } from './diagnosis.ts';
import { serveTls, toReference } from './servers.ts';

const authority = newAuthority();
const client = authority.issue({});

function open(changes: Partial<NetworkSettings>, cwd = newFolder()) {
  return openTlsFiles({ ...DIRECT, ...changes }, cwd);
}

test('files are found from the working folder', async () => {
  const path = fileOf(authority.cert, 'ca.pem');
  expect(await open({ ca: 'ca.pem' }, join(path, '..'))).toEqual({
    ca: path,
    clientCert: undefined,
    clientKey: undefined,
  });
});

test('several authorities may be in one file', async () => {
  const ca = fileOf(`Ours:\n${authority.cert}\n${newAuthority('second').cert}`);
  await expect(open({ ca })).resolves.toMatchObject({ ca });
});

test('an encrypted key works with its passphrase', async () => {
  const options = { ...authority.issue({ ips: ['127.0.0.1'] }), ca: authority.cert, requestCert: true };
  const origin = await serveTls(options, await toReference());
  const files = { clientCert: fileOf(client.cert), clientKey: fileOf(encryptedKey(client.key, 'hush')) };
  const settings = { ...files, clientKeyPassphrase: 'hush' };
  await expect(open(settings)).resolves.toMatchObject(files);
  await expectTested(origin, { ...settings, ca: fileOf(authority.cert) });
});

describe('a file that cannot be used is refused in one sentence', () => {
  const cases: readonly (readonly [string, () => Partial<NetworkSettings>, RegExp])[] = [
    ['it is missing', () => ({ ca: 'nowhere.pem' }), /nowhere\.pem cannot be read \(ENOENT\): name a file in PEM\.$/],
    ['it is a folder', () => ({ ca: '.' }), /cannot be read \(EISDIR\): name a file in PEM\.$/],
    ['it is empty', () => ({ ca: fileOf('') }), /is not a certificate in PEM/],
    ['it is a key', () => ({ ca: fileOf(client.key) }), /is not a certificate in PEM/],
    ['it is damaged', () => ({ ca: fileOf(authority.cert.replace(/\nM/, '\nA')) }), /is not a certificate in PEM/],
    ['there is no key', () => ({ clientCert: fileOf(client.cert) }), /no key for it: give --client-key\.$/],
    [
      'there is no certificate',
      () => ({ clientKey: fileOf(client.key) }),
      /no certificate for it: give --client-cert\.$/,
    ],
    [
      'the key is no key',
      () => ({ clientCert: fileOf(client.cert), clientKey: fileOf('hello') }),
      /is not a private key in PEM: name the file of the client key\.$/,
    ],
    [
      'the key is that of another certificate',
      () => ({ clientCert: fileOf(client.cert), clientKey: fileOf(authority.issue({}).key) }),
      /is not the key of the certificate in .*: name files that belong together\.$/,
    ],
    [
      'the passphrase is missing',
      () => ({ clientCert: fileOf(client.cert), clientKey: fileOf(encryptedKey(client.key, 'hush')) }),
      /cannot be decrypted: set its passphrase in PETSTORE_CLIENT_KEY_PASSPHRASE\.$/,
    ],
    [
      'the passphrase is wrong',
      () => ({
        clientCert: fileOf(client.cert),
        clientKey: fileOf(encryptedKey(client.key, 'hush')),
        clientKeyPassphrase: 'wrong',
      }),
      /cannot be decrypted: set its passphrase in PETSTORE_CLIENT_KEY_PASSPHRASE\.$/,
    ],
  ];
  for (const [name, settings, sentence] of cases) {
    test(name, async () => {
      const error: unknown = await open(settings()).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(UsageError);
      expect(String(error)).toMatch(sentence);
    });
  }
});
