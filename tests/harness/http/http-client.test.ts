import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HttpClient, type WireAnswer, type WireRequest } from '../../../harness/http/http-client.ts';
import { deadOrigin, pourForEver, serveHttp, serveRaw, serveText } from '../servers.ts';

const TIMEOUT_MS = 250;
const GET: WireRequest = { method: 'GET', path: '/v1/pets', headers: [] };
const never = new AbortController().signal;

function clientFor(origin: string, timeoutMs = TIMEOUT_MS): HttpClient<string> {
  const client = new HttpClient({ receive: String, origin, connections: 2, timeoutMs });
  onTestFinished(() => client.close());
  return client;
}

async function ask(origin: string, timeoutMs?: number): Promise<WireAnswer<string>> {
  return clientFor(origin, timeoutMs).send(GET, never);
}

function failureOf(answer: WireAnswer<string>) {
  return 'failure' in answer ? answer.failure : undefined;
}

function unreadableOf(answer: WireAnswer<string>) {
  return 'failure' in answer ? undefined : answer.unreadable;
}

function bodyOf(answer: WireAnswer<string>): string {
  return 'body' in answer ? answer.body : `failure: ${answer.failure.kind}`;
}

/** Sends a piece again and again for as long as somebody listens. */
function drip(socket: Socket, piece: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(piece), everyMs);
  socket.on('close', () => clearInterval(timer));
}

