import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CredentialBudget, WriteBudget } from '../../../harness/http/budget.ts';
import { Inconclusive, Unanswered } from '../../../harness/verdict/verdicts.ts';
import { replyOf } from '../replies.ts';

const created = (status: number) => status === 201;

describe('the write budget', () => {
  test('is never overdrawn, whatever is refused, fails or runs at once', async () => {
    const anyEnd = fc.constantFrom(201, 400, 'fails' as const);
    await fc.assert(
      fc.asyncProperty(fc.nat(8), fc.array(anyEnd, { maxLength: 25 }), async (limit, ends) => {
        const budget = new WriteBudget(limit);
        let underWay = 0;
        let made = 0;
        const task = async (end: number | 'fails', index: number) => {
          underWay += 1;
          expect(made + underWay).toBeLessThanOrEqual(limit);
          if (index % 3 > 0) await new Promise(setImmediate);
          underWay -= 1;
          if (end === 'fails') throw new Error('no response');
          if (end === 201) made += 1;
          return end;
        };
        const results = await Promise.allSettled(
          ends.map((end, index) => budget.spend(() => task(end, index), created)),
        );
        const wanted = ends.filter((end) => end === 201).length;
        expect(made).toBe(Math.min(limit, wanted));
        expect(budget.created).toBe(made);
        expect(budget.left).toBe(limit - made);
        const turnedAway = results.filter((end) => end.status === 'rejected' && end.reason instanceof Inconclusive);
        if (limit > 0 && wanted < limit) expect(turnedAway).toEqual([]);
      }),
    );
  });

  test('lets a creation wait for one that may be refused', async () => {
    const budget = new WriteBudget(1);
    const refused = budget.spend(() => sleep(10, 400), created);
    const waiting = budget.spend(async () => 201, created);
    expect(budget.left).toBe(0);
    expect(await Promise.all([refused, waiting])).toEqual([400, 201]);
    expect(budget.created).toBe(1);
  });

  test('turns away a creation that waited in vain, without sending it', async () => {
    const budget = new WriteBudget(1);
    let sent = false;
    const first = budget.spend(() => sleep(10, 201), created);
    const second = budget.spend(async () => {
      sent = true;
      return 201;
    }, created);
    await expect(second).rejects.toThrow('The write budget of 1 creations is spent (raise --max-creates).');
    await expect(second).rejects.toBeInstanceOf(Inconclusive);
    expect(await first).toBe(201);
    expect(sent).toBe(false);
  });

  test('counts a creation that was not answered: nobody knows what became of it', async () => {
    const budget = new WriteBudget(1);
    const unanswered = new Unanswered(replyOf());
    await expect(budget.spend(() => Promise.reject(unanswered), created)).rejects.toBe(unanswered);
    await expect(budget.spend(async () => 400, created)).rejects.toBeInstanceOf(Inconclusive);
    expect(budget.created).toBe(1);
  });

  test('of nothing sends nothing', async () => {
    const budget = new WriteBudget(0);
    await expect(budget.spend(async () => 400, created)).rejects.toBeInstanceOf(Inconclusive);
  });
});

describe('the budget of bad credentials', () => {
  test('gives out so many and no more', () => {
    const budget = new CredentialBudget(2);
    budget.take();
    budget.take();
    expect(() => budget.take()).toThrow(Inconclusive);
    expect(() => budget.take()).toThrow('The budget of 2 bad credentials is spent');
  });

  test('is shared out evenly, rounded down', () => {
    expect([1, 7, 60, 100].map((parts) => new CredentialBudget(60).share(parts))).toEqual([60, 8, 1, 0]);
  });
});
