import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RunSettings } from '../../harness/run/context.ts';
import { runInline } from '../../harness/run/run-inline.ts';
import { startReference } from '../../reference/server.ts';
import { petStore } from '../../suites/index.ts';
import { deadOrigin, pourForEver, serveHttp, serveRaw, serveText } from '../harness/servers.ts';
import { settingsFor, TEST_KEY } from '../support.ts';

const TIMEOUT_MS = 300;
/** Far less than if every check waited, also on a slow machine. */
const SOON_MS = 20_000;

/** The whole suite against this origin, which is expected to leave it at the preflight. */
async function diagnosisOf(origin: string, changes: Partial<RunSettings> = {}): Promise<string> {
  const baseUrl = `${origin}/v1`;
  const start = performance.now();
  const report = await runInline(settingsFor(baseUrl, { timeoutMs: TIMEOUT_MS, ...changes }), petStore);
  expect(performance.now() - start).toBeLessThan(SOON_MS);
  expect({ verdict: report.verdict, exitCode: report.exitCode }).toEqual({ verdict: 'untested', exitCode: 3 });
  expect(report.results).toEqual([]);
  expect(report.run.requests).toBeLessThan(20);
  expect(report.diagnosis).toMatch(/^[^\n]{20,250}[.?]$/);
  expect(report.diagnosis).toContain(baseUrl);
  return report.diagnosis ?? '';
}

/** Gives every request the same answer. */
function serveAlways(status: number, headers: Readonly<Record<string, string>> = {}, body = ''): Promise<string> {
  return serveHttp((request, response) => {
    request.resume();
    response.writeHead(status, headers).end(body);
  });
}

function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 40);
  socket.on('close', () => clearInterval(timer));
}

const HTML = { 'content-type': 'text/html' };
const PAGE = '<!doctype html><title>Welcome</title>';
const JSON_TYPE = { 'content-type': 'application/json' };
const errorWith = (status: number) => JSON.stringify({ code: 'x', message: 'y', status });

describe('no answer at all', () => {
  test('nobody listens', async () => {
    const origin = await deadOrigin();
    expect(await diagnosisOf(origin)).toContain(`Nothing listens at ${origin}/v1: the connection was refused (`);
  });

  test('every connection is reset as soon as it is there', async () => {
    const origin = await serveRaw((socket) => socket.resetAndDestroy());
    expect(await diagnosisOf(origin)).toContain(`${origin}/v1 closes the connection without a response.`);
  });

  test('no request is ever answered', async () => {
    const origin = await serveRaw(() => undefined);
    expect(await diagnosisOf(origin)).toContain(`${origin}/v1 gives no complete response within 0.3 s.`);
  });

  test('every answer comes in drips, and never to its end', async () => {
    const origin = await serveRaw((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99999\r\n\r\n[');
        drip(socket, ' ');
      }),
    );
    expect(await diagnosisOf(origin)).toContain(`${origin}/v1 gives no complete response within 0.3 s.`);
  });

  test('every answer is endless', async () => {
    const origin = await serveHttp((_request, response) => pourForEver(response));
    expect(await diagnosisOf(origin)).toMatch(
      new RegExp(`^${origin}/v1 (answers GET /pets with something far too large|gives no complete response)`),
    );
  });

  test('the answer is not HTTP', async () => {
    const origin = await serveText('SSH-2.0-OpenSSH_9.6\r\n');
    expect(await diagnosisOf(origin)).toContain(`${origin}/v1 does not answer with HTTP`);
  });

  test('the headers of every answer are oversized', async () => {
    const origin = await serveText(`HTTP/1.1 200 OK\r\nset-cookie: ${'x'.repeat(100_000)}\r\n\r\n`);
    expect(await diagnosisOf(origin, { timeoutMs: 10_000 })).toContain(
      `${origin}/v1 answers GET /pets with oversized headers: the response headers are larger than 65536 bytes.`,
    );
  });

  test('plain HTTP is spoken where TLS is expected', async () => {
    const origin = (await serveAlways(200)).replace('http:', 'https:');
    expect(await diagnosisOf(origin, { timeoutMs: 10_000 })).toContain(`${origin}/v1 expects plain HTTP but got TLS.`);
  });
});

