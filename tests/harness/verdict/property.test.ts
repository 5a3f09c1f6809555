import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdsForAll, type PropertyOptions, seedFor } from '../../../harness/verdict/property.ts';
import { Inconclusive, Violation } from '../../../harness/verdict/verdicts.ts';
import { replyOf } from '../replies.ts';

const OPTIONS = { seed: 42, runs: 20, examples: [], show: String };
const tooLarge = (value: number) => new Violation('a small number', String(value), [replyOf({ body: String(value) })]);

/** Every value that was tried, in the order of trying, and how it ended. */
async function trial(
  holds: (value: number) => Promise<void>,
  options: Partial<PropertyOptions<number>> = {},
): Promise<{ readonly tried: readonly number[]; readonly end: unknown }> {
  const tried: number[] = [];
  const end = await holdsForAll(fc.nat(1_000_000), { ...OPTIONS, ...options }, async (value) => {
    tried.push(value);
    await holds(value);
  }).catch((error: unknown) => error);
  return { tried, end };
}

const always = async () => undefined;
const below = (limit: number) => async (value: number) => {
  if (value >= limit) throw tooLarge(value);
};

describe('the values', () => {
  test('are the same for the same seed, and others for another', async () => {
    const { tried, end } = await trial(always);
    expect(end).toBeUndefined();
    expect(tried).toHaveLength(20);
    expect((await trial(always)).tried).toEqual(tried);
    expect((await trial(always, { seed: 43 })).tried).not.toEqual(tried);
  });

  test('start with the examples, which count as runs', async () => {
    const { tried } = await trial(always, { examples: [7, 8, 9] });
    expect(tried.slice(0, 3)).toEqual([7, 8, 9]);
    expect(tried).toHaveLength(20);
  });

  test('hold every example, also where there are more than runs', async () => {
    expect((await trial(always, { examples: [3, 1, 2], runs: 1 })).tried).toEqual([3, 1, 2]);
  });

  test('are tried at once', async () => {
    let running = 0;
    let most = 0;
    await trial(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
    });
    expect(most).toBe(20);
  });
});

