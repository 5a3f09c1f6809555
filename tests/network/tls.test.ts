import { describe, expect, test } from 'vitest';
import { serveHttp, serveRaw } from '../harness/servers.ts';
import { newAuthority, selfSigned } from './certificates.ts';
import { checkOne, diagnosisOf, expectTested, fileOf } from './diagnosis.ts';
import { pipeTo, portOf, serveHttp2Only, serveTls, toReference } from './servers.ts';

const authority = newAuthority();
const HERE = { ips: ['127.0.0.1'] };
const good = authority.issue(HERE);

/** Answers nothing that matters: the handshake does not get that far. */
const silent = () => undefined;

describe('a certificate that is not trusted', () => {
  test('of a private authority is trusted with --ca', async () => {
    const origin = await serveTls(good, await toReference());
    expect(await diagnosisOf(origin)).toContain('Give the certificate of that authority with --ca FILE.');
    await expectTested(origin, { ca: fileOf(authority.cert) });
  });

  test('with its authority in the chain is named the same', async () => {
    const origin = await serveTls({ ...good, cert: `${good.cert}${authority.cert}` }, silent);
    expect(await diagnosisOf(origin)).toContain('is signed by an authority that is not trusted here');
  });

  test('of another authority stays untrusted', async () => {
    const origin = await serveTls(good, silent);
    const ca = fileOf(newAuthority('another authority').cert);
    expect(await diagnosisOf(origin, { ca })).toContain('--ca FILE');
  });

  test('self-signed is trusted with --ca, or not verified with --insecure', async () => {
    const pair = selfSigned(HERE);
    const origin = await serveTls(pair, await toReference());
    const diagnosis = await diagnosisOf(origin);
    expect(diagnosis).toBe(
      `The certificate of ${origin}/v1 is self-signed. Trust it with --ca FILE, or skip verification with --insecure.`,
    );
    await expectTested(origin, { ca: fileOf(pair.cert) });
    await expectTested(origin, { insecure: true });
  });

  test('expired is reported as expired, and not verified with --insecure', async () => {
    const origin = await serveTls(authority.issue(HERE, [-3, -2]), await toReference());
    const ca = fileOf(authority.cert);
    expect(await diagnosisOf(origin, { ca })).toContain(`The certificate of ${origin}/v1 has expired.`);
    await expectTested(origin, { ca, insecure: true });
  });

  test('from the future is reported as not valid yet', async () => {
    const origin = await serveTls(authority.issue(HERE, [2, 3]), silent);
    expect(await diagnosisOf(origin, { ca: fileOf(authority.cert) })).toContain('is not valid yet');
  });

  test('for another host is reported with the flag that keeps the name', async () => {
    const origin = await serveTls(authority.issue({ dns: ['pets.test'] }), silent);
    const diagnosis = await diagnosisOf(origin, { ca: fileOf(authority.cert) });
    expect(diagnosis).toContain(`The certificate of ${origin}/v1 is for another host.`);
    expect(diagnosis).toContain('--connect-to HOST:PORT');
  });
});

test('--ca comes on top of what Node trusts, also of NODE_EXTRA_CA_CERTS', async () => {
  const origin = await serveTls(good, await toReference());
  const { NODE_EXTRA_CA_CERTS: before } = process.env;
  process.env.NODE_EXTRA_CA_CERTS = fileOf(authority.cert);
  try {
    await expectTested(origin, { ca: fileOf(newAuthority('another authority').cert) });
  } finally {
    if (before === undefined) delete process.env.NODE_EXTRA_CA_CERTS;
    else process.env.NODE_EXTRA_CA_CERTS = before;
  }
});

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('a server that wants a client certificate, with %s', (version) => {
  const client = authority.issue({});
  const options = { ...good, ca: authority.cert, requestCert: true, rejectUnauthorized: true };
  const serve = async () => serveTls({ ...options, minVersion: version, maxVersion: version }, await toReference());

  test('is tested with one, and asks for the flags without', async () => {
    const origin = await serve();
    const ca = fileOf(authority.cert);
    const diagnosis = await diagnosisOf(origin, { ca });
    expect(diagnosis).toContain('client certificate');
    expect(diagnosis).toMatch(/--client-cert\b.*--client-key\b/);
    await expectTested(origin, { ca, clientCert: fileOf(client.cert), clientKey: fileOf(client.key) });
  });

  test('says so where it refuses the one that it gets', async () => {
    const origin = await serve();
    const other = newAuthority('another authority').issue({});
    const files = { clientCert: fileOf(other.cert), clientKey: fileOf(other.key) };
    expect(await diagnosisOf(origin, { ca: fileOf(authority.cert), ...files })).toContain('--client-cert');
  });
});

describe('the wrong protocol', () => {
  test('https to a port that speaks http', async () => {
    const origin = (await serveHttp((_request, response) => response.end('[]'))).replace('http:', 'https:');
    expect(await diagnosisOf(origin)).toBe(`${origin}/v1 expects plain HTTP but got TLS. Use http in --base-url.`);
  });

  test('http to a port that speaks https', async () => {
    const origin = (await serveTls(good, silent)).replace('https:', 'http:');
    expect(await diagnosisOf(origin)).toBe(`${origin}/v1 expects TLS but got plain HTTP. Use https in --base-url.`);
  });

  test('http to a port that speaks https and explains it in http', async () => {
    const tls = portOf(await serveTls(good, silent));
    const origin = await serveRaw((socket) => {
      socket.once('data', (first) => {
        const isHandshake = first[0] === 0x16;
        if (isHandshake) pipeTo(tls, socket, first);
        else socket.end('HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n');
      });
    });
    expect(await diagnosisOf(origin)).toContain('Use https in --base-url');
  });

  test('a plain server that answers 400 to everything is not taken for one with TLS', async () => {
    const origin = await serveHttp((_request, response) => response.writeHead(400).end('no'));
    expect((await checkOne(origin)).diagnosis).not.toContain('https');
  });

  test('a port for both protocols whose service answers 400 is not taken for one with TLS only', async () => {
    const tls = portOf(await serveTls(good, silent));
    const origin = await serveRaw((socket) => {
      socket.once('data', (first) => {
        const isHandshake = first[0] === 0x16;
        if (isHandshake) pipeTo(tls, socket, first);
        else socket.end('HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\n\r\n{"code":"x"}');
      });
    });
    expect((await checkOne(origin)).diagnosis).toBeUndefined();
  });

  test('a server that speaks only HTTP/2', async () => {
    const origin = await serveHttp2Only(good);
    expect(await diagnosisOf(origin, { ca: fileOf(authority.cert) })).toContain(
      `${origin}/v1 speaks only HTTP/2, and the suite sends HTTP/1.1.`,
    );
  });
});
