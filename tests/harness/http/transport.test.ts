import { describe, expect, test } from 'vitest';
import { waitAskedFor } from '../../../harness/http/pace.ts';
import {
  askFor,
  CONTROL,
  creation,
  failed,
  limited,
  ok,
  request,
  response,
  type Script,
  scripted,
} from './scripted.ts';

const OWN_ERROR = '{"code"';
const gateway = response(502, '<html>');
const isControl: (path: string) => boolean = (path) => path === CONTROL.path;

describe('a rate limit', () => {
  test.each([
    ['429 with seconds', limited('2'), 2_000],
    ['503 with seconds', limited('3', 503), 3_000],
    ['429 with a date', limited('Mon, 16 Nov 2026 00:00:05 GMT'), 5_000],
    ['429 with a date that is past', limited('Sun, 15 Nov 2026 00:00:05 GMT'), 100],
    ['429 without Retry-After', limited(), 100],
    ['429 with nonsense', limited('soon'), 100],
  ])('is waited out: %s', async (_what, limit, ms) => {
    const target = scripted(({ time }) => (time === 1 ? limit : ok));
    expect(await target.statuses(askFor('/a'))).toEqual([200]);
    expect(target.sent).toHaveLength(2);
    expect(target.sent[1]?.at).toBeGreaterThanOrEqual(ms);
    expect(target.sent[1]?.at).toBeLessThan(ms + 10);
  });

  test('goes first, and nothing new is sent meanwhile', async () => {
    const target = scripted(({ at, request: { path } }) => (path === '/a' && at < 700 ? limited('1') : ok), {
      concurrency: 1,
    });
    expect(await target.statuses(askFor('/a'), askFor('/b'))).toEqual([200, 200]);
    expect(target.sent.map(({ request: { path } }) => path)).toEqual(['/a', '/a', '/b']);
    expect(target.sent[1]?.at).toBeGreaterThanOrEqual(1_000);
  });

  test('that does not clear within --max-wait ends the run, and nothing more is sent', async () => {
    const target = scripted(() => limited('1'), { maxWaitMs: 3_000, concurrency: 1 });
    expect(await target.statuses(askFor('/a'))).toEqual([429]);
    expect(target.elapsed()).toBeLessThan(4_500);
    const sent = target.sent.length;
    const reason = { kind: 'away', seen: 'limit', maxWaitMs: 3_000 };
    expect(await target.statuses(askFor('/b'))).toMatchObject([reason]);
    expect(target.sent).toHaveLength(sent);
  });

  test('that asks for more than --max-wait is not waited for, once a control says the same', async () => {
    const target = scripted(() => limited('60'), { maxWaitMs: 30_000 });
    expect(await target.statuses(askFor('/a'))).toEqual([429]);
    expect(target.sent.map(({ request: { path } }) => path)).toEqual(['/a', '/control']);
    expect(target.elapsed()).toBeLessThan(1_000);
  });

  test('Retry-After is seconds or a date, and nothing else', () => {
    const now = Date.parse('2026-11-16T00:00:00Z');
    const of = (value: string) => waitAskedFor([['retry-after', value]], now);
    expect(['7', ' 7 ', '-7', '1.5', 'Mon, 16 Nov 2026 00:00:01 GMT', '2026-11-17', ''].map(of)).toEqual([
      7_000, 7_000, 0, 0, 1_000, 0, 0,
    ]);
    expect(waitAskedFor([], now)).toBe(0);
    const ahead = Object.entries({
      Date: 'Mon, 16 Nov 2026 09:00:00 GMT',
      'Retry-After': 'Mon, 16 Nov 2026 09:00:02 GMT',
    });
    expect(waitAskedFor(ahead, now)).toBe(2_000);
  });
});

