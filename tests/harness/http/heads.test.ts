import { createServer } from 'node:net';
import { Client } from 'undici';
import { expect, onTestFinished, test } from 'vitest';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]';

/** What undici makes of an answer by itself. */
async function plainly(answer: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const client = new Client(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  onTestFinished(async () => {
    await client.destroy();
    server.close();
  });
  const { body } = await client.request({ method: 'GET', path: '/' });
  return body.text();
}

test('undici takes an ordinary answer', async () => {
  expect(await plainly(OK)).toBe('[]');
});

test.each([
  ['an unasked 100', `HTTP/1.1 100 Continue\r\n\r\n${OK}`],
  ['a tab behind the length', OK.replace('2\r\n', '2\t\r\n')],
  ['a tab behind the coding', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\t\r\n\r\n2\r\n[]\r\n0\r\n\r\n'],
])(
  'undici still refuses or misreads %s; once it does not, remove harness/http/wire/heads.ts',
  async (_name, answer) => {
    expect(await plainly(answer).catch(() => 'refused')).not.toBe('[]');
  },
);
