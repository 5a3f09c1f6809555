import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { RateLimiter } from '../../../harness/http/rate-limiter.ts';
import { CONTROL, get, METADATA, ok, type Respond, transportTo } from './transports.ts';

const PET = get('/v1/pets/7');

/** Answers everything, and records what came over which connection. */
function connectionRecorder() {
  const sockets: Socket[] = [];
  const requests: { readonly socket: number; readonly path: string }[] = [];
  const respond: Respond = (response, request) => {
    if (!sockets.includes(request.socket)) sockets.push(request.socket);
    requests.push({ socket: sockets.indexOf(request.socket), path: request.url ?? '' });
    ok(response, request);
  };
  return { sockets, requests, respond };
}

describe('a connection', () => {
  test('is kept for requests that ask for none of their own', async () => {
    const { sockets, requests, respond } = connectionRecorder();
    const { transport } = await transportTo(respond);
    for (let count = 0; count < 8; count += 1) {
      const reply = await transport.send(PET, METADATA);
      expect(reply.exchange.connection).toBeUndefined();
    }
    expect(requests).toHaveLength(8);
    expect(sockets.length).toBeLessThan(8);
    expect(sockets.every(({ destroyed }) => !destroyed)).toBe(true);
  });

  test('that is fresh carries one request and is closed', async () => {
    const { sockets, requests, respond } = connectionRecorder();
    const { transport } = await transportTo(respond);
    await transport.send(PET, METADATA);
    for (let count = 0; count < 2; count += 1) {
      const reply = await transport.send(PET, { ...METADATA, connection: 'fresh' });
      expect(reply).toMatchObject({ status: 200, exchange: { connection: 'fresh' } });
      expect(reply.carrier).toBeUndefined();
    }
    expect(requests.map(({ socket }) => socket)).toEqual([0, 1, 2]);
    await expect.poll(() => sockets.map(({ destroyed }) => destroyed)).toEqual([false, true, true]);
  });

  test('that is reused carries the other request first', async () => {
    const { sockets, requests, respond } = connectionRecorder();
    const { transport, seen } = await transportTo(respond);
    const metadata = { ...METADATA, requirement: 'auth.invalid-key.getPet', credential: 'invalid-key' } as const;
    const reply = await transport.send(PET, { ...metadata, connection: { after: CONTROL } });
    expect(requests).toEqual([
      { socket: 0, path: CONTROL.path },
      { socket: 0, path: PET.path },
    ]);
    expect(reply).toMatchObject({ credential: 'invalid-key', carrier: CONTROL, exchange: { connection: 'reused' } });
    expect(seen.map(({ credential, exchange }) => [credential, exchange.number, exchange.requirement])).toEqual([
      ['right', 1, 'auth.invalid-key.getPet'],
      ['invalid-key', 2, 'auth.invalid-key.getPet'],
    ]);
    expect(seen[0]?.exchange.connection).toBeUndefined();
    await expect.poll(() => sockets.map(({ destroyed }) => destroyed)).toEqual([true]);
  });

  test('that is reused waits for one turn of the rate limiter per request', async () => {
    const rateLimiter = new RateLimiter(60, new AbortController().signal);
    const start = performance.now();
    const { transport, arrivals } = await transportTo(ok, { rateLimiter });
    await transport.send(PET, { ...METADATA, connection: { after: CONTROL } });
    expect(arrivals.map(({ path }) => path)).toEqual([CONTROL.path, PET.path]);
    for (const { at } of arrivals) expect(at - start).toBeGreaterThanOrEqual(120);
  });
});

describe('a body', () => {
  const body = '{"name":"Zoë","categoryId":1}';

  async function received(chunked: boolean) {
    let headers: Readonly<Record<string, unknown>> = {};
    let arrived = '';
    const { transport } = await transportTo((response, request) => {
      headers = request.headers;
      void text(request).then((whole) => {
        arrived = whole;
        response.writeHead(201).end('{}');
      });
    });
    const type = ['Content-Type', 'application/json'] as const;
    const request = { method: 'POST', path: '/v1/pets', headers: [type], body, ...(chunked && { chunked }) };
    const reply = await transport.send(request, { ...METADATA, operation: 'createPet' });
    return { status: reply.status, arrived, length: headers['content-length'], encoding: headers['transfer-encoding'] };
  }

  test('goes with its length', async () => {
    const length = String(Buffer.byteLength(body));
    expect(await received(false)).toEqual({ status: 201, arrived: body, length, encoding: undefined });
  });

  test('goes in chunks and without a length where that is asked for', async () => {
    expect(await received(true)).toEqual({ status: 201, arrived: body, length: undefined, encoding: 'chunked' });
  });
});

test('large responses that arrive at the same time keep what is theirs', async () => {
  const bodyFor = (path: string) => `{"id":${path.slice(-1)},"extra":"${path.slice(-1).repeat(2 << 20)}"}`;
  const { transport } = await transportTo((response, request) => void response.end(bodyFor(request.url ?? '')));
  const paths = ['/v1/pets/1', '/v1/pets/2', '/v1/pets/3', '/v1/pets/4'];
  const replies = await Promise.all(paths.map((path) => transport.send(get(path), METADATA)));
  for (const [index, path] of paths.entries()) {
    expect(replies[index]?.json).toMatchObject({ ok: true, value: { id: index + 1 } });
    const sha256 = createHash('sha256').update(bodyFor(path)).digest('hex');
    expect(replies[index]?.exchange.response?.cut).toMatchObject({ sha256 });
  }
});