describe('a limit that lasts', () => {
  const always =
    (turned: RegExp, until = Number.POSITIVE_INFINITY): Script =>
    ({ request: { path }, at }) =>
      turned.test(path) && at < until ? limited() : ok;
  const causes = (target: ReturnType<typeof scripted>) =>
    target.record.flatMap(({ concludes }) => concludes?.cause ?? []);

  test('for one request is no failure: nobody knows how it is answered, and the run goes on', async () => {
    const target = scripted(always(/^\/a/));
    expect(await target.statuses(askFor('/a'), askFor('/b'))).toEqual([429, 200]);
    const numbers = target.record.filter(({ request: { path } }) => path === '/a').map(({ number }) => number);
    expect(target.record.flatMap(({ concludes }) => concludes ?? [])).toEqual([{ about: numbers, cause: 'open' }]);
    expect(target.elapsed()).toBeGreaterThanOrEqual(30_000);
    expect(target.elapsed()).toBeLessThan(31_000);
    expect(await target.statuses(askFor('/c'))).toEqual([200]);
  });

  test('costs --max-wait once: later ones are tried once more', async () => {
    const target = scripted(always(/^\/a/));
    expect(await target.statuses(askFor('/a1'), askFor('/a2'))).toEqual([429, 429]);
    expect(await target.statuses(askFor('/a3'))).toEqual([429]);
    expect(causes(target)).toEqual(['open', 'open', 'open']);
    expect(target.elapsed()).toBeLessThan(31_000);
    expect(target.sent.filter(({ request: { path } }) => path === '/a3')).toHaveLength(2);
  });

  test('and ends is waited out, however few it lets through', async () => {
    const target = scripted(always(/./, 20_000));
    expect(await target.statuses(askFor('/a'))).toEqual([200]);
    expect(causes(target)).toEqual([]);
    // In growing pauses: few requests add to it.
    expect(target.sent.length).toBeLessThan(12);
    expect(target.transport.waitedMs).toBeGreaterThanOrEqual(19_000);
  });

  test('and lets through one request at a time keeps nothing from being answered', async () => {
    let answeredAt = Number.NEGATIVE_INFINITY;
    const target = scripted(({ at }) => {
      if (at < answeredAt + 1_000) return limited();
      answeredAt = at;
      return ok;
    });
    const asks = ['/a', '/b', '/c', '/d'].map((path) => askFor(path));
    expect(await target.statuses(...asks)).toEqual([200, 200, 200, 200]);
    expect(causes(target)).toEqual([]);
  });

  test.each([429, 503])('on guesses stops bad credentials with %i, and not the run', async (status) => {
    let guesses = 0;
    const target = scripted(
      ({ request: { path } }) => {
        if (!path.startsWith('/bad')) return ok;
        guesses += 1;
        return guesses > 3 ? limited('60', status) : response(401);
      },
      { concurrency: 1 },
    );
    const asks = [1, 2, 3, 4, 5, 6].map((at) => askFor(`/bad${at}`, { hasKey: false }));
    expect(await target.statuses(...asks, askFor('/a'))).toEqual([401, 401, 401, status, undefined, undefined, 200]);
    expect(target.transport.guessesLimitedAfter).toBe(3);
    expect(causes(target)).toEqual(['open']);
    expect(guesses).toBe(target.transport.badCredentials.used);
  });

  test('turns away few guesses, however many are due', async () => {
    let bad = 0;
    let until = 0;
    const pausesAfterGuesses: Script = ({ at, request: { path } }) => {
      if (!path.startsWith('/bad')) return ok;
      if (at < until) return limited('1');
      bad += 1;
      if (bad % 12 === 0) until = at + 1_000;
      return response(401);
    };
    const target = scripted(pausesAfterGuesses, { concurrency: 12 });
    const asks = Array.from({ length: 40 }, (_, at) => askFor(`/bad${at}`, { hasKey: false }));
    expect(await target.statuses(...asks)).toEqual(asks.map(() => 401));
    expect(target.record.filter(({ status }) => status === 429).length).toBeLessThanOrEqual(6);
  });
});

describe('a gateway', () => {
  test.each([
    ['once', 1],
    ['twice', 2],
  ])('%s and then the service: one interruption', async (_what, times) => {
    const target = scripted(({ time, request: { path } }) => (!isControl(path) && time <= times ? gateway : ok));
    expect(await target.statuses(askFor('/a'))).toEqual([200]);
    expect(target.transport.interruptions).toMatchObject([{ status: 502 }]);
    expect(target.sent).toHaveLength(2 * times + 1);
  });

  test('each time for one input while a plain request is answered: the input is the cause', async () => {
    const target = scripted(({ request: { path } }) => (path === '/a' ? gateway : ok));
    expect(await target.statuses(askFor('/a'))).toEqual([502]);
    expect(target.transport.interruptions).toEqual([]);
    expect(target.record.at(-1)?.concludes).toEqual({ about: [1, 3, 5], cause: 'input' });
    const paths = target.record.map(({ request: { path } }) => path);
    expect(paths).toEqual(['/a', '/control', '/a', '/control', '/a', '/control']);
  });

  test('of 408 on a connection that nobody used is no interruption, and each time it is the input', async () => {
    const idle = response(408, '<html>');
    const once = scripted(({ time, request: { path } }) => (path === '/a' && time === 1 ? idle : ok));
    expect(await once.statuses(askFor('/a'), askFor('/b'))).toEqual([200, 200]);
    expect(once.transport.interruptions).toEqual([]);
    const always = scripted(({ request: { path } }) => (path === '/a' ? idle : ok));
    expect(await always.statuses(askFor('/a'))).toEqual([408]);
    expect(always.record.at(-1)?.concludes).toMatchObject({ cause: 'input' });
  });

  test.each([
    ['502', response(502, OWN_ERROR)],
    ['503', response(503, OWN_ERROR)],
    ['504', response(504, OWN_ERROR)],
  ])('is not meant by %s in the format of the service: that is a crash', async (_what, answer) => {
    const target = scripted(() => answer);
    await target.statuses(askFor('/a'));
    expect(target.sent.map(({ request: { path } }) => path)).toEqual(Array(3).fill('/a'));
  });

  test('for everybody until it ends is one interruption, and no request is sent for nothing', async () => {
    const target = scripted(({ at }) => (at < 2_000 ? gateway : ok));
    expect(await target.statuses(askFor('/a'), askFor('/b'), askFor('/c'))).toEqual([200, 200, 200]);
    expect(target.transport.interruptions).toMatchObject([{ status: 502, startedAt: '2026-11-16T00:00:00.001Z' }]);
    expect(target.transport.interruptions[0]?.durationMs).toBeGreaterThan(1_900);
    // One control at once, after 100, 200, 400, 800 and 1600 ms, and for each of the others; each request once more.
    expect(target.sent).toHaveLength(3 + 6 + 2 + 3);
    expect(target.record).toHaveLength(target.sent.length);
  });

  test('that stays ends the run with one diagnosis', async () => {
    const target = scripted(() => gateway, { maxWaitMs: 5_000 });
    const reason = { kind: 'away', seen: 'gateway', status: 502, maxWaitMs: 5_000 };
    const [first, ...others] = await target.statuses(askFor('/a'), askFor('/b'), askFor('/c'));
    expect([first, others]).toMatchObject([502, [reason, reason]]);
    expect(target.elapsed()).toBeLessThan(5_100);
    expect(target.transport.interruptions).toEqual([]);
  });

  test('twice with the service in between is two interruptions', async () => {
    const target = scripted(({ at }) => (at < 100 || (at > 1_000 && at < 1_100) ? gateway : ok));
    await target.statuses(askFor('/a'));
    await target.clock.run(() => target.clock.sleep(1_010 - target.elapsed()));
    await target.statuses(askFor('/b'));
    expect(target.transport.interruptions).toHaveLength(2);
  });
});

