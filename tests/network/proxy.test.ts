import { describe, expect, test } from 'vitest';
import { HttpClient } from '../../harness/http/http-client.ts';
import type { RunSettings } from '../../harness/run/context.ts';
import { DIRECT } from '../../harness/settings/network.ts';
import { deadOrigin, serveHttp, serveRaw } from '../harness/servers.ts';
import { newAuthority } from './certificates.ts';
import { checkOne, diagnosisOf, expectTested, fileOf } from './diagnosis.ts';
import { portOf, serveProxy, serveTls, toReference } from './servers.ts';

const authority = newAuthority();
const server = authority.issue({ ips: ['127.0.0.1'], dns: ['pets.test'] });

function through(url: string): Partial<RunSettings> {
  return { proxy: { url, variable: 'PETSTORE_PROXY' } };
}

/** An address with a user name and a password. */
function withCredentials(url: string, credentials: string): string {
  return url.replace('://', `://${credentials}@`);
}

describe('a request goes through a proxy', () => {
  test('in absolute form where it is plain', async () => {
    const origin = await serveHttp(await toReference());
    const proxy = await serveProxy();
    const report = await expectTested(origin, through(proxy.url));
    expect(proxy.asked).toHaveLength(report.run.requests);
    expect(new Set(proxy.asked.map((line) => line.split('?')[0]))).toContain(`GET ${origin}/v1/pets`);
  });

  test('in a tunnel where it is https', async () => {
    const origin = await serveTls(server, await toReference());
    const proxy = await serveProxy();
    await expectTested(origin, { ...through(proxy.url), ca: fileOf(authority.cert) });
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT 127.0.0.1:${portOf(origin)}`]));
  });

  test('by a name that only the proxy can resolve', async () => {
    const port = portOf(await serveTls(server, await toReference()));
    const proxy = await serveProxy({ leadsTo: port });
    await expectTested('https://pets.test', { ...through(proxy.url), ca: fileOf(authority.cert) });
    expect(proxy.asked[0]).toBe('CONNECT pets.test:443');
  });

  test('with its credentials, which may contain any character', async () => {
    const proxy = await serveProxy({ credentials: 'kim:p@ss w:rd' });
    const url = withCredentials(proxy.url, 'kim:p%40ss%20w%3Ard');
    await expectTested(await serveHttp(await toReference()), through(url));
    const origin = await serveTls(server, await toReference());
    await expectTested(origin, { ...through(url), ca: fileOf(authority.cert) });
  });

  test('with --connect-to in a tunnel, even where it is plain', async () => {
    const port = portOf(await serveHttp(await toReference()));
    const proxy = await serveProxy();
    await expectTested('http://pets.test', { ...through(proxy.url), connectTo: `127.0.0.1:${port}` });
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT 127.0.0.1:${port}`]));
  });
});

describe('a proxy that speaks TLS itself', () => {
  const tls = authority.issue({ ips: ['127.0.0.1'] });

  test.each(['http', 'https'])('is trusted with --ca, for %s', async (scheme) => {
    const proxy = await serveProxy({ tls, credentials: 'kim:hush-hush' });
    const reference = await toReference();
    const origin = await (scheme === 'http' ? serveHttp(reference) : serveTls(server, reference));
    const changes = through(withCredentials(proxy.url, 'kim:hush-hush'));
    await expectTested(origin, { ...changes, ca: fileOf(authority.cert) });
    expect(proxy.asked.length).toBeGreaterThan(0);
    expect(await diagnosisOf(origin, changes)).toContain(`the proxy ${proxy.url} cannot be reached: `);
  });
});

test.each(['http', 'https'])('a whole run gives the same verdict through a proxy, for %s', async (scheme) => {
  const reference = await toReference();
  const origin = await (scheme === 'http' ? serveHttp(reference) : serveTls(server, reference));
  const proxy = await serveProxy();
  const report = await checkOne(origin, { ...through(proxy.url), ca: fileOf(authority.cert), only: [] });
  expect(report.results.filter(({ outcome }) => outcome === 'fail' || outcome === 'inconclusive')).toEqual([]);
  expect(report.exitCode).toBe(0);
});

