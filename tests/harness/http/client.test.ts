import { getEventListeners } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openWire, type WireOptions } from '../../../harness/http/wire/client.ts';
import type { Connection, WireAnswer, WireRequest } from '../../../harness/model/wire.ts';
import { deadOrigin, pourForEver, serveHttp, serveRaw, serveText } from '../servers.ts';

const GET: WireRequest = { method: 'GET', path: '/v1/pets', headers: [] };
const never = new AbortController().signal;
const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]';

function wireTo(baseUrl: string, options: Partial<WireOptions> = {}) {
  const wire = openWire({ baseUrl, concurrency: 2, timeoutMs: 5_000, ...options });
  onTestFinished(() => wire.close());
  return wire;
}

async function ask(origin: string, timeoutMs = 5_000, request = GET): Promise<WireAnswer> {
  const [only] = await wireTo(origin, { timeoutMs }).send(request, undefined, never);
  if (only === undefined) throw new Error('There is no answer.');
  return only.answer;
}

const headersOf = (lines: string) =>
  lines.split('\r\n').map((line) => line.split(/: ?(.*)/).slice(0, 2) as [string, string]);
const kindOf = (answer: WireAnswer) => ('failure' in answer ? answer.failure.kind : answer.unreadable?.kind);
const textOf = (answer: WireAnswer) =>
  'failure' in answer ? answer.failure.kind : Buffer.from(answer.body).toString();

