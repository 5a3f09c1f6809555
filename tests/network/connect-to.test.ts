import type { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { deadOrigin, serveHttp } from '../harness/servers.ts';
import { newAuthority } from './certificates.ts';
import { diagnosisOf, expectTested, fileOf } from './diagnosis.ts';
import { portOf, serveTls, toReference } from './servers.ts';

const authority = newAuthority();

test('a run reaches one instance by its address, and asks for the name of the base URL', async () => {
  const hosts = new Set<string | undefined>();
  const reference = await toReference();
  const origin = await serveHttp((request, response) => {
    hosts.add(request.headers.host);
    reference(request, response);
  });
  const report = await expectTested('http://pets.test', { connectTo: `127.0.0.1:${portOf(origin)}` });
  expect(hosts).toEqual(new Set(['pets.test']));
  expect(report.target.baseUrl).toBe('http://pets.test/v1');
  expect(report.run.settings.connectTo).toBe(`127.0.0.1:${portOf(origin)}`);
});

test('TLS keeps the name: in SNI, in Host, and in what the certificate is verified for', async () => {
  const names = new Set<string | undefined>();
  const reference = await toReference();
  const origin = await serveTls(authority.issue({ dns: ['pets.test'] }), (request, response) => {
    names.add(request.headers.host);
    names.add((request.socket as TLSSocket & { servername?: string }).servername);
    reference(request, response);
  });
  const changes = { connectTo: `127.0.0.1:${portOf(origin)}`, ca: fileOf(authority.cert) };
  await expectTested('https://pets.test', changes);
  expect(names).toEqual(new Set(['pets.test']));
  expect(await diagnosisOf('https://cats.test', changes)).toContain('is for another host');
});

test('a base URL with an address is verified for that address', async () => {
  const origin = await serveTls(authority.issue({ ips: ['192.0.2.7'] }), await toReference());
  const changes = { connectTo: `127.0.0.1:${portOf(origin)}`, ca: fileOf(authority.cert) };
  await expectTested('https://192.0.2.7', changes);
  expect(await diagnosisOf('https://192.0.2.8', changes)).toContain('is for another host');
});

test('nothing at the other address is a diagnosis that names it', async () => {
  const connectTo = `127.0.0.1:${portOf(await deadOrigin())}`;
  expect(await diagnosisOf('http://pets.test', { connectTo })).toContain(connectTo);
});