describe('a failure', () => {
  test('is shrunk, and reported by its smallest value', async () => {
    const { end } = await trial(below(1000));
    expect(end).toBeInstanceOf(Violation);
    const { actual, replies, details } = end as Violation;
    const { counterexample } = details;
    expect(counterexample?.value).toBe('1000');
    expect(actual).toBe('1000');
    expect(replies.map(({ body }) => body.whole?.toString())).toEqual(['1000']);
    expect(counterexample?.seed).toBe(42);
  });

  test('is found again by its seed and path alone', async () => {
    const { end } = await trial(below(1000));
    const { counterexample } = (end as Violation).details;
    const details = fc.check(
      fc.property(fc.nat(1_000_000), (value) => value < 1000),
      { seed: counterexample?.seed ?? 0, path: counterexample?.path ?? '', endOnFailure: true },
    );
    expect(details.counterexample).toEqual([1000]);
    expect(details.numRuns).toBe(1);
  });

  test('of an example is reported by the path of that example', async () => {
    const { end } = await trial(
      async (value) => {
        if (value === 5) throw tooLarge(value);
      },
      { examples: [1, 5] },
    );
    expect((end as Violation).details.counterexample).toEqual({ value: '5', seed: 42, path: '1' });
  });

  test('costs a bounded number of further attempts', async () => {
    const { tried, end } = await trial(below(1));
    expect((end as Violation).details.counterexample?.value).toBe('1');
    expect(tried.length).toBeLessThanOrEqual(20 + 40 + 1);
    let requests = 0;
    const endless = await holdsForAll(
      fc.array(fc.nat(), { minLength: 50, maxLength: 60 }),
      { ...OPTIONS, show: String },
      async (values) => {
        requests += 1;
        if (values.length > 0) throw tooLarge(values.length);
      },
    ).catch((error: unknown) => error);
    expect(endless).toBeInstanceOf(Violation);
    expect(requests).toBe(20 + 40 + 1);
  });

  test('names every failing value, smallest first, and how many of all', async () => {
    const { end } = await trial(below(1000), { examples: [70_000, 5, 2000], runs: 3 });
    const { cases = [], frequency, intermittent } = (end as Violation).details;
    expect(cases.map(({ input }) => input)).toEqual(['1000', '2000', '70000']);
    expect(cases.map(({ actual }) => actual)).toEqual(['1000', '2000', '70000']);
    expect(frequency).toEqual({ failed: 2, of: 3, unit: 'inputs', repeated: { times: 1, failed: 1 } });
    expect(intermittent).toBe(false);
  });

  test('that does not come back is reported as it was, and as intermittent', async () => {
    let failures = 0;
    const { end } = await trial(
      async (value) => {
        if (value !== 77 || failures > 0) return;
        failures += 1;
        throw tooLarge(value);
      },
      { examples: [77] },
    );
    expect((end as Violation).actual).toBe('77');
    expect((end as Violation).details).toMatchObject({ intermittent: true, frequency: { repeated: { failed: 0 } } });
    expect((end as Violation).details.counterexample).toEqual({ value: '77', seed: 42, path: '0' });
  });

  test('is shrunk in a hurry, and its smallest value confirmed with watchdog', async () => {
    const hurries: boolean[] = [];
    let hurried = false;
    const end = await holdsForAll(fc.nat(1_000_000), OPTIONS, below(1000), (now) => {
      hurried = now;
      hurries.push(now);
    }).catch((error: unknown) => error);
    expect((end as Violation).details.counterexample?.value).toBe('1000');
    expect([hurries, hurried]).toEqual([[true, false], false]);
  });

  test('that is only there in a hurry is not reported', async () => {
    let hurried = false;
    const lagging = async (value: number) => {
      if (value >= (hurried ? 10 : 1000)) throw tooLarge(value);
    };
    const options = { ...OPTIONS, examples: [5000] };
    const end = await holdsForAll(fc.nat(1_000_000), options, lagging, (now) => {
      hurried = now;
    }).catch((error: unknown) => error);
    expect((end as Violation).actual).toBe('5000');
    expect((end as Violation).details.counterexample).toEqual({ value: '5000', seed: 42, path: '0' });
  });

  test('is shown as the property says', async () => {
    const { end } = await trial(below(1000), { show: (value) => `limit=${value}` });
    expect((end as Violation).details.counterexample?.value).toBe('limit=1000');
  });
});

describe('what could not be decided', () => {
  const undecided = new Inconclusive({ kind: 'budget-spent', budget: 'creations', limit: 5 });

  test('leaves the whole property undecided', async () => {
    const { tried, end } = await trial(
      async (value) => {
        if (value === 8) throw undecided;
      },
      { examples: [7, 8, 9] },
    );
    expect(end).toBe(undecided);
    expect(tried).toHaveLength(20);
  });

  test('does not hide a violation', async () => {
    const { end } = await trial(
      async (value) => {
        if (value === 8) throw undecided;
        await below(1000)(value);
      },
      { examples: [7, 8, 9] },
    );
    expect(end).toBeInstanceOf(Violation);
  });

  test('is no smaller failure', async () => {
    const { end } = await trial(async (value) => {
      if (value < 1000) throw undecided;
      throw tooLarge(value);
    });
    expect((end as Violation).details.counterexample?.value).toBe('1000');
  });

  test('is handed on as it is, also where it is a mistake of the suite', async () => {
    const mistake = new TypeError('a mistake');
    expect((await trial(() => Promise.reject(mistake))).end).toBe(mistake);
  });
});

test('every requirement has a seed of its own, made from that of the run', () => {
  const ids = ['create.echo', 'create.invalid', 'get.unknown', 'list.limit.honoured', 'history.agrees'];
  const seeds = [1, 2, -1, 2 ** 31 - 1].flatMap((seed) => ids.map((id) => seedFor(seed, id)));
  expect(new Set(seeds).size).toBe(20);
  expect(seeds.every((seed) => Number.isInteger(seed) && seed === (seed | 0))).toBe(true);
  expect(seedFor(1, 'create.echo')).toBe(seedFor(1, 'create.echo'));
});