describe('a refused connection', () => {
  const restart =
    (ms: number): Script =>
    ({ at }) =>
      at > 10 && at < 10 + ms ? failed('refused') : ok;

  test('for 300 ms in the middle of a run is one interruption', async () => {
    const target = scripted(restart(300));
    await target.statuses(askFor('/first'));
    await target.clock.run(() => target.clock.sleep(20));
    expect(await target.statuses(askFor('/a'), askFor('/b'), askFor('/c'))).toEqual([200, 200, 200]);
    expect(target.transport.interruptions).toMatchObject([{ status: 0 }]);
    expect(target.transport.interruptions[0]?.durationMs).toBeGreaterThan(250);
  });

  test('has created nothing', async () => {
    const target = scripted(restart(300));
    await target.statuses(askFor('/first'));
    await target.clock.run(() => target.clock.sleep(20));
    await target.statuses(creation('/a'));
    expect([target.sent.length > 2, target.transport.writes.used]).toEqual([true, 1]);
  });

  test('that stays ends the run', async () => {
    const target = scripted(restart(1e9), { maxWaitMs: 5_000 });
    await target.statuses(askFor('/first'));
    await target.clock.run(() => target.clock.sleep(20));
    expect(await target.statuses(askFor('/a'))).toEqual(['refused']);
    expect(await target.statuses(askFor('/b'))).toMatchObject([
      { kind: 'away', seen: 'refused', requests: ['#2 GET /a'] },
    ]);
    expect(target.elapsed()).toBeLessThan(5_300);
  });

  test('before anything was answered is a failure', async () => {
    const target = scripted(() => failed('refused'));
    expect(await target.statuses(askFor('/a'))).toEqual(['refused']);
    expect(target.transport.interruptions).toEqual([]);
  });
});