describe('something else than the interface', () => {
  test('a web page with 200', async () => {
    const origin = await serveAlways(200, HTML, PAGE);
    expect(await diagnosisOf(origin)).toBe(
      `${origin}/v1 answers GET /pets with a web page: this is not the Pet Store interface. Check the base URL.`,
    );
  });

  test('a web page with 404', async () => {
    const origin = await serveAlways(404, HTML, PAGE);
    expect(await diagnosisOf(origin)).toContain(
      `${origin}/v1 has no /pets (404): this is not the Pet Store interface.`,
    );
  });

  test.each([
    ['/v1/pets', '/v1'],
    ['/v1/pets/', '/v1'],
    ['/api/v1/pets', '/api/v1'],
  ])('the path of the list, %s, as base URL', async (path, shorter) => {
    const server = await startReference({ apiKey: TEST_KEY });
    onTestFinished(() => server.close());
    const { origin } = new URL(server.baseUrl);
    const report = await runInline(settingsFor(`${origin}${path.replace(/\/$/, '')}`), petStore);
    expect(report.exitCode).toBe(3);
    expect(report.diagnosis).toContain(`which the suite adds itself: give ${origin}${shorter} as base URL.`);
  });

  test('an Error with 404 to everything', async () => {
    const origin = await serveAlways(404, JSON_TYPE, errorWith(404));
    expect(await diagnosisOf(origin)).toContain(`${origin}/v1 has no /pets (404)`);
  });

  test('a redirect', async () => {
    const origin = await serveAlways(301, { location: 'https://shop.test/v1/pets' });
    const diagnosis = await diagnosisOf(origin);
    expect(diagnosis).toContain(`${origin}/v1 redirects to https://shop.test/v1,`);
    expect(diagnosis).toContain('redirects are not followed');
  });

  test('empty bodies with 200', async () => {
    const origin = await serveAlways(200);
    expect(await diagnosisOf(origin)).toContain(`${origin}/v1 answers GET /pets with status 200 and no body`);
  });

  test('text that is not JSON, with 200', async () => {
    const origin = await serveAlways(200, { 'content-type': 'text/plain' }, 'It works!');
    expect(await diagnosisOf(origin)).toContain(`${origin}/v1 answers GET /pets with text/plain that is not JSON`);
  });
});

describe('nothing but refusals', () => {
  test.each([401, 403])('%i to everything', async (status) => {
    const origin = await serveAlways(status, JSON_TYPE, errorWith(status));
    expect(await diagnosisOf(origin)).toBe(
      `${origin}/v1 refuses the API key on every operation (${status}). Check PETSTORE_API_KEY.`,
    );
  });

  test.each([502, 503, 504])('%i to everything', async (status) => {
    const origin = await serveAlways(status, HTML, PAGE);
    const diagnosis = await diagnosisOf(origin, { maxWaitMs: 300 });
    expect(diagnosis).toContain(`answers ${status} to everything: the gateway is there, the service behind it is not.`);
  });

  test.each([
    [429, {}, 'kept answering 429 (rate limit) for 0.3 s'],
    [429, { 'retry-after': '0' }, 'kept answering 429 (rate limit) for 0.3 s'],
    [
      503,
      { 'retry-after': '1' },
      'answers 503 (rate limit) and asks to wait 1 s, longer than --max-wait allows (0.3 s).',
    ],
  ])('%i for ever, with %o', async (status, headers, sentence) => {
    const origin = await serveAlways(status, headers, errorWith(status));
    const diagnosis = await diagnosisOf(origin, { maxWaitMs: 300 });
    expect(diagnosis).toContain(sentence);
    expect(diagnosis).toContain('--max-wait');
  });

  test('a rate limit that asks for eleven days', async () => {
    const origin = await serveAlways(429, { 'retry-after': '999999' }, errorWith(429));
    const diagnosis = await diagnosisOf(origin, { maxWaitMs: 30_000 });
    expect(diagnosis).toContain('asks to wait 999999 s, longer than --max-wait allows (30 s).');
  });
});
