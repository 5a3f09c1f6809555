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
const repeated = (status: number, times: number) => Array.from({ length: times }, () => status);

describe('a 5xx of the service', () => {
  test.each([1, 2])(
    'that comes %i times gives way to the next answer, and is still recorded as a crash',
    async (times) => {
      const crashes = repeated(500, times).map(ownError);
      const { transport, asked, seen } = await transportTo(inTurn(...crashes, ok));
      const reply = await transport.send(PET, METADATA);
      expect([reply.status, reply.superseded]).toEqual([200, undefined]);
      expect(asked(PET.path)).toBe(times + 1);
      expect(judgedIn(seen)).toEqual([...repeated(500, times), 200].map(String));
      expect(seen.map(({ superseded }) => superseded)).toEqual([...crashes.map(() => 'crash'), undefined]);
    },
  );

  test('that comes each time is the answer', async () => {
    const { transport, asked, seen } = await transportTo(ownError(500));
    const reply = await transport.send(PET, METADATA);
    expect(reply).toMatchObject({ status: 500, checked: true });
    expect(reply.superseded).toBeUndefined();
    expect(asked(PET.path)).toBe(5);
    expect(judgedIn(seen)).toEqual(['500', '500', '500', '500', '500']);
    expect(seen[0]).toBe(reply);
  });

  test('to what is not checked is not repeated', async () => {
    const { transport, asked } = await transportTo(ownError(500));
    await transport.send(PET, { ...METADATA, checked: false });
    expect(asked(PET.path)).toBe(1);
  });
});

describe('the right key answered with 401', () => {
  test('once: the next answer is used, and the refusal is recorded as one', async () => {
    const { transport, seen } = await transportTo(apart(ok, inTurn(ownError(401), ok)));
    const reply = await transport.send(PET, METADATA);
    expect(reply.status).toBe(200);
    expect(seen.map(({ status, superseded }) => [status, superseded])).toEqual([
      [401, 'key-refused'],
      [200, undefined],
    ]);
  });

  test('each time, while the control is answered: it is the answer to this request', async () => {
    const { transport, asked, seen } = await transportTo(apart(ok, ownError(401)));
    const reply = await transport.send(PET, METADATA);
    expect(reply).toMatchObject({ status: 401, checked: true });
    expect(reply.superseded).toBeUndefined();
    expect([asked(PET.path), asked(CONTROL.path)]).toEqual([2, 1]);
    expect(seen).toContain(reply);
  });

  test('by the control too: a lock-out, which decides nothing', async () => {
    const { transport, seen } = await transportTo(ownError(401));
    const end = await endOf(transport.send(PET, METADATA));
    expect(end).toBeInstanceOf(Inconclusive);
    expect(end).toMatchObject({ reason: { kind: 'locked-out' }, replies: [{ status: 401 }] });
    expect(seen.filter(({ request }) => request.path === CONTROL.path).map(({ checked }) => checked)).toEqual([false]);
  });

  test('in the preflight: the answer at once, since nothing was accepted before', async () => {
    const { transport, arrivals } = await transportTo(ownError(401));
    expect((await transport.send(PET, { ...METADATA, requirement: 'preflight' })).status).toBe(401);
    expect(arrivals).toHaveLength(1);
  });

  test.each(['missing', 'invalid-key', 'scheme-case'] as const)(
    'another credential (%s) is refused once',
    async (credential) => {
      const { transport, arrivals } = await transportTo(ownError(401));
      expect(await transport.send(PET, { ...METADATA, credential })).toMatchObject({ status: 401, checked: true });
      expect(arrivals).toHaveLength(1);
    },
  );
});

describe('a 400 to what the HTTP layer need not understand', () => {
  const mayRefuse = { ...METADATA, httpLayerMayRefuse: true };

  test('is not checked unless it is in the format of the service', async () => {
    const { transport } = await transportTo(inTurn(web(400), ownError(400)));
    expect(await transport.send(PET, mayRefuse)).toMatchObject({ status: 400, checked: false });
    expect(await transport.send(PET, mayRefuse)).toMatchObject({ status: 400, checked: true });
  });

  test('is checked where the HTTP layer must understand it', async () => {
    const { transport } = await transportTo(web(400));
    expect(await transport.send(PET, METADATA)).toMatchObject({ status: 400, checked: true });
  });

  test('is the only excuse: a 5xx is checked', async () => {
    const { transport } = await transportTo(web(500));
    expect(await transport.send(PET, mayRefuse)).toMatchObject({ status: 500, checked: true });
  });
});