describe('a failure has a name', () => {
  test('refused: nothing listens', async () => {
    expect(kindOf(await ask(await deadOrigin()))).toBe('refused');
  });

  test.each<[string, (socket: Socket) => void]>([
    ['at once', (socket) => socket.resetAndDestroy()],
    ['after the request', (socket) => socket.on('data', () => socket.end())],
    ['in the body', (socket) => socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n[{'))],
    ['in the head', (socket) => socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nx-half: '))],
  ])('reset: the connection ends %s', async (_when, onConnection) => {
    expect(kindOf(await ask(await serveRaw(onConnection)))).toMatch(/^(reset|invalid-http)$/);
  });

  test.each([
    ['nothing', '', ''],
    ['a byte now and then in the head', 'HTTP/1.1 200 OK\r\nx-slow: ', ' '],
    ['a byte now and then in the body', 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n', ' '],
    ['a 100 Continue now and then', 'HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['half a 100 Continue now and then', 'HTTP/1.1 100 Con', 'tinue\r\n\r\nHTTP/1.1 100 Con'],
    ['a few letters of a 100 Continue now and then', 'HTTP', '/1.1 100 Continue\r\n\r\nHTTP'],
  ])('timeout: the server sends %s', async (_what, beginning, piece) => {
    const origin = await serveRaw((socket) => {
      socket.once('data', () => {
        socket.write(beginning);
        const timer = setInterval(() => socket.write(piece), 50);
        socket.on('close', () => clearInterval(timer));
      });
    });
    const failure = { kind: 'timeout', message: 'no complete response within 0.25 s' };
    expect(await ask(origin, 250)).toEqual({ failure });
  });

  test('timeout: a handshake does not end, or a request waits for a connection', async () => {
    const failure = { kind: 'timeout', message: 'no complete response within 0.25 s' };
    const silent = await serveRaw(() => undefined);
    expect(await ask(silent.replace('http:', 'https:'), 250)).toEqual({ failure });
    const wire = wireTo(silent, { concurrency: 1, timeoutMs: 250 });
    const answers = await Promise.all([wire.send(GET, undefined, never), wire.send(GET, undefined, never)]);
    expect(answers.flat().map(({ answer }) => kindOf(answer))).toEqual(['timeout', 'timeout']);
  });

  test('interrupted: before it is sent, or while it waits', async () => {
    let requests = 0;
    const interrupt = new AbortController();
    const origin = await serveRaw((socket) => {
      socket.on('data', () => {
        requests += 1;
        interrupt.abort();
      });
    });
    const wire = wireTo(origin);
    const [waiting] = await wire.send(GET, undefined, interrupt.signal);
    const [late] = await wire.send(GET, undefined, interrupt.signal);
    const answer = { failure: { kind: 'interrupted', message: 'the run was interrupted' } };
    expect([waiting?.answer, late?.answer, requests]).toEqual([answer, answer, 1]);
  });

  test('oversized: a body without end is not read further, and its connection is closed', async () => {
    const sockets: Socket[] = [];
    const origin = await serveHttp((request, response) => {
      sockets.push(request.socket);
      pourForEver(response);
    });
    const answer = await ask(origin);
    const unreadable = { kind: 'oversized', message: 'the response body is larger than 2 MB' };
    expect(answer).toMatchObject({ status: 200, unreadable });
    expect('body' in answer && answer.body.length).toBeLessThan(3_000_000);
    await expect.poll(() => sockets[0]?.destroyed).toBe(true);
  });

  test('oversized: a small body decompresses to a large one', async () => {
    const bomb = gzipSync(Buffer.alloc(64 << 20));
    const origin = await serveHttp((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    expect(kindOf(await ask(origin))).toBe('oversized');
  });

  test('oversized-headers', async () => {
    const origin = await serveText(`HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(200_000)}\r\n\r\n`);
    expect(kindOf(await ask(origin))).toBe('oversized-headers');
  });

  test.each(['SSH-2.0-OpenSSH_9.6\r\n', 'HTTP/1.1 abc\r\n\r\n', '\u0000\u0001\u0002 binary'])(
    'invalid-http: %j',
    async (text) => {
      expect(kindOf(await ask(await serveText(text)))).toBe('invalid-http');
    },
  );

  test('and the next request is answered all the same', async () => {
    const origin = await serveHttp((request, response) => {
      if (request.url === '/') response.destroy();
      else response.end('[]');
    });
    const wire = wireTo(origin);
    await wire.send({ ...GET, path: '/' }, undefined, never);
    expect(await wire.send(GET, undefined, never)).toMatchObject([{ answer: { status: 200 } }]);
  });
});

describe('an answer', () => {
  test('that redirects is returned as it is', async () => {
    const origin = await serveHttp(
      (_request, response) => void response.writeHead(302, { location: '/x' }).end('moved'),
    );
    expect(await ask(origin)).toMatchObject({ status: 302, headers: expect.arrayContaining([['location', '/x']]) });
  });

  test.each([
    ['100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['100 Continue behind another', 'HTTP/1.1 102 Processing\r\nx-why: 1\r\n\r\nHTTP/1.1 100 \r\n\r\n'],
    ['103 Early Hints', 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'],
  ])('after an unasked %s is the answer, at once or later, on one connection', async (_name, first) => {
    const origin = await serveRaw((socket) => {
      socket.on('data', (data) => {
        if (data.includes('/together')) return void socket.write(first + OK);
        socket.write(first);
        setTimeout(() => socket.write(OK), 30);
      });
    });
    const answers = await wireTo(origin).send(GET, { after: { ...GET, path: '/together' } }, never);
    expect(answers.map(({ answer }) => textOf(answer))).toEqual(['[]', '[]']);
  });

  test.each([
    ['length', 'Content-Length:\t2 \t\r\n\r\n[]'],
    ['coding', 'Transfer-Encoding: \t chunked\t\r\n\r\n2\r\n[]\r\n0\r\n\r\n'],
    ['type', 'Content-Type:\t a/b \t \r\nContent-Length: 2\r\n\r\n[]'],
  ])('may have blanks and tabs around its %s', async (_what, rest) => {
    const answer = await ask(await serveText(`HTTP/1.1 200 OK\r\n${rest}`));
    expect(textOf(answer)).toBe('[]');
    expect('headers' in answer && answer.headers[0]?.[1]).toMatch(/^(2|chunked|a\/b)$/);
  });

  test('keeps its headers in order, in their own case, repeated ones too', async () => {
    const head = 'X-Two: 1\r\nx-two: 2\r\nX-Empty:\r\nX-Name: \xe9\r\nContent-Length: 0';
    const answer = await ask(await serveText(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`));
    expect('headers' in answer && answer.headers).toEqual(headersOf(head));
  });

  const askInCoding = async (encoding: string, body: Uint8Array) =>
    ask(
      await serveHttp((_request, response) => {
        response.writeHead(200, { 'content-encoding': encoding }).end(body);
      }),
    );

  test.each([
    ['gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['deflate, gzip', (bytes: Buffer) => gzipSync(deflateSync(bytes))],
    ['identity', Buffer.from],
    ['utf-8', Buffer.from],
    ['', Buffer.from],
  ] as const)('in the coding %s is decoded', async (encoding, write) => {
    expect(textOf(await askInCoding(encoding, write(Buffer.from('[{"id":1}]'))))).toBe('[{"id":1}]');
  });

  test.each([
    ['gzip', Buffer.from],
    ['gzip', (bytes: Buffer) => gzipSync(bytes).subarray(0, -10)],
    ['deflate', gzipSync],
    ['br', gzipSync],
    ['gzip', (bytes: Buffer) => gzipSync(gzipSync(bytes))],
    ['identity', gzipSync],
    ['gzip,gzip,gzip,gzip,gzip', gzipSync],
  ] as const)('that is not in its coding %s is kept as it is', async (encoding, write) => {
    const body = write(Buffer.from('[{"id":1}]'));
    const answer = await askInCoding(encoding, body);
    expect(answer).toMatchObject({ status: 200, unreadable: { kind: 'undecodable' } });
    expect('body' in answer && Buffer.from(answer.body)).toEqual(Buffer.from(body));
  });

  const LENGTHS = [
    ['shorter than the body', -4, 'undecodable'],
    ['that of the text', 9, 'reset'],
  ] as const;

  test.each(LENGTHS)('in gzip with a length %s does not spoil the next one', async (_what, more, kind) => {
    const body = gzipSync(Buffer.from('[]'));
    const isFirst = [true];
    const origin = await serveRaw((socket) =>
      socket.on('data', () => {
        const length = body.length + (isFirst.pop() ? more : 0);
        const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${length}\r\n\r\n`;
        socket.write(Buffer.concat([Buffer.from(head), body]));
        if (length > body.length) socket.end();
      }),
    );
    const wire = wireTo(origin);
    const [first] = await wire.send(GET, undefined, never);
    expect(first?.answer).toMatchObject({ status: 200, unreadable: { kind } });
    const [next] = await wire.send(GET, undefined, never);
    expect(next && textOf(next.answer)).toBe('[]');
  });

  test('without bytes has no coding to undo', async () => {
    expect(await askInCoding('gzip', Buffer.alloc(0))).not.toHaveProperty('unreadable');
  });
});

describe('a request is sent', () => {
  async function wireOf(request: WireRequest, network: Partial<WireOptions> = {}): Promise<string> {
    let text = '';
    const origin = await serveRaw((socket) =>
      socket.on('data', (data) => {
        text += data.toString('latin1');
        const end = /transfer-encoding/i.test(text) ? /\r\n0\r\n\r\n$/ : /\r\n\r\n$|\}$/;
        if (end.test(text)) socket.end('HTTP/1.1 204 No Content\r\n\r\n');
      }),
    );
    await wireTo(origin, network).send(request, undefined, never);
    return text;
  }

  test('with its path, headers and body as they are, and with no other header', async () => {
    const path = '/v1/../v1//pets/%2e%2E/%00?limit=%F0%9F%90%88&limit=1&x=%zz';
    const given = ['Authorization: Bearer  two  spaces', 'X-Key: a', 'X-Key: b', 'x-key: \xe9'];
    const headers = headersOf(given.join('\r\n'));
    const text = await wireOf({ method: 'POST', path, headers, body: '{"name":"Zoë"}' });
    const [head = '', body = ''] = text.split('\r\n\r\n');
    const [first, ...lines] = head.split('\r\n');
    expect(first).toBe(`POST ${path} HTTP/1.1`);
    expect(Buffer.from(body, 'latin1').toString()).toBe('{"name":"Zoë"}');
    expect(lines.filter((line) => given.includes(line))).toEqual(given);
    const names = lines.filter((line) => !given.includes(line)).map((line) => line.split(':')[0]);
    expect(names.toSorted()).toEqual(['connection', 'content-length', 'host']);
  });

  test('without a body where there is none, and chunked in two pieces where it is cut', async () => {
    expect(await wireOf(GET)).not.toMatch(/content-length|transfer-encoding/i);
    const cut = await wireOf({ ...GET, method: 'POST', body: '{"name":"é"}', cutAt: 10 });
    expect(cut).toContain('\r\ntransfer-encoding: chunked\r\n');
    expect(cut).toContain('\r\n\r\na\r\n{"name":"\xc3\r\n3\r\n\xa9"}\r\n0\r\n\r\n');
  });

  const EARLY = 'HTTP/1.1 401 X\r\ncontent-length: 2\r\n\r\n{}';
  const PIECES = { ...GET, method: 'POST', body: '{"name":"é"}', cutAt: 10 };

  test('in pieces to the end, also if the answer comes before the second one', async () => {
    let text = '';
    const origin = await serveRaw((socket) => {
      socket.on('data', (data) => {
        if (text === '') socket.write(EARLY);
        text += data.toString('latin1');
      });
    });
    expect(textOf(await ask(origin, 5_000, PIECES))).toBe('{}');
    await expect.poll(() => text).toContain('\xa9"}\r\n0\r\n\r\n');
  });

  test('in pieces until the server closes: what it said is the answer', async () => {
    const origin = await serveRaw((socket) => void socket.once('data', () => socket.end(EARLY)));
    for (let time = 0; time < 5; time += 1) expect(textOf(await ask(origin, 5_000, PIECES))).toBe('{}');
  });

  test('over a connection that breaks: only one that was used before is stale', async () => {
    let requests = 0;
    const origin = await serveRaw((socket) => {
      socket.on('data', () => {
        requests += 1;
        if (requests === 1) socket.write(OK);
        else socket.destroy();
      });
    });
    const wire = wireTo(origin, { concurrency: 1 });
    const failures: unknown[] = [];
    for (let time = 0; time < 3; time += 1) {
      const [timed] = await wire.send(GET, undefined, never);
      if (timed && 'failure' in timed.answer) failures.push([timed.answer.failure.kind, timed.answer.failure.isStale]);
    }
    expect(failures).toEqual([
      ['reset', true],
      ['reset', undefined],
    ]);
  });

  test.each([
    ['in the same packet', false],
    ['a moment later', true],
  ])('whose answer is followed by another one %s: no later request gets that', async (_when, isLater) => {
    const origin = await serveRaw((socket) => {
      socket.on('data', () => {
        const another = OK.replace('[]', '{}');
        socket.write(isLater ? OK : `${OK}${another}`);
        // Before any timer of the client can end.
        if (isLater) setImmediate(() => socket.write(another));
      });
    });
    const wire = wireTo(origin, { concurrency: 1 });
    const answers: unknown[] = [];
    for (let time = 0; time < 3; time += 1) {
      const [timed] = await wire.send(GET, undefined, never);
      if (timed) answers.push([textOf(timed.answer), kindOf(timed.answer)]);
      await delay(60);
    }
    // From then on each request has its own connection, and a moment shows what follows its answer.
    expect(answers).toEqual([
      ['[]', undefined],
      ['[]', 'invalid-http'],
      ['[]', 'invalid-http'],
    ]);
  });

  test('whose connection gets a 408 while nobody uses it: the next one goes over another connection', async () => {
    const connections: Socket[] = [];
    const origin = await serveRaw((socket) => {
      connections.push(socket);
      socket.on('data', () => socket.write(OK));
    });
    const wire = wireTo(origin, { concurrency: 1 });
    for (let time = 0; time < 2; time += 1) {
      for (let request = 0; request < 2; request += 1) {
        const [timed] = await wire.send(GET, undefined, never);
        expect(timed && kindOf(timed.answer)).toBeUndefined();
      }
      const idle = connections.at(-1);
      idle?.end('HTTP/1.1 408 Request Time-out\r\ncontent-length: 0\r\n\r\n');
      await expect.poll(() => idle?.closed).toBe(true);
    }
    // They are kept all the same.
    expect(connections).toHaveLength(2);
  });

  test('with the headers of the settings, and cookies as one', async () => {
    const headers = headersOf('X-Gate: open\r\nCookie: preview=1');
    const text = await wireOf({ ...GET, headers: [['cookie', 'key=2']] }, { headers });
    expect(text).toContain('\r\nX-Gate: open\r\n');
    expect(text.match(/^cookie: .*$/gim)).toEqual(['Cookie: key=2; preview=1']);
  });

  test.each([
    ['pooled', undefined, [1, 1]],
    ['new', 'new', [1, 2]],
    ['after another', { after: GET }, [1, 1, 2, 2]],
  ] as const)('over a connection that is %s', async (_name, connection: Connection | undefined, expected) => {
    const sockets = new Set<Socket>();
    const origin = await serveHttp((request, response) => {
      sockets.add(request.socket);
      response.end(String(sockets.size));
    });
    const wire = wireTo(origin, { concurrency: 1 });
    const answers = [...(await wire.send(GET, connection, never)), ...(await wire.send(GET, connection, never))];
    expect(answers.map(({ answer }) => Number(textOf(answer)))).toEqual(expected);
    const times = answers.flatMap(({ sentAt, answeredAt }) => [sentAt, answeredAt]);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(getEventListeners(never, 'abort')).toEqual([]);
  });
});

test('a read-only wire throws rather than send what a server may take for a creation', async () => {
  const seen: (string | undefined)[] = [];
  const origin = await serveHttp((request, response) => {
    seen.push(request.method);
    response.end('[]');
  });
  const wire = wireTo(origin, { readOnly: true });
  const refused = [
    { method: 'POST', body: '{}' },
    { method: 'PUT' },
    { method: 'DELETE' },
    { body: '{}' },
    { body: '' },
  ];
  for (const change of refused) {
    const request = { ...GET, ...change };
    const sentence = `A read-only run was about to send ${request.method} /v1/pets.`;
    await expect(wire.send(request, undefined, never)).rejects.toThrow(sentence);
    await expect(wire.send(GET, { after: request }, never)).rejects.toThrow(sentence);
  }
  for (const method of ['GET', 'HEAD', 'OPTIONS']) await wire.send({ ...GET, method }, undefined, never);
  expect(seen).toEqual(['GET', 'HEAD', 'OPTIONS']);
});
