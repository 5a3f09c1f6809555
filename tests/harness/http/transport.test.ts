import { describe, expect, onTestFinished, test } from 'vitest';
import { HttpClient } from '../../../harness/http/http-client.ts';
import { RateLimiter } from '../../../harness/http/rate-limiter.ts';
import type { ReceivedBody } from '../../../harness/http/received-body.ts';
import { waitAskedFor } from '../../../harness/http/sender.ts';
import { Inconclusive, Unanswered } from '../../../harness/verdict/verdicts.ts';
import { TEST_KEY } from '../../support.ts';
import { serveHttp } from '../servers.ts';
import { apart, endOf, get, inTurn, METADATA, ok, ownError, type Respond, receive, transportTo } from './transports.ts';

const breaksOff: Respond = (response) => response.destroy();
const busy =
  (status: number, retryAfter?: string): Respond =>
  (response) =>
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end('busy');

describe('a rate limit', () => {
  test('is waited out for as many seconds as asked, by every request, and never checked', async () => {
    const { transport, arrivals } = await transportTo(inTurn(busy(429, '1'), ok));
    const first = transport.send(get('/v1/pets'), METADATA);
    while (transport.journal.length === 0) await new Promise(setImmediate);
    const replies = await Promise.all([first, transport.send(get('/v1/pets/1'), METADATA)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const [throttled = 0, ...others] = arrivals.map(({ at }) => at);
    expect(others).toHaveLength(2);
    expect(Math.min(...others) - throttled).toBeGreaterThanOrEqual(990);
    expect(transport.journal.map(({ status, checked }) => [status, checked])).toEqual([
      [429, false],
      [200, true],
      [200, true],
    ]);
  });

  test('is waited out by a request too that was waiting for its turn when it came', async () => {
    const rateLimiter = new RateLimiter(60, new AbortController().signal);
    const { transport, arrivals } = await transportTo(inTurn(busy(429, '1'), ok), { rateLimiter });
    await Promise.all([transport.send(get('/v1/pets'), METADATA), transport.send(get('/v1/pets/1'), METADATA)]);
    const [throttled = 0, ...others] = arrivals.map(({ at }) => at);
    expect(others).toHaveLength(2);
    expect(Math.min(...others) - throttled).toBeGreaterThanOrEqual(990);
  });

  test('is waited out until the date that was asked for', async () => {
    // Dates have whole seconds: far enough away to be told from a wait of the transport's own choice.
    const until = Math.ceil((Date.now() + 500) / 1000) * 1000;
    const { transport } = await transportTo(inTurn(busy(503, new Date(until).toUTCString()), ok));
    expect((await transport.send(get('/v1/pets'), METADATA)).status).toBe(200);
    expect(Date.now()).toBeGreaterThanOrEqual(until - 5);
    expect(transport.journal.map(({ checked }) => checked)).toEqual([false, true]);
  });

  test('that does not say how long is waited out at growing intervals', async () => {
    const { transport, arrivals } = await transportTo(inTurn(busy(429), busy(429), ok));
    expect((await transport.send(get('/v1/pets'), METADATA)).status).toBe(200);
    const [first = 0, second = 0, third = 0] = arrivals.map(({ at }) => at);
    expect(second - first).toBeGreaterThanOrEqual(240);
    expect(third - second).toBeGreaterThanOrEqual(490);
  });

  test('that never clears is inconclusive, before the longest wait is over', async () => {
    const { transport, arrivals } = await transportTo(busy(429), { maxWaitMs: 300 });
    const end = await endOf(transport.send(get('/v1/pets'), METADATA));
    expect(end).toBeInstanceOf(Inconclusive);
    expect(end).toMatchObject({ reason: { kind: 'rate-limited', status: 429, askedMs: 0, maxWaitMs: 300 } });
    expect((end as Inconclusive).replies.map(({ status }) => status)).toEqual([429]);
    expect(arrivals).toHaveLength(2);
  });

  test('that asks for more than the longest wait is not waited for at all', async () => {
    const { transport, arrivals } = await transportTo(busy(503, '3600'), { maxWaitMs: 5000 });
    expect(await endOf(transport.send(get('/v1/pets'), METADATA))).toBeInstanceOf(Inconclusive);
    expect(arrivals).toHaveLength(1);
  });

  test('that asks for no wait is not answered by a flood', async () => {
    const { transport, arrivals } = await transportTo(busy(429, '0'), { maxWaitMs: 300 });
    expect(await endOf(transport.send(get('/v1/pets'), METADATA))).toBeInstanceOf(Inconclusive);
    expect(arrivals.length).toBeLessThan(5);
  });

  test('that did not clear for one request is not waited for by every other, until it clears', async () => {
    const { transport, arrivals } = await transportTo(inTurn(busy(429), busy(429), busy(429), ok, busy(429), ok), {
      maxWaitMs: 300,
    });
    expect(await endOf(transport.send(get('/v1/pets'), METADATA))).toBeInstanceOf(Inconclusive);
    expect(await endOf(transport.send(get('/v1/pets'), METADATA))).toBeInstanceOf(Inconclusive);
    expect((await transport.send(get('/v1/pets'), METADATA)).status).toBe(200);
    expect((await transport.send(get('/v1/pets'), METADATA)).status).toBe(200);
    expect(arrivals).toHaveLength(6);
  });

  test('is not waited out after an interruption', async () => {
    const interruption = new AbortController();
    const options = { interrupt: interruption.signal, maxWaitMs: 600_000 };
    const { transport, arrivals } = await transportTo(busy(429, '300'), options);
    setTimeout(() => interruption.abort(), 50);
    expect(await endOf(transport.send(get('/v1/pets'), METADATA))).toBeInstanceOf(Unanswered);
    expect(arrivals).toHaveLength(1);
  });
});

describe('an answer', () => {
  test.each([200, 302, 400, 404, 422])('with %i is used as it is', async (status) => {
    const { transport, arrivals } = await transportTo(ownError(status));
    const reply = await transport.send(get('/v1/pets'), METADATA);
    expect([reply.status, reply.checked]).toEqual([status, true]);
    expect(arrivals).toHaveLength(1);
  });

  test('is not checked where its metadata is not', async () => {
    const { transport } = await transportTo(ok);
    expect((await transport.send(get('/v1/pets'), { ...METADATA, checked: false })).checked).toBe(false);
  });

  test('is recorded without the key, and known to have held it', async () => {
    const echo: Respond = (response, request) => {
      response.setHeader('x-echo', request.headers.authorization ?? '').end(`"${request.headers.authorization}"`);
    };
    const { transport } = await transportTo(echo);
    const headers = [['Authorization', `Bearer ${TEST_KEY}`] as const];
    const request = { method: 'POST', path: `/v1/pets?key=${TEST_KEY}`, headers, body: `"${TEST_KEY}"` };
    const reply = await transport.send(request, METADATA);
    expect(reply.leaksKey()).toBe(true);
    expect(reply.json).toEqual({ ok: true, value: `Bearer ${TEST_KEY}` });
    expect(JSON.stringify(reply.exchange)).not.toContain(TEST_KEY);
    expect(reply.exchange.request.headers).toEqual([['Authorization', 'Bearer $PETSTORE_API_KEY']]);
    expect(reply.exchange.request.body).toBe('"$PETSTORE_API_KEY"');
    expect(reply.exchange.response?.body).toBe('"Bearer $PETSTORE_API_KEY"');
    expect(reply.exchange.response?.headers).toContainEqual(['x-echo', 'Bearer $PETSTORE_API_KEY']);
  });
});

describe('a connection that breaks', () => {
  test('is tried again, once', async () => {
    const { transport, arrivals } = await transportTo(inTurn(breaksOff, ok));
    expect((await transport.send(get('/v1/pets'), METADATA)).status).toBe(200);
    expect(arrivals).toHaveLength(2);
    expect(transport.journal.map(({ exchange }) => exchange.failure?.kind)).toEqual(['reset', undefined]);
    expect(transport.journal.map(({ exchange }) => exchange.number)).toEqual([1, 2]);
  });

  test('twice is no answer', async () => {
    const { transport, arrivals } = await transportTo(breaksOff);
    const end = await endOf(transport.send(get('/v1/pets'), METADATA));
    expect(end).toBeInstanceOf(Unanswered);
    expect((end as Unanswered).reply).toMatchObject({ status: 0, checked: false, json: { ok: false } });
    expect(arrivals).toHaveLength(2);
  });

  test('is not mistaken for silence, which is not tried again', async () => {
    const { transport, arrivals } = await transportTo(() => undefined);
    const end = await endOf(transport.send(get('/v1/pets'), METADATA));
    expect((end as Unanswered).reply.exchange.failure?.kind).toBe('timeout');
    expect(arrivals).toHaveLength(1);
  });
});

test('numbers follow the order of sending, the journal that of the answers', async () => {
  const late: Respond = (response, request) => {
    const place = Number(request.url?.slice(1));
    setTimeout(() => response.end('[]'), 150 - 30 * place);
  };
  const { transport } = await transportTo(late);
  const replies = await Promise.all([1, 2, 3, 4].map((place) => transport.send(get(`/${place}`), METADATA)));
  expect(replies.map(({ exchange }) => exchange.number)).toEqual([1, 2, 3, 4]);
  expect(transport.journal.map(({ request }) => request.path)).toEqual(['/4', '/3', '/2', '/1']);
});

test('no more requests are under way than allowed', async () => {
  let underWay = 0;
  let most = 0;
  const slow: Respond = (response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    setTimeout(() => {
      underWay -= 1;
      response.end('[]');
    }, 5);
  };
  const { transport } = await transportTo(slow, { concurrency: 3 });
  await Promise.all(Array.from({ length: 12 }, () => transport.send(get('/v1/pets'), METADATA)));
  expect(most).toBe(3);
});

test('Retry-After is read as seconds or as a date, and as nothing where it is neither', () => {
  const wait = (value: string) => waitAskedFor([['Retry-After', value]]);
  expect([wait('0'), wait(' 120 '), waitAskedFor([])]).toEqual([0, 120_000, undefined]);
  expect(['soon', '-5', '1.5', '1 2 3'].map(wait).filter((ms) => ms !== undefined)).toEqual([]);
  const inAMinute = wait(new Date(Date.now() + 60_000).toUTCString()) ?? 0;
  expect(inAMinute).toBeGreaterThan(58_000);
  expect(inAMinute).toBeLessThanOrEqual(60_000);
  expect(wait('Thu, 05 Dec 2000 00:00:00 GMT')).toBe(0);
});

describe('a target that stopped answering', () => {
  const silent: Respond = () => undefined;

  test('is given up when plain requests time out too', async () => {
    const { transport } = await transportTo(silent, { client: await clientTo(silent, 60), concurrency: 8 });
    const ends = await Promise.all(Array.from({ length: 60 }, () => endOf(transport.send(get('/v1/pets'), METADATA))));
    const given = ends.filter((end) => end instanceof Inconclusive);
    expect(given.map(({ reason }) => reason.kind)).toEqual(Array(given.length).fill('target-stopped'));
    expect(ends.filter((end) => end instanceof Unanswered).length).toBeGreaterThanOrEqual(10);
    expect(transport.journal.length).toBeLessThan(30);
    expect(transport.gaveUp).toBe(ends.at(-1));
  });

  test('is not given up for inputs that it hangs on', async () => {
    const client = await clientTo(apart(ok, silent), 1_000);
    const { transport } = await transportTo(silent, { client, concurrency: 15 });
    const ends = await Promise.all(Array.from({ length: 45 }, () => endOf(transport.send(get('/v1/pets'), METADATA))));
    expect(ends.every((end) => end instanceof Unanswered)).toBe(true);
    expect(transport.gaveUp).toBeUndefined();
    expect(transport.journal.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
  });

  test('is not given up for connections that break at once: each of those is reported', async () => {
    const { transport } = await transportTo(breaksOff, { client: await clientTo(breaksOff, 30_000) });
    const ends = await Promise.all(Array.from({ length: 120 }, () => endOf(transport.send(get('/v1/pets'), METADATA))));
    expect(ends.every((end) => end instanceof Unanswered)).toBe(true);
  });
});

async function clientTo(respond: Respond, timeoutMs: number): Promise<HttpClient<ReceivedBody>> {
  const origin = await serveHttp((request, response) => respond(response, request));
  const client = new HttpClient({ receive, origin, connections: 60, timeoutMs });
  onTestFinished(() => client.close());
  return client;
}
