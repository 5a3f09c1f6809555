import { connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { runSuite } from '../../harness/engine/run.ts';
import { resolveSettings } from '../../harness/settings/settings.ts';
import { startReference } from '../../reference/server.ts';
import { petStore } from '../../suites/index.ts';
import { served } from '../harness/servers.ts';
import { idsWith } from '../harness/simulated.ts';
import { API_KEY } from './servers.ts';

test('a service whose only worker stays with a connection is asked over one at a time', async () => {
  const reference = await startReference({ apiKey: API_KEY });
  const waiting: Socket[] = [];
  let isBusy = false;
  const serveNext = () => {
    const socket = isBusy ? undefined : waiting.shift();
    if (!socket) return;
    isBusy = true;
    const inner = connect(Number(new URL(reference.baseUrl).port), '127.0.0.1');
    inner.on('error', () => socket.destroy());
    socket.on('error', () => inner.destroy());
    socket.pipe(inner).pipe(socket);
    socket.on('close', () => {
      isBusy = false;
      inner.destroy();
      serveNext();
    });
  };
  const worker = createServer({ pauseOnConnect: true }, (socket) => {
    waiting.push(socket);
    serveNext();
  });
  const baseUrl = `${await served(worker)}/v1`;
  const settings = { ...resolveSettings(new Map(), {}, ''), baseUrl, apiKey: API_KEY, runId: 'testrun', seed: 1 };
  const { report } = await runSuite({ ...settings, timeoutMs: 800, consistencyWindowMs: 50 }, petStore);
  await reference.close();
  expect(idsWith(report, 'fail', 'warn', 'inconclusive')).toEqual([]);
  expect(report.exitCode).toBe(0);
});

test('a service that takes eight connections and closes any other at once fails nothing', async () => {
  const reference = await startReference({ apiKey: API_KEY });
  const front = createServer((socket) => {
    const inner = connect(Number(new URL(reference.baseUrl).port), '127.0.0.1');
    inner.on('error', () => socket.destroy());
    socket.on('error', () => inner.destroy());
    socket.on('close', () => inner.destroy());
    socket.pipe(inner).pipe(socket);
  });
  front.maxConnections = 8;
  const baseUrl = `${await served(front)}/v1`;
  const settings = { ...resolveSettings(new Map(), {}, ''), baseUrl, apiKey: API_KEY, runId: 'testrun', seed: 1 };
  const { report } = await runSuite({ ...settings, consistencyWindowMs: 50 }, petStore);
  await reference.close();
  expect(idsWith(report, 'fail', 'warn')).toEqual([]);
  // A connection that is closed each time that too many are open is an interruption, and those are counted.
  expect([0, 4]).toContain(report.exitCode);
});

const CRASHES = [
  'token-beyond-ascii-crashes',
  'category-beyond-int64-crashes',
  'status-object-crashes',
  'null-body-crashes',
  'emoji-crashes',
];

test('a close after a 500, which nobody announces, is no interruption', async () => {
  const reference = await startReference({ apiKey: API_KEY, faults: CRASHES });
  let closes = 0;
  const front = createServer((socket) => {
    const inner = connect(Number(new URL(reference.baseUrl).port), '127.0.0.1');
    inner.on('error', () => socket.destroy());
    socket.on('error', () => inner.destroy());
    socket.on('close', () => inner.destroy());
    socket.pipe(inner);
    inner.on('data', (bytes) => {
      socket.write(bytes);
      if (!bytes.subarray(0, 12).equals(Buffer.from('HTTP/1.1 500'))) return;
      closes += 1;
      // As uvicorn does after an exception. The next request is on its way by then.
      setTimeout(() => socket.destroySoon(), 5);
    });
  });
  const baseUrl = `${await served(front)}/v1`;
  const settings = { ...resolveSettings(new Map(), {}, ''), baseUrl, apiKey: API_KEY, runId: 'testrun', seed: 1 };
  const { report } = await runSuite({ ...settings, consistencyWindowMs: 50 }, petStore);
  await reference.close();
  expect(closes).toBeGreaterThan(10);
  expect(report.run.interruptions ?? []).toEqual([]);
  expect(report.exitCode).toBe(1);
});

test('bytes that no request asked for are one violation, and nobody else gets them as an answer', async () => {
  const reference = await startReference({ apiKey: API_KEY });
  const front = createServer((socket) => {
    const inner = connect(Number(new URL(reference.baseUrl).port), '127.0.0.1');
    inner.on('error', () => socket.destroy());
    socket.on('error', () => inner.destroy());
    socket.on('close', () => inner.destroy());
    socket.pipe(inner);
    // Its body is longer than its Content-Length.
    inner.on('data', (bytes) => socket.write(Buffer.concat([bytes, Buffer.from('}')])));
  });
  const baseUrl = `${await served(front)}/v1`;
  const settings = { ...resolveSettings(new Map(), {}, ''), baseUrl, apiKey: API_KEY, runId: 'testrun', seed: 1 };
  const only = ['auth.missing.listPets', 'get.unknown', 'body.json'];
  const { report } = await runSuite({ ...settings, only, consistencyWindowMs: 50 }, petStore);
  await reference.close();
  expect(idsWith(report, 'fail')).toEqual(['body.json']);
  expect(report.results.find(({ id }) => id === 'body.json')?.violations?.[0]?.actual).toContain(
    'no request asked for',
  );
});
