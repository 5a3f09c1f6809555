import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { HttpClient, type WireAnswer } from '../../harness/http/http-client.ts';
import { serveRaw } from '../harness/servers.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const TIMEOUT_MS = 1_500;
/** Long after the deadline, also on a slow machine. */
const NEVER_MS = 20_000;

/** Collects garbage all the time until the test is over. */
function collectAllTheTime(): void {
  const timer = setInterval(collectGarbage, 25);
  onTestFinished(() => clearInterval(timer));
}

/** Answers with this beginning, and then with a byte every 100 ms for as long as somebody listens. */
function serveDrip(beginning: string): Promise<string> {
  return serveRaw((socket) => {
    socket.once('data', () => {
      socket.write(beginning);
      const timer = setInterval(() => socket.write(' '), 100);
      socket.on('close', () => clearInterval(timer));
    });
  });
}

function sendTo(origin: string, interrupt = new AbortController().signal): Promise<WireAnswer<string> | 'no end'> {
  const client = new HttpClient({ receive: String, origin, connections: 1, timeoutMs: TIMEOUT_MS });
  onTestFinished(() => client.close());
  const never = new Promise<'no end'>((resolve) => {
    const timer = setTimeout(() => resolve('no end'), NEVER_MS);
    onTestFinished(() => clearTimeout(timer));
  });
  return Promise.race([client.send({ method: 'GET', path: '/v1/pets', headers: [] }, interrupt), never]);
}

const TIMED_OUT = { failure: { kind: 'timeout', message: 'no complete response within 1.5 s' } };

test.each([
  ['a body with a length', 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n'],
  ['a body until the connection closes', 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n'],
  ['a head', 'HTTP/1.1 200 OK\r\nx-slow: '],
])('the deadline ends %s that drips, whatever the garbage collector does', async (_what, beginning) => {
  collectAllTheTime();
  expect(await sendTo(await serveDrip(beginning))).toEqual(TIMED_OUT);
});

test('an interruption ends a body that drips, whatever the garbage collector does', async () => {
  collectAllTheTime();
  const interrupt = new AbortController();
  const timer = setTimeout(() => interrupt.abort(), 300);
  onTestFinished(() => clearTimeout(timer));
  const answer = await sendTo(await serveDrip('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n'), interrupt.signal);
  expect(answer).toEqual({ failure: { kind: 'interrupted', message: 'the run was interrupted' } });
});

test('the deadline ends a request that waits for a connection', async () => {
  const origin = await serveRaw(() => undefined);
  const client = new HttpClient({ receive: String, origin, connections: 1, timeoutMs: TIMEOUT_MS });
  onTestFinished(() => client.close());
  const request = { method: 'GET', path: '/v1/pets', headers: [] };
  const { signal } = new AbortController();
  const answers = await Promise.all([client.send(request, signal), client.send(request, signal)]);
  expect(answers).toEqual([TIMED_OUT, TIMED_OUT]);
});

test('nothing keeps listening for the interruption when an exchange is over', async () => {
  const interrupt = new AbortController();
  const listeners = new Set<unknown>();
  const { signal } = interrupt;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners.add(args[1]);
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners.delete(args[1]);
    remove(...args);
  };
  const origin = await serveRaw((socket) =>
    socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]')),
  );
  expect(await sendTo(origin, signal)).toMatchObject({ status: 200 });
  expect(listeners.size).toBe(0);
});