describe('what a request looks like behind a proxy', () => {
  async function wireThrough(url: string): Promise<string> {
    let wire = '';
    const proxy = await serveRaw((socket) =>
      socket.on('data', (data) => {
        wire += data.toString('latin1');
        socket.end('HTTP/1.1 204 No Content\r\n\r\n');
      }),
    );
    const network = {
      ...DIRECT,
      proxy: { url: url.replace('PROXY', new URL(proxy).host), variable: 'PETSTORE_PROXY' },
    };
    const client = new HttpClient({
      receive: String,
      origin: 'http://pets.test:8080',
      connections: 1,
      timeoutMs: 20_000,
      network,
    });
    const headers = [['X-A', '1'] as const, ['X-A', '2'] as const, ['x-a', '3'] as const];
    const answer = await client.send({ method: 'GET', path: '/v1//pets?x=%zz', headers }, new AbortController().signal);
    await client.close();
    expect(answer).toMatchObject({ status: 204 });
    return wire;
  }

  test('the path stays raw, headers stay apart, and Host is that of the target', async () => {
    const wire = await wireThrough('http://PROXY');
    expect(wire).toMatch(/^GET http:\/\/pets\.test:8080\/v1\/\/pets\?x=%zz HTTP\/1\.1\r\n/);
    expect(wire.match(/^x-a: \d/gim)).toEqual(['X-A: 1', 'X-A: 2', 'x-a: 3']);
    expect(wire.match(/^host: .*$/gim)).toEqual(['host: pets.test:8080']);
    expect(wire).not.toMatch(/proxy-authorization/i);
  });

  test('a user name alone is a credential, too', async () => {
    const wire = await wireThrough('http://kim@PROXY');
    expect(wire).toContain(`Proxy-Authorization: Basic ${Buffer.from('kim:').toString('base64')}`);
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

  test.each([
    ['plain requests', 'http'],
    ['tunnels', 'https'],
  ])('it wants credentials for %s', async (_what, scheme) => {
    const proxy = await serveProxy({ credentials: 'kim:hush-hush' });
    for (const url of [proxy.url, withCredentials(proxy.url, 'kim:wrong-one')]) {
      const diagnosis = await diagnosisOf(`${scheme}://127.0.0.1:9`, through(url));
      expect(diagnosis).toContain(`the proxy ${proxy.url} answers 407`);
      expect(diagnosis).toContain('Put the credentials into --proxy');
      expect(diagnosis).not.toContain('wrong-one');
    }
  });

  test.each([403, 502, 504])('it answers %i to a tunnel', async (status) => {
    const proxy = await serveProxy({ refusesTunnelsWith: status });
    expect(await diagnosisOf('https://pets.test', through(proxy.url))).toContain(
      `the proxy ${proxy.url} answers ${status} to CONNECT pets.test:443.`,
    );
  });

  test('a 407 out of a tunnel is an answer of the target', async () => {
    const origin = await serveTls(server, (_request, response) => void response.writeHead(407).end());
    const proxy = await serveProxy();
    const { diagnosis } = await checkOne(origin, { ...through(proxy.url), ca: fileOf(authority.cert) });
    expect(diagnosis).toContain('status 407 and no body');
  });

  test('it never answers', async () => {
    const proxy = await serveRaw(() => undefined);
    const diagnosis = await diagnosisOf('https://pets.test', { ...through(proxy), timeoutMs: 500 });
    expect(diagnosis).toMatch(/no complete response within 0\.5 s|cannot be reached: no answer in time/);
  });

  test('it stops in the middle of a run: nothing exists against the target', async () => {
    const port = portOf(await serveTls(server, await toReference()));
    const proxy = await serveProxy({ leadsTo: port, maxTunnels: 1 });
    const changes = { ...through(proxy.url), ca: fileOf(authority.cert), concurrency: 2, only: ['list.*'] };
    const report = await checkOne('https://pets.test', changes);
    expect(proxy.asked.length).toBeGreaterThan(1);
    expect(report.results.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    expect(report.exitCode).not.toBe(1);
  });
});
