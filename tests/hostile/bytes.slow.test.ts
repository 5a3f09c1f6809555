import { describe, expect, test } from 'vitest';
import { idsWith } from '../harness/simulated.ts';
import { type Answer, bytesOf, runAgainst, type Send } from './servers.ts';

/** Enough of a run for every kind of answer. */
const SOME = { only: ['list.*', 'create.*', 'get.*', 'errors.*', 'body.*'], maxBadCredentials: 10, runs: 2 };
const BLANK = '\r\n'.repeat(12_000);
const isList = ({ body }: Answer) => body[0] === 0x5b;
const isError = ({ status }: Answer) => status >= 400;
/** Changes the body of some answers. */
const altered =
  (which: (answer: Answer) => boolean, change: (body: Buffer) => string): Send =>
  (answer, socket) =>
    socket.end(bytesOf(which(answer) ? { ...answer, body: Buffer.from(change(answer.body)) } : answer));

test('24 KB of blank lines before and after every body are nobody\u2019s fault', async () => {
  const send = altered(
    ({ body }) => body.length > 0,
    (body) => `${BLANK}${body}${BLANK}`,
  );
  const report = await runAgainst(send, SOME);
  expect(idsWith(report, 'fail', 'warn')).toEqual([]);
  expect(report.exitCode).toBe(0);
});

test('errors of 250 KB of newlines end with a report', async () => {
  const send = altered(isError, () => '\n'.repeat(250_000));
  const report = await runAgainst(send, { ...SOME, maxCreates: 30 });
  expect(report.diagnosis).toBeUndefined();
  expect(idsWith(report, 'fail')).toEqual(expect.arrayContaining(['body.json', 'errors.shape.400']));
});

describe('a target that cannot be tested is given up soon, with one sentence', () => {
  const drip: Send = (answer, socket) => {
    const bytes = bytesOf(answer);
    let at = 0;
    const timer = setInterval(() => socket.write(bytes.subarray(at, ++at)), 20);
    socket.on('close', () => clearInterval(timer));
  };
  const endlessHeaders: Send = (_answer, socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket.write(`x-more: ${'x'.repeat(20_000)}\r\n`), 1);
    socket.on('close', () => clearInterval(timer));
  };
  test.each<[string, Send, RegExp]>([
    [
      'bodies of 3 MB',
      altered(
        () => true,
        () => `[${' '.repeat(3_000_000)}]`,
      ),
      /answers with something far too large to be a list: the response body is larger than 2 MB\.$/,
    ],
    [
      'an integer of 10 MB',
      altered(
        () => true,
        () => `[${'9'.repeat(10_000_000)}]`,
      ),
      /far too large/,
    ],
    [
      'lists nested 400,000 deep',
      altered(isList, () => '['.repeat(400_000)),
      /the response body has more than 20000 objects and arrays\.$/,
    ],
    [
      '990 KB of empty objects',
      altered(isList, () => `[${'{},'.repeat(330_000)}{}]`),
      /the response body has more than 20000 objects and arrays\.$/,
    ],
    ['one byte after the other', drip, /gives no complete response within 0\.4 s\. Is it the right address\?/],
    ['endless headers', endlessHeaders, /answers with more than 64 KB of headers/],
    ['nothing', () => undefined, /gives no complete response within 0\.4 s/],
    ['no HTTP', (_answer, socket) => socket.end('SSH-2.0-x\r\n'), /does not answer with HTTP/],
    ['a closed connection', (_answer, socket) => socket.destroy(), /closes the connection without a response/],
  ])('%s', async (_what, send, diagnosis) => {
    const report = await runAgainst(send, { timeoutMs: 400 });
    expect(report).toMatchObject({ verdict: 'untested', exitCode: 3, results: [] });
    expect(report.diagnosis).toMatch(diagnosis);
  });
});

test('a list of 3 MB in the middle of a run is not checked further', async () => {
  let lists = 0;
  const send: Send = (answer, socket) => {
    if (isList(answer)) lists += 1;
    const isLarge = isList(answer) && lists === 20;
    socket.end(bytesOf(isLarge ? { ...answer, body: Buffer.alloc(3_000_000, ' ') } : answer));
  };
  const report = await runAgainst(send, SOME);
  expect(lists).toBeGreaterThan(20);
  expect(idsWith(report, 'fail')).toEqual([]);
});
