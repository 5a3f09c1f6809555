import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { diagnoseUnanswered } from '../../harness/model/failure.ts';
import { deadOrigin, serveHttp, serveRaw } from '../harness/servers.ts';
import { fileOf, newAuthority } from './certificates.ts';
import { ask, type Network, portOf, serveProxy, serveTls } from './servers.ts';

const authority = newAuthority();
const server = authority.issue(['127.0.0.1', 'pets.test']);
const tls = authority.issue(['127.0.0.1']);

const answering = (_request: IncomingMessage, response: ServerResponse) => void response.end('[]');

function through(url: string, changes: Network = {}): Network {
  return { proxy: { url, variable: 'PETSTORE_PROXY' }, insecure: true, ...changes };
}

/** An address with a user name and a password. */
function withCredentials(url: string, credentials: string): string {
  return url.replace('://', `://${credentials}@`);
}

/** What a user reads about a proxy that is not passed. */
async function diagnosisOf(origin: string, network: Network): Promise<string> {
  const answer = await ask(origin, network);
  if (!('failure' in answer)) throw new Error(`${origin} answered`);
  expect(answer.failure.kind).toMatch(/^proxy-/);
  return diagnoseUnanswered(answer.failure, origin);
}

describe('a request goes through a proxy', () => {
  test('in absolute form where it is plain', async () => {
    const origin = await serveHttp(answering);
    const proxy = await serveProxy();
    expect(await ask(origin, through(proxy.url))).toMatchObject({ status: 200 });
    expect(proxy.asked).toEqual([`GET ${origin}/v1/pets`]);
  });

  test('in a tunnel where it is https, also by a name that only the proxy can resolve', async () => {
    const origin = await serveTls(server, answering);
    const proxy = await serveProxy({ leadsTo: portOf(origin) });
    expect(await ask(origin, through(proxy.url))).toMatchObject({ status: 200 });
    expect(await ask('https://pets.test', through(proxy.url))).toMatchObject({ status: 200 });
    expect(proxy.asked).toEqual([`CONNECT 127.0.0.1:${portOf(origin)}`, 'CONNECT pets.test:443']);
  });

  test('with --connect-to in a tunnel, even where it is plain', async () => {
    const place = `127.0.0.1:${portOf(await serveHttp(answering))}`;
    const proxy = await serveProxy();
    expect(await ask('http://pets.test', through(proxy.url, { connectTo: place }))).toMatchObject({ status: 200 });
    expect(proxy.asked).toEqual([`CONNECT ${place}`]);
  });

  test.each([
    ['http', false],
    ['https', false],
    ['http', true],
    ['https', true],
  ])('with its credentials, for %s, and in TLS: %s', async (scheme, isSecure) => {
    const proxy = await serveProxy({ credentials: 'kim:p@ss w:rd', ...(isSecure && { tls }) });
    const url = withCredentials(proxy.url, 'kim:p%40ss%20w%3Ard');
    const origin = await (scheme === 'http' ? serveHttp(answering) : serveTls(server, answering));
    expect(await ask(origin, through(url))).toMatchObject({ status: 200 });
    if (!isSecure) return;
    const trusting = through(url, { insecure: false, ca: fileOf(authority.cert) });
    expect(await ask(origin, trusting)).toMatchObject({ status: 200 });
    const untrusted = await diagnosisOf(origin, through(url, { insecure: false }));
    expect(untrusted).toContain(`the proxy ${proxy.url} cannot be reached: `);
  });

  test('with its path raw, its headers apart, and the Host of the target', async () => {
    let wire = '';
    const proxy = await serveRaw((socket) =>
      socket.on('data', (data) => {
        wire += data.toString('latin1');
        socket.end('HTTP/1.1 204 No Content\r\n\r\n');
      }),
    );
    const headers = [['X-A', '1'] as const, ['X-A', '2'] as const, ['x-a', '3'] as const];
    const request = { method: 'GET', path: '/v1//pets?x=%zz', headers };
    const network = through(withCredentials(proxy, 'kim'));
    expect(await ask('http://pets.test:8080', network, 20_000, request)).toMatchObject({ status: 204 });
    expect(wire).toMatch(/^GET http:\/\/pets\.test:8080\/v1\/\/pets\?x=%zz HTTP\/1\.1\r\n/);
    expect(wire.match(/^x-a: \d/gim)).toEqual(['X-A: 1', 'X-A: 2', 'x-a: 3']);
    expect(wire.match(/^host: .*$/gim)).toEqual(['host: pets.test:8080']);
    expect(wire).toContain(`Proxy-Authorization: Basic ${Buffer.from('kim:').toString('base64')}\r\n`);
  });

  test('that it does not know, without the credentials', async () => {
    let headers: readonly string[] = [];
    const origin = await serveTls(server, (request, response) => {
      headers = Object.keys(request.headers);
      response.end('[]');
    });
    const proxy = await serveProxy({ credentials: 'kim:hush' });
    await ask(origin, through(withCredentials(proxy.url, 'kim:hush')));
    expect(headers.toSorted()).toEqual(['connection', 'host']);
  });
});

describe('a failure of the proxy is not one of the target', () => {
  test.each(['http', 'https'])('nothing listens there, for %s', async (scheme) => {
    const proxy = await deadOrigin();
    const diagnosis = await diagnosisOf(`${scheme}://127.0.0.1:9`, through(withCredentials(proxy, 'kim:hush-hush')));
    expect(diagnosis).toContain(`the proxy ${proxy} cannot be reached`);
    expect(diagnosis).toContain('Check --proxy');
    expect(diagnosis).not.toContain('hush');
  });

  test.each(['http', 'https'])('it requires credentials, for %s', async (scheme) => {
    const proxy = await serveProxy({ credentials: 'kim:hush-hush' });
    for (const url of [proxy.url, withCredentials(proxy.url, 'kim:wrong-one')]) {
      const diagnosis = await diagnosisOf(`${scheme}://127.0.0.1:9`, through(url));
      expect(diagnosis).toContain(`the proxy ${proxy.url} answers 407`);
      expect(diagnosis).toContain('Put the credentials into --proxy');
      expect(diagnosis).not.toContain('wrong-one');
    }
  });

  test.each([403, 502])('it answers %i to a tunnel', async (status) => {
    const proxy = await serveProxy({ refusesTunnelsWith: status });
    const sentence = `the proxy ${proxy.url} answers ${status} to CONNECT pets.test:443.`;
    expect(await diagnosisOf('https://pets.test', through(proxy.url))).toContain(sentence);
  });

  test('it closes every connection', async () => {
    const proxy = await serveRaw((socket) => socket.once('data', () => socket.destroy()));
    const sentence = `the proxy ${proxy} cannot be reached`;
    expect(await diagnosisOf('https://pets.test', through(proxy))).toContain(sentence);
  });

  test('it never answers', async () => {
    const proxy = await serveRaw(() => undefined);
    const failure = { kind: 'timeout', message: 'no complete response within 0.3 s' };
    expect(await ask('https://pets.test', through(proxy), 300)).toEqual({ failure });
  });

  test('but a 407 out of a tunnel is an answer of the target', async () => {
    const origin = await serveTls(server, (_request, response) => void response.writeHead(407).end());
    const proxy = await serveProxy();
    expect(await ask(origin, through(proxy.url))).toMatchObject({ status: 407 });
  });
});