describe('no answer', () => {
  test('once is repeated, and a connection that broke is an interruption', async () => {
    const target = scripted(({ time, request: { path } }) => (path === '/a' && time === 1 ? failed('reset') : ok));
    expect(await target.statuses(askFor('/a'))).toEqual([200]);
    expect(target.record.map(({ status }) => status)).toEqual([0, 200, 200]);
    expect(target.transport.interruptions).toMatchObject([{ status: 0 }]);
  });

  test('twice is followed by a plain request, and the run goes on if that is answered', async () => {
    const target = scripted(({ request: { path } }) => (path === '/a' ? failed('timeout') : ok));
    expect(await target.statuses(askFor('/a'))).toEqual(['timeout']);
    // The same is not sent again.
    expect(await target.statuses(askFor('/a'), askFor('/b'))).toEqual([undefined, 200]);
    expect(target.sent.slice(0, 4).map(({ request: { path } }) => path)).toEqual(['/a', '/control', '/a', '/a']);
  });

  test.each([
    ['repeat', '/a'],
    ['plain request after it', CONTROL.path],
  ])('is blamed on the input also where the last %s meets a rate limit first', async (_what, path) => {
    let asked = 0;
    const target = scripted(({ request: { path: sent } }) => {
      if (sent === path) asked += 1;
      if (sent === path && asked === (path === '/a' ? 2 : 1)) return limited('1');
      return sent === '/a' ? failed('reset') : ok;
    });
    expect(await target.statuses(askFor('/a'))).toEqual(['reset']);
    expect(target.record.filter(({ status }) => status === 429)).toHaveLength(1);
    expect(target.record.at(-1)?.concludes).toMatchObject({ cause: 'input' });
  });

  test('over and over is the fault of the input after two repeats', async () => {
    const twice = scripted(({ time, request: { path } }) => (path === '/a' && time <= 2 ? failed('reset') : ok));
    expect(await twice.statuses(askFor('/a'))).toEqual([200]);
    expect(twice.transport.interruptions).toHaveLength(1);
    const dropping = scripted(({ request: { path } }) => (path === '/a' ? failed('reset') : ok));
    expect(await dropping.statuses(askFor('/a'))).toEqual(['reset']);
    expect(dropping.sent.filter(({ request: { path } }) => path === '/a')).toHaveLength(3);
    expect(dropping.transport.interruptions).toEqual([]);
  });

  test('to anything any more ends the run, and the requests in flight are named', async () => {
    let isDead = false;
    const target = scripted(({ request: { path } }) => {
      isDead ||= path === '/deadly';
      return isDead ? failed('timeout') : ok;
    });
    await target.statuses(askFor('/first'));
    const [, reason] = await target.statuses(
      askFor('/deadly', { input: ['name of a dragon'] }),
      askFor('/b'),
      askFor('/c'),
      askFor('/d'),
      askFor('/e'),
    );
    expect(reason).toBeDefined();
    const [last] = await target.statuses(askFor('/f'));
    expect(last).toMatchObject({
      kind: 'away',
      seen: 'silent',
      requests: expect.arrayContaining([expect.stringMatching(/^#\d+ GET \/deadly, name of a dragon$/)]),
    });
    expect(target.sent.length).toBeLessThan(30);
  });

  test('in time is asked for once more with nothing else under way: few workers may be busy with other connections', async () => {
    const target = scripted(({ request: { path } }) =>
      path === '/slow' && target.atOnce() > 1 ? failed('timeout') : ok,
    );
    const others = Array.from({ length: 12 }, (_, index) => askFor(`/${index}`));
    const statuses = await target.statuses(...others.slice(0, 6), askFor('/slow'), ...others.slice(6));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const slow = target.sent.filter(({ request: { path } }) => path === '/slow');
    // Silence takes long, so it is sent twice at the same time.
    expect(slow).toHaveLength(3);
    expect(target.sent.filter(({ at }) => at === slow[1]?.at)).toEqual(slow.slice(1));
  });

  test('of a proxy is not repeated', async () => {
    const target = scripted(() => failed('proxy-refused'));
    expect(await target.statuses(askFor('/a'))).toEqual(['proxy-refused']);
    expect(target.sent).toHaveLength(1);
  });

  test('a body that breaks is asked for once more', async () => {
    const broken = { ...ok, body: Buffer.from('['), unreadable: { kind: 'reset', message: 'x' } as const };
    const target = scripted(({ time, request: { path } }) => (path === '/a' && time === 1 ? broken : ok));
    expect(await target.statuses(askFor('/a'))).toEqual([200]);
    expect(target.record.map(({ unreadable }) => unreadable?.kind)).toEqual(['reset', undefined, undefined]);
  });

  test.each([
    ['a body', { ...ok, unreadable: { kind: 'reset', message: 'x', isStale: true } as const }],
    ['a head', { failure: { kind: 'reset', message: 'x', isStale: true } as const }],
  ])('%s that breaks each time is asked for a few times, also where bytes of it came', async (_what, broken) => {
    const asks = [askFor('/a'), askFor('/b', { lane: 1 }), askFor('/c', { connection: 'reused' }), creation('/d')];
    for (const ask of asks) {
      const { path } = ask.request;
      const target = scripted((sent) => (sent.request.path === path && sent.time < 100 ? broken : ok));
      await target.statuses(ask);
      expect(target.record.filter(({ request: sent }) => sent.path === path).length).toBeLessThanOrEqual(5);
      expect(target.record.flatMap(({ concludes }) => concludes?.cause ?? [])).toEqual(['input']);
    }
  });
});

describe('a service that stops', () => {
  const gone = failed('refused');
  /** Stops at a deadly request, breaks what is on its way, and comes back after so many milliseconds. */
  const deadly = (backAfter: number): Script => {
    let since: number | undefined;
    return ({ request: { path }, at }) => {
      if (since !== undefined && at <= since) return failed('reset');
      if (since !== undefined && at < since + backAfter) return gone;
      if (path !== '/deadly') return ok;
      since = at;
      return failed('reset');
    };
  };
  const others = ['/a', '/b'].map((path) => askFor(path));

  test('for good is nobody\u2019s fault: somebody may have stopped it, and the run ends with what was under way', async () => {
    const target = scripted(deadly(1e9), { maxWaitMs: 5_000 });
    await target.statuses(askFor('/a', { input: ['a cat'] }));
    const asks = [askFor('/deadly', { input: ['a dragon'] }), askFor('/a', { input: ['a cat'] }), askFor('/b')];
    const reasons = await target.statuses(...asks);
    const requests = ['#2 GET /deadly, a dragon', '#3 GET /a, a cat', '#4 GET /b'];
    expect(reasons).toContainEqual(expect.objectContaining({ kind: 'away', seen: 'refused', requests }));
    expect(target.record.flatMap(({ concludes }) => concludes ?? [])).toEqual([]);
    expect(target.elapsed()).toBeLessThan(5_500);
  });

  test('and is restarted each time is stopped by the one that stops it alone, which is not sent again', async () => {
    const target = scripted(deadly(300));
    await target.statuses(askFor('/first'));
    expect(await target.statuses(askFor('/deadly'), ...others)).toEqual(['reset', 200, 200]);
    const conclusions = target.record.flatMap(({ concludes }) => concludes ?? []);
    const sent = target.record.filter(({ request: { path } }) => path === '/deadly').map(({ number }) => number);
    expect(conclusions).toEqual([{ about: sent, cause: 'crash' }]);
    expect(sent).toHaveLength(3);
    expect(target.transport.interruptions).toEqual([]);
    const before = target.sent.length;
    expect(await target.statuses(askFor('/deadly', { request: { ...request('/deadly') } }))).toEqual([undefined]);
    expect(target.sent).toHaveLength(before);
    expect(await target.statuses(askFor('/c'))).toEqual([200]);
  });

  test('once is one interruption, whatever was on its way', async () => {
    let hasStopped = false;
    let since = 0;
    const target = scripted(({ at }) => {
      if (at > 5 && !hasStopped) [hasStopped, since] = [true, at];
      if (!hasStopped || at >= since + 300) return ok;
      return at === since ? failed('reset') : gone;
    });
    await target.statuses(askFor('/first'));
    await target.clock.run(() => target.clock.sleep(20));
    expect(await target.statuses(askFor('/x'), ...others)).toEqual([200, 200, 200]);
    expect(target.transport.interruptions).toHaveLength(1);
    expect(target.record.flatMap(({ concludes }) => concludes ?? [])).toEqual([]);
  });
});

describe('what never gets an answer', () => {
  const silent = (isSilent: (path: string) => boolean): Script => {
    return ({ request: { path } }) => (isSilent(path) ? failed('timeout') : ok);
  };
  const kindsOf = ({ request: { path } }: { readonly request: { readonly path: string } }) => [
    { operation: 'pets' },
    { operation: 'pets', input: path.replace(/\d/, '') },
  ];

  test('is not sent any more after two requests of its kind, and the others are', async () => {
    const target = scripted(
      silent((path) => path.startsWith('/deep')),
      { kindsOf },
    );
    expect(await target.statuses(askFor('/deep1'), askFor('/a1'))).toEqual(['timeout', 200]);
    expect(await target.statuses(askFor('/deep2'), askFor('/a2'))).toEqual(['timeout', 200]);
    expect(await target.statuses(askFor('/deep3'), askFor('/a3'))).toEqual([undefined, 200]);
    expect(target.record.findLast(({ concludes }) => concludes)?.concludes).toMatchObject({
      cause: 'input',
      stops: { operation: 'pets', input: '/deep' },
    });
  });

  test('is a whole operation only if nothing of it is answered', async () => {
    const target = scripted(
      silent((path) => !isControl(path)),
      {
        kindsOf: (ask) => (isControl(ask.request.path) ? [{ operation: 'control' }] : kindsOf(ask)),
      },
    );
    expect(await target.statuses(askFor('/x1'), askFor('/y1'), askFor('/z1'))).toEqual([
      'timeout',
      'timeout',
      'timeout',
    ]);
    expect(await target.statuses(askFor('/w1'))).toEqual([undefined]);
    // The third was not repeated: two are enough.
    expect(target.sent.filter(({ request: { path } }) => path === '/z1')).toHaveLength(1);
    expect(target.record.flatMap(({ concludes }) => concludes?.cause ?? [])).toEqual(['input', 'input', 'open']);
  });

  test('is repeated for two requests; what is silent afterwards is open, and costs one timeout', async () => {
    const target = scripted(silent((path) => path.startsWith('/s')));
    const times = [];
    for (const path of ['/s1', '/s2', '/s3']) {
      const since = target.elapsed();
      expect(await target.statuses(askFor(path))).toEqual(['timeout']);
      times.push(Math.round((target.elapsed() - since) / 10_000));
    }
    expect(times).toEqual([2, 2, 1]);
    expect(target.record.flatMap(({ concludes }) => concludes?.cause ?? [])).toEqual(['input', 'input', 'open']);
    expect(await target.statuses(askFor('/a'))).toEqual([200]);
  });

  test('ends the run after six timeouts', async () => {
    const target = scripted(silent((path) => path.startsWith('/s')));
    const all = ['/s1', '/s2', '/s3', '/s4', '/s5'].map((path) => askFor(path));
    const ended = [];
    for (const one of all) ended.push(...(await target.statuses(one)));
    expect(ended.slice(0, 4)).toEqual(['timeout', 'timeout', 'timeout', 'timeout']);
    expect(ended[4]).toMatchObject({
      kind: 'too-silent',
      requests: ['#1 GET /s1', '#6 GET /s2', '#11 GET /s3', '#13 GET /s4'],
    });
    expect(target.elapsed()).toBeLessThan(61_000);
  });

  test('now and then is sent all the same', async () => {
    const target = scripted(
      ({ time, request: { path } }) => (time === 1 && path.startsWith('/s') ? failed('timeout') : ok),
      {
        kindsOf,
      },
    );
    for (const path of ['/s1', '/s2', '/s3', '/s4']) expect(await target.statuses(askFor(path))).toEqual([200]);
  });
});

describe('a server that loses answers now and then', () => {
  const lossy: Script = ({ time, request: { path } }) => {
    const isLost = path.startsWith('/lost') || (path.startsWith('/once') && time === 1);
    return isLost ? failed('reset') : ok;
  };
  const losing = async (times: number) => {
    const target = scripted(lossy);
    expect(await target.statuses(askFor('/lost1'))).toEqual(['reset']);
    for (let time = 1; time <= times; time += 1) expect(await target.statuses(askFor(`/once${time}`))).toEqual([200]);
    expect(await target.statuses(askFor('/lost2'))).toEqual(['reset']);
    return target.record.flatMap(({ concludes }) => concludes ?? []);
  };

  test('five times is steady: what it loses each time fails', async () => {
    expect(await losing(5)).toMatchObject([{ cause: 'input' }, { cause: 'input' }]);
  });

  test('six times decides nothing by a loss, and what was decided so before is taken back', async () => {
    const [first, back, second] = await losing(6);
    expect([first?.cause, back, second?.cause]).toEqual(['input', { about: first?.about, cause: 'open' }, 'open']);
  });
});

describe('a 5xx', () => {
  test('is repeated twice at most for a creation, and each of them counts', async () => {
    const few = scripted(() => response(500), { maxCreates: 5 });
    const creations = Array.from({ length: 20 }, (_, at) => creation(`/${at}`));
    await few.statuses(...creations);
    expect([few.sent.length, few.transport.writes.used]).toEqual([5, 5]);
    const many = scripted(() => response(500));
    await many.statuses(...creations);
    expect([many.sent.length, many.transport.writes.used]).toEqual([44, 44]);
  });

  test.each([
    ['once', 1, 200, 2],
    ['twice', 2, 200, 3],
    ['each time', 99, 500, 3],
  ])('%s is repeated until it is answered, at most twice', async (_what, times, status, requests) => {
    const target = scripted(({ time }) => (time <= times ? response(500) : ok));
    expect(await target.statuses(askFor('/a'))).toEqual([status]);
    expect(target.sent).toHaveLength(requests);
  });
});

describe('a refused key', () => {
  const refused = response(401, OWN_ERROR);

  const accepted = async (script: Script, changes: Parameters<typeof scripted>[1] = {}) => {
    let isAccepted = true;
    const target = scripted((sent) => (isAccepted ? ok : script(sent)), changes);
    await target.statuses(askFor(CONTROL.path));
    isAccepted = false;
    return target;
  };
  const causes = (target: ReturnType<typeof scripted>) =>
    target.record.flatMap(({ concludes }) => concludes?.cause ?? []);

  test('before it was ever accepted counts at once', async () => {
    const target = scripted(() => refused);
    expect(await target.statuses(askFor('/a'))).toEqual([401]);
    expect(target.sent).toHaveLength(1);
  });

  test('once, and for nobody else, may be chance; twice it is the mistake of the service', async () => {
    const target = await accepted(({ time, request: { path } }) =>
      /^\/[ab]$/.test(path) && time === 1 ? refused : ok,
    );
    expect(await target.statuses(askFor('/a'))).toEqual([200]);
    expect(causes(target)).toEqual([]);
    expect(await target.statuses(askFor('/b'))).toEqual([200]);
    expect(causes(target)).toEqual(['input']);
  });

  test('each time is a matter of the request if controls are accepted', async () => {
    const target = await accepted(({ request: { path } }) => (path === '/a' ? refused : ok));
    expect(await target.statuses(askFor('/a'))).toEqual([401]);
    expect(causes(target)).toEqual(['input']);
  });

  test('is not compared with itself, and one shape that refuses it as well says nothing', async () => {
    const target = await accepted(({ request: { path } }) => (path === CONTROL.path ? refused : ok));
    expect(await target.statuses(askFor(CONTROL.path), askFor('/a'))).toEqual([401, 200]);
    expect(causes(target)).toEqual(['input']);
  });

  test('by everybody is a lock-out: everybody waits until it is accepted again', async () => {
    const target = await accepted(({ at }) => (at < 2_000 ? refused : ok));
    expect(await target.statuses(askFor('/a'), askFor('/b'))).toEqual([200, 200]);
    expect(causes(target)).toEqual([]);
    expect(target.sent.filter(({ request: { path } }) => path === '/b')).toHaveLength(2);
    expect(target.elapsed()).toBeLessThan(4_000);
  });

  test('by everybody after bad credentials, twice: no further one is sent', async () => {
    let lockedUntil = 0;
    let bad = 0;
    const target = scripted(({ at, request: { path } }) => {
      if (path.startsWith('/bad')) bad += 1;
      if (path === '/bad1' || path === '/bad3') lockedUntil = at + 1_000;
      return path.startsWith('/bad') || at < lockedUntil ? refused : ok;
    });
    await target.statuses(askFor('/first'));
    const guess = (path: string) => askFor(path, { hasKey: false });
    for (const path of ['/bad1', '/bad2', '/bad3', '/bad4']) {
      await target.statuses(guess(path));
      expect(await target.statuses(askFor(`/after${path}`))).toEqual([200]);
    }
    expect(bad).toBe(3);
    expect(target.transport.guessesLimitedAfter).toBe(3);
    expect(causes(target)).toEqual([]);
  });

  test('by everything until the end stops the run: the key was rotated', async () => {
    const target = await accepted(() => refused);
    const asks = Array.from({ length: 40 }, (_, at) => askFor(`/${at}`));
    const [, ...reasons] = await target.statuses(...asks);
    expect(new Set(reasons.map((reason) => JSON.stringify(reason)))).toHaveLength(1);
    expect(reasons[0]).toMatchObject({ kind: 'away', seen: 'key' });
    expect(target.sent.length).toBeLessThan(50);
    expect(target.elapsed()).toBeLessThan(31_000);
  });

  test('that is not the key is not confirmed', async () => {
    const target = scripted(() => refused);
    await target.statuses(askFor('/a', { hasKey: false }));
    expect(target.sent).toHaveLength(1);
  });
});

describe('a budget', () => {
  const made = response(201, '{}');

  test('of creations is not exceeded, and a refused creation gives its share back', async () => {
    const target = scripted(({ request: { path } }) => (path === '/refused' ? response(400, OWN_ERROR) : made), {
      maxCreates: 2,
    });
    const asks = [creation('/refused'), creation('/1'), creation('/2'), creation('/3')];
    expect(await target.statuses(...asks)).toEqual([400, 201, 201, undefined]);
    expect([target.transport.writes.used, target.transport.writes.isSpent, target.sent.length]).toEqual([2, true, 3]);
  });

  test('of bad credentials counts requests, and those with the key go on', async () => {
    const target = scripted(() => response(401), { maxBadCredentials: 2 });
    const bad = askFor('/a', { hasKey: false });
    expect(await target.statuses(bad, bad, bad)).toEqual([401, 401, undefined]);
    expect(target.transport.badCredentials.isSpent).toBe(true);
    const fine = scripted(() => ok, { maxBadCredentials: 0 });
    expect(await fine.statuses(bad, askFor('/a'))).toEqual([undefined, 200]);
  });

  test.each([
    ['no answer', failed('timeout')],
    ['504', response(504)],
    ['success', response(200)],
  ])('counts what may have been created: %s', async (_what, answer) => {
    const target = scripted(({ request: { path } }) => (isControl(path) ? ok : answer));
    await target.statuses(creation());
    expect(target.transport.writes.used).toBeGreaterThanOrEqual(1);
  });

  test.each([
    ['504 and then 201', response(504, '<html>')],
    ['no answer and then 201', failed('reset')],
  ])('counts a request that was repeated: %s', async (_what, first) => {
    const target = scripted(({ time, request: { path } }) => (isControl(path) ? ok : time === 1 ? first : made));
    expect(await target.statuses(creation())).toEqual([201]);
    expect(target.transport.writes.used).toBe(2);
  });
});

describe('pace', () => {
  test('--max-rps spaces all requests, controls and repeats included', async () => {
    const target = scripted(({ time }) => (time === 1 ? response(500) : ok), { maxRps: 10 });
    await target.statuses(...Array.from({ length: 5 }, (_, at) => askFor(`/${at}`)));
    const times = target.sent.map(({ at }) => at);
    expect(times).toHaveLength(10);
    for (const [at, time] of times.entries()) expect(time - (times[at - 1] ?? 0)).toBeGreaterThanOrEqual(100);
  });

  /** A token bucket of one, for some paths. */
  const bucket = (perSecond: number, isLimited: (path: string) => boolean): Script => {
    let nextAt = 0;
    return ({ at, request: { path } }) => {
      if (!isLimited(path)) return ok;
      if (at < nextAt) return limited();
      nextAt = at + 1000 / perSecond;
      return ok;
    };
  };
  const asks = Array.from({ length: 80 }, (_, at) => askFor(at % 2 === 0 ? '/a' : '/b'));

  test('follows a limit: few requests are refused, and little time is lost', async () => {
    const target = scripted(bucket(10, () => true));
    expect(await target.statuses(...asks)).toEqual(asks.map(() => 200));
    expect(target.elapsed()).toBeLessThan(1.5 * asks.length * 100);
    expect(target.record.filter(({ status }) => status === 429).length).toBeLessThan(45);
  });

  test('gets faster again after a limit that nobody keeps meeting', async () => {
    const target = scripted(({ time, request: { path } }) => (path === '/a' && time % 40 === 1 ? limited() : ok));
    const paths = Array.from({ length: 400 }, (_, at) => askFor(at % 8 === 0 ? '/a' : '/b'));
    await target.statuses(...paths);
    expect(target.elapsed()).toBeLessThan(2_500);
  });

  test('--bad-credential-pause spaces only requests without the key', async () => {
    const target = scripted(() => response(401), { badCredentialPauseMs: 1_000 });
    const bad = askFor('/bad', { hasKey: false });
    await target.statuses(bad, bad, askFor('/good'));
    expect(target.sent.filter(({ request: { path } }) => path === '/bad').map(({ at }) => at)).toEqual([1_000, 2_000]);
    expect(target.sent[0]?.request.path).toBe('/good');
  });

  test('--concurrency bounds what is under way, and urgent requests go first', async () => {
    const target = scripted(() => ok, { concurrency: 2 });
    await target.statuses(
      ...['/1', '/2', '/3', '/4'].map((path) => askFor(path)),
      askFor('/urgent', { isUrgent: true }),
    );
    expect(target.mostAtOnce()).toBe(2);
    expect(target.sent.map(({ request: { path } }) => path)).toEqual(['/1', '/2', '/urgent', '/3', '/4']);
  });
});

describe('an interrupt', () => {
  test.each<[string, Script]>([
    ['while a request is under way', () => ok],
    ['while a rate limit is waited out', () => limited('20')],
    ['while a gateway is waited out', () => gateway],
  ])('%s ends everything at once', async (_what, script) => {
    const target = scripted(script, { concurrency: 1 });
    const ended = target.statuses(askFor('/a'), askFor('/b'));
    target.end.abort();
    expect(await ended).toEqual([{ kind: 'interrupted' }, { kind: 'interrupted' }]);
    expect(target.elapsed()).toBeLessThan(10);
  });
});

describe('the record', () => {
  test('numbers requests in the order of sending, with the times of the run', async () => {
    const target = scripted(() => ok);
    await target.statuses(askFor('/a', { input: ['x'] }), askFor('/b', { input: [] }));
    expect(target.record).toMatchObject([
      { number: 1, probe: 'test', input: ['x'], sentAt: 0, answeredAt: 1, status: 200 },
      { number: 2, sentAt: 0 },
    ]);
    expect(target.record[1]).not.toHaveProperty('input');
  });

  test('has both requests of a connection that is used again', async () => {
    const target = scripted(() => ok);
    await target.statuses(askFor('/a', { connection: 'reused' }));
    await target.statuses(askFor('/b', { connection: 'new' }));
    expect(target.record.map(({ number, probe, connection, after }) => [number, probe, connection, after])).toEqual([
      [1, 'control', 'new', undefined],
      [2, 'test', 'reused', 1],
      [3, 'test', 'new', undefined],
    ]);
  });

  test('has the answer on a new connection where a used one is closed', async () => {
    const target = scripted(({ request: { path }, time }) => (path === '/a' && time === 1 ? failed('reset') : ok));
    await target.statuses(askFor('/a', { connection: 'reused' }));
    expect(target.record).toMatchObject([
      { connection: 'new' },
      { status: 0 },
      { probe: 'control' },
      { connection: 'new', status: 200 },
    ]);
    expect(target.transport.interruptions).toEqual([]);
  });

  test('has every request that was sent, and no other', async () => {
    const target = scripted(({ time, request: { path } }) => {
      if (isControl(path)) return ok;
      return [gateway, failed('reset'), response(500), limited('1'), ok][(time + path.length) % 5] ?? ok;
    });
    const asks = ['/a', '/bb', '/ccc', '/dddd', '/eeeee'].map((path) => askFor(path));
    await target.statuses(...asks);
    expect(target.record.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
      target.sent.map((_one, at) => at + 1),
    );
    expect(target.record.map((one) => one.request.path).toSorted()).toEqual(
      target.sent.map((one) => one.request.path).toSorted(),
    );
  });
});

test('requests are handed to the wire as they are', async () => {
  const target = scripted(() => ok);
  const one = request('/a?b', { method: 'POST', body: 'x', cutAt: 1 });
  await target.statuses(askFor('/', { request: one }));
  expect(target.sent[0]?.request).toBe(one);
});