describe('a failure has a name', () => {
  test('refused: nobody listens', async () => {
    expect(failureOf(await ask(await deadOrigin()))?.kind).toBe('refused');
  });

  test('reset: the connection ends as soon as it is there', async () => {
    const origin = await serveRaw((socket) => socket.resetAndDestroy());
    expect(failureOf(await ask(origin))?.kind).toBe('reset');
  });

  test('reset: the connection ends after the request, or in the middle of the body', async () => {
    const silent = await serveRaw((socket) => socket.on('data', () => socket.end()));
    expect(failureOf(await ask(silent))?.kind).toBe('reset');
    const broken = await serveRaw((socket) =>
      socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n[{"id":')),
    );
    expect(unreadableOf(await ask(broken))?.kind).toBe('reset');
  });

  test('timeout: not one byte of an answer', async () => {
    const start = performance.now();
    const failure = failureOf(await ask(await serveRaw(() => undefined)));
    expect(failure).toEqual({ kind: 'timeout', message: 'no complete response within 0.25 s' });
    expect(performance.now() - start).toBeLessThan(TIMEOUT_MS + 3_000);
  });

  test.each([
    ['head', 'HTTP/1.1 200 OK\r\nx-slow: '],
    ['body', 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n'],
  ])('timeout: a byte now and then in the %s, for ever', async (_where, beginning) => {
    const origin = await serveRaw((socket) =>
      socket.once('data', () => {
        socket.write(beginning);
        drip(socket, 'x', 50);
      }),
    );
    const start = performance.now();
    expect(failureOf(await ask(origin))?.kind).toBe('timeout');
    expect(performance.now() - start).toBeLessThan(TIMEOUT_MS + 3_000);
  });

  test('oversized: a body without end', async () => {
    const origin = await serveHttp((_request, response) => pourForEver(response));
    const failure = unreadableOf(await ask(origin, 10_000));
    expect(failure).toEqual({ kind: 'oversized', message: 'the response body is larger than 16777216 bytes' });
  });

  test('oversized: a body of nothing but brackets, which takes many times its length in memory', async () => {
    const origin = await serveHttp((_request, response) => void response.end(`[${'{},'.repeat(400_000)}{}]`));
    const message = 'the response body has more than 500000 brackets and commas';
    expect(unreadableOf(await ask(origin, 10_000))).toEqual({ kind: 'oversized', message });
    const text = JSON.stringify('[{,'.repeat(400_000));
    const harmless = await serveHttp((_request, response) => void response.end(text));
    expect(bodyOf(await ask(harmless, 10_000))).toBe(text);
  });

  test('oversized-headers: a header section without measure', async () => {
    const origin = await serveText(`HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(200_000)}\r\n\r\n`);
    const message = 'the response headers are larger than 65536 bytes';
    expect(failureOf(await ask(origin, 5000))).toEqual({ kind: 'oversized-headers', message });
  });

  test('oversized: a small body that unpacks to a large one', async () => {
    const bomb = gzipSync(Buffer.alloc(64 << 20));
    const origin = await serveHttp((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    expect(unreadableOf(await ask(origin, 5000))?.kind).toBe('oversized');
  });

  test('invalid-http: something else than HTTP', async () => {
    for (const text of ['SSH-2.0-OpenSSH_9.6\r\n', 'HTTP/1.1 abc\r\n\r\n', '\u0000\u0001\u0002\u0003 binary']) {
      expect(failureOf(await ask(await serveText(text)))?.kind).toBe('invalid-http');
    }
  });

  test('https-on-http: https where plain http is spoken', async () => {
    const origin = await serveHttp((_request, response) => response.end('[]'));
    expect(failureOf(await ask(origin.replace('http:', 'https:'), 10_000))?.kind).toBe('https-on-http');
  });

  test('interrupted: the caller gave up, before or while waiting', async () => {
    const client = clientFor(await serveRaw(() => undefined), 5000);
    const interrupt = new AbortController();
    const waiting = client.send(GET, interrupt.signal);
    setTimeout(() => interrupt.abort(), 20);
    expect(failureOf(await waiting)?.kind).toBe('interrupted');
    expect(failureOf(await client.send(GET, interrupt.signal))?.kind).toBe('interrupted');
  });

  test('and the next request is answered all the same', async () => {
    let first = true;
    const origin = await serveHttp((_request, response) => {
      if (first) response.destroy();
      else response.end('[]');
      first = false;
    });
    const client = clientFor(origin);
    expect(failureOf(await client.send(GET, never))?.kind).toBe('reset');
    expect(bodyOf(await client.send(GET, never))).toBe('[]');
  });
});

describe('an answer', () => {
  test('that redirects is given as it is, and nobody else is asked', async () => {
    let elsewhere = 0;
    const other = await serveHttp((_request, response) => {
      elsewhere += 1;
      response.end('[]');
    });
    const origin = await serveHttp((_request, response) => {
      response.writeHead(302, { location: `${other}/v1/pets` }).end();
    });
    const answer = await ask(origin);
    expect(answer).toMatchObject({ status: 302 });
    expect('headers' in answer && answer.headers).toContainEqual(['location', `${other}/v1/pets`]);
    expect(elsewhere).toBe(0);
  });

  test.each([
    ['gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('packed as %s without being asked for is unpacked', async (encoding, pack) => {
    const origin = await serveHttp((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(pack('[{"id":1}]'));
    });
    expect(bodyOf(await ask(origin))).toBe('[{"id":1}]');
  });

  test('that only claims to be packed is given as it came', async () => {
    const origin = await serveHttp((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('[]');
    });
    expect(bodyOf(await ask(origin))).toBe('[]');
  });

  test('keeps its headers in order, in their own case, repeated ones too', async () => {
    const origin = await serveText(
      'HTTP/1.1 200 OK\r\nX-Two: 1\r\nx-two: 2\r\nX-Name: \xe9\r\nContent-Length: 0\r\n\r\n',
    );
    const answer = await ask(origin);
    expect('headers' in answer && answer.headers).toEqual([
      ['X-Two', '1'],
      ['x-two', '2'],
      ['X-Name', 'é'],
      ['Content-Length', '0'],
    ]);
  });
});

describe('a request goes out', () => {
  async function wireOf(request: WireRequest): Promise<string> {
    let wire = '';
    const origin = await serveRaw((socket) =>
      socket.on('data', (data) => {
        wire += data.toString('utf8');
        socket.end('HTTP/1.1 204 No Content\r\n\r\n');
      }),
    );
    await clientFor(origin).send(request, never);
    return wire;
  }

  test('with its path as it stands: dots, escapes, doubled slashes', async () => {
    const path = '/v1/../v1//pets/%2e%2E/%00?limit=%F0%9F%90%88&limit=1&x=%zz';
    expect(await wireOf({ ...GET, path })).toMatch(
      /^GET \/v1\/\.\.\/v1\/\/pets\/%2e%2E\/%00\?limit=%F0%9F%90%88&limit=1&x=%zz HTTP/,
    );
  });

  test('with its headers and its body exactly, and with none that nobody asked for', async () => {
    const headers = [
      ['Authorization', 'Bearer  two  spaces'],
      ['X-Api-KEY', 'a'],
      ['x-api-key', ''],
      ['Content-Type', 'application/json'],
    ] as const;
    const wire = await wireOf({ method: 'POST', path: '/v1/pets', headers, body: '{"name":"Zoë 🐈"}' });
    const [head = '', body] = wire.split('\r\n\r\n');
    const lines = head.split('\r\n').slice(1);
    for (const [name, value] of headers) expect(lines).toContain(`${name}: ${value}`);
    expect(lines).toContain('content-length: 20');
    expect(body).toBe('{"name":"Zoë 🐈"}');
    const added = lines.map((line) => line.split(':')[0]).filter((name) => !headers.some(([given]) => given === name));
    expect(added.sort()).toEqual(['connection', 'content-length', 'host']);
  });

  test('without a body where there is none, and with an empty one where that is meant', async () => {
    expect(await wireOf(GET)).not.toMatch(/content-length|transfer-encoding/i);
    expect(await wireOf({ ...GET, method: 'POST', body: '' })).toMatch(/\r\ncontent-length: 0\r\n/);
  });
});

test('no more connections are open than it was given', async () => {
  const sockets = new Set<Socket>();
  const origin = await serveHttp((request, response) => {
    sockets.add(request.socket);
    setTimeout(() => response.end('[]'), 10);
  });
  const client = clientFor(origin, 5000);
  const answers = await Promise.all(Array.from({ length: 8 }, () => client.send(GET, never)));
  expect(answers.map(bodyOf)).toEqual(Array.from({ length: 8 }, () => '[]'));
  expect(sockets.size).toBe(2);
});

describe('a client that only reads', () => {
  const readOnlyClient = async () => {
    const seen: (string | undefined)[] = [];
    const origin = await serveHttp((request, response) => {
      seen.push(request.method);
      response.end('[]');
    });
    const client = new HttpClient({ receive: String, origin, connections: 2, timeoutMs: 10_000, readOnly: true });
    onTestFinished(() => client.close());
    return { client, seen };
  };

  test.each([
    { ...GET, method: 'POST', body: '{}' },
    { ...GET, method: 'POST' },
    { ...GET, method: 'PUT', body: '{}' },
    { ...GET, method: 'PATCH' },
    { ...GET, method: 'DELETE' },
    { ...GET, body: '{}' },
    { ...GET, body: '' },
  ])('fails rather than send $method with body $body', async (request) => {
    const { client, seen } = await readOnlyClient();
    const sentence = `A read-only run was about to send ${request.method} /v1/pets.`;
    await expect(client.send(request, never)).rejects.toThrow(sentence);
    expect(seen).toEqual([]);
  });

  test('sends what no server may take for a creation', async () => {
    const { client, seen } = await readOnlyClient();
    for (const method of ['GET', 'HEAD', 'OPTIONS']) await client.send({ ...GET, method }, never);
    expect(seen).toEqual(['GET', 'HEAD', 'OPTIONS']);
  });
});
