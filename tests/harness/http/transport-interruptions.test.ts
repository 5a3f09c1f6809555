import { describe, expect, test } from 'vitest';
import { Inconclusive } from '../../../harness/verdict/verdicts.ts';
import {
  apart,
  CONTROL,
  endOf,
  get,
  inTurn,
  judgedIn,
  METADATA,
  ok,
  ownError,
  transportTo,
  web,
} from './transports.ts';

const PET = get('/v1/pets/7');

describe('an interruption by what is in front of the service', () => {
  test.each([502, 503, 504])('one %i that is not repeated is counted and never checked', async (status) => {
    const { transport, asked, seen } = await transportTo(apart(ok, inTurn(web(status), ok)));
    const reply = await transport.send(PET, METADATA);
    expect([reply.status, reply.checked]).toEqual([200, true]);
    expect(transport.interruptions).toMatchObject([{ status }]);
    expect(transport.interruptions[0]?.durationMs).toBeGreaterThan(0);
    expect(transport.gaveUp).toBeUndefined();
    expect([asked(PET.path), asked(CONTROL.path)]).toEqual([2, 1]);
    expect(judgedIn(seen)).toEqual([`${status} not checked`, '200', '200']);
    expect(seen.map(({ exchange }) => exchange)).toEqual(transport.journal.map(({ exchange }) => exchange));
  });

  test('twelve requests in one outage are one interruption', async () => {
    const paths = Array.from({ length: 12 }, (_, index) => `/v1/pets/${index}`);
    const refused = new Set<string | undefined>();
    const { transport, seen } = await transportTo((response, request) => {
      const isDown = refused.size < paths.length;
      if (request.url !== CONTROL.path) refused.add(request.url);
      (isDown ? web(502) : ok)(response, request);
    });
    const replies = await Promise.all(paths.map((path) => transport.send(get(path), METADATA)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(transport.interruptions).toHaveLength(1);
    expect(seen.filter(({ status, checked }) => status === 502 && checked)).toEqual([]);
  });

  test('an outage that the control meets too is waited out', async () => {
    const { transport, asked, seen } = await transportTo(apart(inTurn(web(502), web(502), ok), inTurn(web(502), ok)));
    expect((await transport.send(PET, METADATA)).status).toBe(200);
    expect([asked(PET.path), asked(CONTROL.path)]).toEqual([2, 3]);
    expect(transport.interruptions).toHaveLength(1);
    expect(seen.filter(({ status, checked }) => status === 502 && checked)).toEqual([]);
  });

  test('two outages one after the other are two', async () => {
    const { transport } = await transportTo(apart(ok, inTurn(web(502), ok, web(504), ok)));
    await transport.send(PET, METADATA);
    await transport.send(PET, METADATA);
    expect(transport.interruptions.map(({ status }) => status)).toEqual([502, 504]);
  });

  test('an outage that does not end within the bound stops all requests, with one reason', async () => {
    const { transport, arrivals } = await transportTo(web(502), { maxWaitMs: 600 });
    const end = await endOf(transport.send(PET, METADATA));
    expect(end).toBeInstanceOf(Inconclusive);
    expect((end as Inconclusive).reason).toEqual({ kind: 'gateway-down', status: 502, waitedMs: 600 });
    expect(transport.gaveUp).toBe(end);
    expect(transport.interruptions).toEqual([]);
    const before = arrivals.length;
    expect(await endOf(transport.send(PET, METADATA))).toBe(end);
    expect(arrivals).toHaveLength(before);
  });
});

describe('an input that a gateway answers each time', () => {
  test('causes it where the control is answered: the answer is returned and checked', async () => {
    const { transport, asked, seen } = await transportTo(apart(ok, web(502)));
    const reply = await transport.send(PET, METADATA);
    expect([reply.status, reply.checked]).toEqual([502, true]);
    expect([asked(PET.path), asked(CONTROL.path)]).toEqual([4, 3]);
    expect(transport.interruptions).toEqual([]);
    expect(seen.filter(({ status, checked }) => status === 502 && checked)).toEqual([reply]);
  });

  test('is not an interruption where the service answers in its own format', async () => {
    const { transport, asked } = await transportTo(apart(ok, ownError(503)));
    const reply = await transport.send(PET, METADATA);
    expect([reply.status, reply.checked]).toEqual([503, true]);
    expect(asked(CONTROL.path)).toBe(0);
    expect(transport.interruptions).toEqual([]);
  });

  test.each([500, 505])('nor with %i, which gateways do not send', async (status) => {
    const { transport, asked } = await transportTo(apart(ok, web(status)));
    expect(await transport.send(PET, METADATA)).toMatchObject({ status, checked: true });
    expect(asked(CONTROL.path)).toBe(0);
    expect(transport.interruptions).toEqual([]);
  });
});
