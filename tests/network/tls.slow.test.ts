import { createSecureServer } from 'node:http2';
import type { Server } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../harness/basics/usage-error.ts';
import { openTlsFiles } from '../../harness/http/wire/tls-files.ts';
import { diagnoseUnanswered } from '../../harness/model/failure.ts';
import { resolveSettings } from '../../harness/settings/settings.ts';
import { deadOrigin, served, serveHttp, serveRaw } from '../harness/servers.ts';
import { encryptedKey, fileOf, newAuthority, selfSigned } from './certificates.ts';
import { ask, type Network, pipeTo, portOf, serveTls } from './servers.ts';

const authority = newAuthority();
const HERE = ['127.0.0.1'];
const good = authority.issue(HERE);
const client = authority.issue([]);
const other = newAuthority('another authority');

const answering = (_request: unknown, response: { end(text: string): unknown }) => void response.end('[]');
const trusted = (): Network => ({ ca: fileOf(authority.cert) });

/** What a user reads; '200' if the server was reached. */
async function outcomeOf(origin: string, network: Network = {}): Promise<string> {
  const answer = await ask(origin, network);
  if (!('failure' in answer)) return String(answer.status);
  return diagnoseUnanswered(answer.failure, origin).replaceAll(origin, 'BASE');
}

describe('a certificate', () => {
  const cases: readonly (readonly [string, { cert: string; key: string }, () => Network, string])[] = [
    ['of a private authority', good, () => ({}), 'Give the certificate of that authority with --ca FILE.'],
    ['of a private authority with --ca', good, trusted, '200'],
    ['with its chain', { ...good, cert: good.cert + authority.cert }, () => ({}), 'that is not trusted here'],
    ['of another authority', good, () => ({ ca: fileOf(other.cert) }), '--ca FILE'],
    ['that has expired', authority.issue(HERE, [-3, -2]), trusted, 'The certificate of BASE has expired.'],
    ['that has expired, with --insecure', authority.issue(HERE, [-3, -2]), () => ({ insecure: true }), '200'],
    ['that is not valid yet', authority.issue(HERE, [2, 3]), trusted, 'The certificate of BASE is not valid yet.'],
    ['for another host', authority.issue(['pets.test']), trusted, 'The certificate of BASE is for another host.'],
  ];
  test.each(cases)('%s', async (_name, pair, network, outcome) => {
    expect(await outcomeOf(await serveTls(pair, answering), network())).toContain(outcome);
  });

  test('that is self-signed is trusted with --ca, or not verified with --insecure', async () => {
    const pair = selfSigned(HERE);
    const origin = await serveTls(pair, answering);
    expect(await outcomeOf(origin)).toBe(
      'The certificate of BASE is self-signed. Trust it with --ca FILE, or skip verification with --insecure.',
    );
    expect(await outcomeOf(origin, { ca: fileOf(pair.cert) })).toBe('200');
    expect(await outcomeOf(origin, { insecure: true })).toBe('200');
  });

  test('is also trusted by NODE_EXTRA_CA_CERTS, besides --ca', async () => {
    const origin = await serveTls(good, answering);
    const { NODE_EXTRA_CA_CERTS: before } = process.env;
    process.env.NODE_EXTRA_CA_CERTS = fileOf(authority.cert);
    try {
      expect(await outcomeOf(origin, { ca: fileOf(other.cert) })).toBe('200');
    } finally {
      if (before === undefined) delete process.env.NODE_EXTRA_CA_CERTS;
      else process.env.NODE_EXTRA_CA_CERTS = before;
    }
  });
});

test.each(['TLSv1.2', 'TLSv1.3'] as const)('a server that asks for a client certificate, with %s', async (version) => {
  const options = { ...good, ca: authority.cert, requestCert: true, rejectUnauthorized: true };
  const origin = await serveTls({ ...options, minVersion: version, maxVersion: version }, answering);
  const files = (pair: { cert: string; key: string }) => ({
    clientCert: fileOf(pair.cert),
    clientKey: fileOf(pair.key),
  });
  expect(await outcomeOf(origin, { ...trusted(), ...files(client) })).toBe('200');
  const locked = { ...client, key: encryptedKey(client.key, 'hush') };
  expect(await outcomeOf(origin, { ...trusted(), ...files(locked), clientKeyPassphrase: 'hush' })).toBe('200');
  const missing =
    version === 'TLSv1.3' ? /^BASE requires a client certificate\..*--client-key/ : /--client-cert\b.*--client-key/;
  expect(await outcomeOf(origin, trusted())).toMatch(missing);
  expect(await outcomeOf(origin, { ...trusted(), ...files(other.issue([])) })).toContain('--client-cert');
});

