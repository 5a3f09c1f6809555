import { describe, expect, test } from 'vitest';
import { type Check, STAGES } from '../../../harness/run/check.ts';
import type { Invariant } from '../../../harness/run/invariants.ts';
import { checkOf, passes, rowOf, runChecks, suiteOf } from '../checks.ts';

/** Checks that record when they begin and when they end. */
function recorder() {
  const events: string[] = [];
  const noting = (id: string, changes: Partial<Check> = {}, decide: Check['decide'] = passes) =>
    checkOf(
      id,
      async (context) => {
        events.push(`${id} begins`);
        await context.api.listPets();
        const finding = await decide(context);
        events.push(`${id} ends`);
        return finding;
      },
      changes,
    );
  return { events, noting };
}

/** Breaks whenever a page is asked for with this limit. */
const limitIs = (limit: number, changes: Partial<Invariant> = {}): Invariant => ({
  requirement: 'watched',
  appliesTo: ({ operation }) => operation === 'listPets',
  breachOf: ({ request }) =>
    request.path.endsWith(`limit=${limit}`) ? { expected: 'another limit', actual: `${limit}` } : undefined,
  ...changes,
});

describe('the stages', () => {
  const ordered = ['create', 'list', 'fetch', 'crowd', 'history'] as const;

  test('each wait for those before, and the end for all', async () => {
    const { events, noting } = recorder();
    await runChecks(
      [...STAGES].reverse().flatMap((stage) => [noting(`${stage}-1`, { stage }), noting(`${stage}-2`, { stage })]),
    );
    for (const [index, stage] of ordered.entries()) {
      const next = ordered[index + 1] ?? 'end';
      const ends = [1, 2].map((number) => events.indexOf(`${stage}-${number} ends`));
      const begins = [1, 2].map((number) => events.indexOf(`${next}-${number} begins`));
      expect(Math.max(...ends), `${stage} before ${next}`).toBeLessThan(Math.min(...begins));
    }
    const beforeEnd = events.slice(0, events.indexOf('end-1 begins'));
    expect(beforeEnd.filter((event) => event.startsWith('anytime'))).toHaveLength(4);
  });

  test('what runs at any time does not wait for them', async () => {
    const { events, noting } = recorder();
    await runChecks([
      noting('history', { stage: 'history' }),
      noting('create'),
      noting('anytime', { stage: 'anytime' }),
    ]);
    expect(events.indexOf('anytime begins')).toBeLessThan(events.indexOf('history begins'));
  });
});

describe('the end of a run', () => {
  const window = 200;

  test('comes after all others, the window and the second look', async () => {
    const { events, noting } = recorder();
    let waitedFrom = 0;
    let lookedAt = 0;
    const waiting = noting('waiting', { stage: 'anytime' }, async ({ untilEnd }) => {
      waitedFrom = performance.now();
      await untilEnd();
      return {};
    });
    const suite = suiteOf([waiting, noting('history', { stage: 'history' }), noting('end', { stage: 'end' })], {
      lookAgain: async ({ api }) => {
        events.push('look again');
        lookedAt = performance.now();
        await api.listPets({ limit: 7 });
      },
    });
    const report = await runChecks(suite, { consistencyWindowMs: window });
    expect(report.exitCode).toBe(0);
    expect(events.indexOf('history ends')).toBeLessThan(events.indexOf('look again'));
    expect(events.indexOf('look again')).toBeLessThan(events.indexOf('waiting ends'));
    expect(events.indexOf('look again')).toBeLessThan(events.indexOf('end begins'));
    expect(lookedAt - waitedFrom).toBeGreaterThanOrEqual(window - 5);
  });

  test('two checks may wait for it', async () => {
    const waits: Check['decide'] = async ({ untilEnd }) => {
      await untilEnd();
      return { remark: 'the end' };
    };
    const report = await runChecks(['a', 'b'].map((id) => checkOf(id, waits, { stage: 'anytime' })));
    expect(report.results.map(({ reason }) => reason)).toEqual(['the end', 'the end']);
  });

  test('what is only seen in the second look counts', async () => {
    const watching = checkOf('watched', passes, { stage: 'end', watches: true });
    const suite = suiteOf([checkOf('sender', passes), watching], {
      invariants: () => [limitIs(7)],
      lookAgain: async ({ api }) => {
        await api.listPets({ limit: 7 });
      },
    });
    expect(rowOf(await runChecks(suite), 'watched').outcome).toBe('fail');
  });
});

describe('the invariants', () => {
  const sends = (id: string, ...limits: readonly number[]) =>
    checkOf(id, async ({ api }) => {
      for (const limit of limits) await api.listPets({ limit });
      return {};
    });
  const watched = checkOf('watched', passes);

  test('fail a requirement for the exchanges of any check, with how often', async () => {
    const suite = suiteOf([watched, sends('sender', 1, 7, 2)], { invariants: () => [limitIs(7)] });
    const report = await runChecks(suite);
    expect(rowOf(report, 'sender').outcome).toBe('pass');
    const { outcome, actual, frequency, intermittent, exchanges } = rowOf(report, 'watched');
    expect([outcome, actual, intermittent]).toEqual(['fail', '7', undefined]);
    expect(frequency).toMatchObject({ unit: 'pages', repeated: { times: 3, failed: 3 } });
    expect(frequency?.failed).toBeGreaterThanOrEqual(1);
    expect(frequency?.of).toBeGreaterThanOrEqual(3);
    expect(exchanges).toMatchObject([{ requirement: 'sender' }]);
  });

  test('say that a violation does not come back when the request is repeated', async () => {
    let seen = 0;
    const once = limitIs(7, {
      breachOf: ({ request }) => {
        if (!request.path.endsWith('limit=7')) return undefined;
        seen += 1;
        return seen === 1 ? { expected: 'another limit', actual: '7' } : undefined;
      },
    });
    const report = await runChecks(suiteOf([watched, sends('sender', 7)], { invariants: () => [once] }));
    expect(rowOf(report, 'watched')).toMatchObject({
      outcome: 'fail',
      intermittent: true,
      frequency: { failed: 1, repeated: { times: 3, failed: 0 } },
    });
  });

  test('are made anew for every run', async () => {
    let made = 0;
    const suite = suiteOf([watched], {
      invariants: () => {
        made += 1;
        return [];
      },
    });
    await runChecks(suite);
    await runChecks(suite);
    expect(made).toBe(2);
  });

  test('are counted for the check of their requirement', async () => {
    const counting = checkOf(
      'watched',
      async ({ tally }) => ({ remark: `${tally.applied} ${tally.sightings.length}` }),
      {
        stage: 'end',
      },
    );
    const suite = suiteOf([counting, sends('sender', 5, 5)], { invariants: () => [limitIs(4)] });
    const { reason = '' } = rowOf(await runChecks(suite), 'watched');
    expect(reason).toMatch(/^\d+ 0$/);
    expect(Number.parseInt(reason, 10)).toBeGreaterThanOrEqual(2);
  });
});