test('--connect-to changes where the connection leads, and not Host, SNI and the name that is verified', async () => {
  const names: (string | undefined)[] = [];
  const origin = await serveTls(authority.issue(['pets.test', '192.0.2.7']), (request, response) => {
    names.push(request.headers.host, (request.socket as TLSSocket & { servername?: string }).servername);
    response.end('[]');
  });
  const network = { ...trusted(), connectTo: `127.0.0.1:${portOf(origin)}` };
  expect(await outcomeOf('https://pets.test', network)).toBe('200');
  expect(names).toEqual(['pets.test', 'pets.test']);
  expect(await outcomeOf('https://192.0.2.7', network)).toBe('200');
  expect(await outcomeOf('https://cats.test', network)).toContain('is for another host');
  const nowhere = new URL(await deadOrigin()).host;
  expect(await outcomeOf('http://pets.test', { connectTo: nowhere })).toContain(nowhere);
});

describe('the wrong protocol', () => {
  const HTTPS = 'BASE expects TLS but got plain HTTP. Use https in --base-url.';

  test('https to a port that speaks http', async () => {
    const origin = (await serveHttp(answering)).replace('http:', 'https:');
    expect(await outcomeOf(origin)).toBe('BASE expects plain HTTP but got TLS. Use http in --base-url.');
  });

  test('http to a port that speaks https', async () => {
    expect(await outcomeOf((await serveTls(good, answering)).replace('https:', 'http:'))).toBe(HTTPS);
  });

  test.each([
    ['explains it in http', 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n', HTTPS],
    ['is for both', 'HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\n\r\n{"code":"x"}', '400'],
  ])('http to a port that speaks https and %s', async (_name, plainAnswer, outcome) => {
    const tls = portOf(await serveTls(good, answering));
    const origin = await serveRaw((socket) => {
      socket.once('data', (first) => (first[0] === 0x16 ? pipeTo(tls, socket, first) : void socket.end(plainAnswer)));
    });
    expect(await outcomeOf(origin)).toBe(outcome);
  });

  test('a plain server that answers 400 is not taken for one with TLS', async () => {
    expect(await outcomeOf(await serveHttp((_request, response) => void response.writeHead(400).end('no')))).toBe(
      '400',
    );
  });

  test('a server that speaks only HTTP/2', async () => {
    const server = createSecureServer(good, (_request, response) => void response.end('[]'));
    const origin = (await served(server as unknown as Server)).replace('http:', 'https:');
    expect(await outcomeOf(origin, trusted())).toContain('BASE speaks only HTTP/2, and the suite sends HTTP/1.1.');
  });
});

describe('files of certificates', () => {
  const open = (changes: Network, cwd = '/') =>
    openTlsFiles({ ...resolveSettings(new Map(), {}, ''), ...changes }, cwd);

  test('are found from the working folder, and may have several authorities', () => {
    const path = fileOf(`Ours:\n${authority.cert}\n${other.cert}`, 'ca.pem');
    expect(open({ ca: 'ca.pem' }, join(path, '..'))).toEqual({ ca: path, clientCert: undefined, clientKey: undefined });
  });

  const pair = (key: string, passphrase?: string) => () => ({
    clientCert: fileOf(client.cert),
    clientKey: fileOf(key),
    clientKeyPassphrase: passphrase,
  });
  const encrypted = encryptedKey(client.key, 'hush');
  const cases: readonly (readonly [string, () => Network, RegExp])[] = [
    ['missing', () => ({ ca: 'nowhere.pem' }), /nowhere\.pem cannot be read \(ENOENT\): name a file in PEM\.$/],
    ['empty', () => ({ ca: fileOf('') }), /is not a certificate in PEM/],
    ['keys', () => ({ ca: fileOf(client.key) }), /is not a certificate in PEM/],
    ['damaged', () => ({ ca: fileOf(authority.cert.replace(/\nM/, '\nA')) }), /is not a certificate in PEM/],
    ['of something else', pair('hello'), /is not the private key of the certificate in .*: name files in PEM/],
    ['of another certificate', pair(good.key), /is not the private key of the certificate in/],
    ['without their passphrase', pair(encrypted), /decrypted: give its passphrase \(PETSTORE_CLIENT_KEY_PASSPHRASE/],
    ['with a wrong passphrase', pair(encrypted, 'wrong'), /cannot be decrypted/],
  ];
  test.each(cases)('that are %s are refused in one sentence', (_name, settings, sentence) => {
    expect(() => open(settings())).toThrow(UsageError);
    expect(() => open(settings())).toThrow(sentence);
  });
});
