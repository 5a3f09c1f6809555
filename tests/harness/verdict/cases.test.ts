import { describe, expect, test } from 'vitest';
import { type Case, tryAll } from '../../../harness/verdict/cases.ts';
import { Inconclusive, Violation } from '../../../harness/verdict/verdicts.ts';
import { replyOf } from '../replies.ts';

const passing = (input: string): Case => ({ input, attempt: async () => undefined });
const throwing = (input: string, error: unknown): Case => ({ input, attempt: () => Promise.reject(error) });
const violating = (input: string, number = 1) =>
  throwing(input, new Violation(`refusal of ${input}`, `acceptance of ${input}`, [replyOf({ number })]));

const endOf = (cases: readonly Case[]) => tryAll(cases).catch((error: unknown) => error);

describe('trying all inputs', () => {
  test('ends well where none fails, also where there are none', async () => {
    expect(await endOf([])).toBeUndefined();
    expect(await endOf([passing('a'), passing('b')])).toBeUndefined();
  });

  test('tries every one, whatever comes of the others', async () => {
    const tried: string[] = [];
    const noting = ({ input, attempt }: Case): Case => ({
      input,
      attempt: () => {
        tried.push(input);
        return attempt();
      },
    });
    await endOf([violating('a'), throwing('b', new TypeError('bug')), passing('c')].map(noting));
    expect(tried).toEqual(['a', 'b', 'c']);
  });

  test('reports every input that fails, smallest first, with its own reply', async () => {
    const end = await endOf([violating('long one', 4), passing('fine'), violating('b', 9), violating('cc', 2)]);
    expect(end).toBeInstanceOf(Violation);
    const { expected, replies, details } = end as Violation;
    expect(details.frequency).toEqual({ failed: 3, of: 4, unit: 'inputs' });
    expect(details.cases?.map(({ input, actual, reply }) => [input, actual, reply?.exchange.number])).toEqual([
      ['b', 'acceptance of b', 9],
      ['cc', 'acceptance of cc', 2],
      ['long one', 'acceptance of long one', 4],
    ]);
    expect(expected).toBe('refusal of long one');
    expect(replies.map(({ exchange }) => exchange.number)).toEqual([4]);
  });

  test('keeps what the first violation says of itself', async () => {
    const own = new Violation('x', 'y', [], { facts: { petIds: ['7'] }, partial: true });
    expect(await endOf([passing('a'), throwing('b', own)])).toMatchObject({
      details: { facts: { petIds: ['7'] }, partial: true },
    });
  });
});

describe('what could not be decided', () => {
  const undecided = new Inconclusive({ kind: 'budget-spent', budget: 'bad-credentials', limit: 5 });

  test('leaves all undecided where nothing fails', async () => {
    expect(await endOf([passing('a'), throwing('b', undecided)])).toBe(undecided);
  });

  test('does not hide a violation, and is not a failing input', async () => {
    const end = await endOf([throwing('a', undecided), violating('b')]);
    expect(end).toBeInstanceOf(Violation);
    expect((end as Violation).details.cases?.map(({ input }) => input)).toEqual(['b']);
  });

  test('is passed on as it is where it is a bug', async () => {
    const bug = new TypeError('x is not a function');
    expect(await endOf([throwing('a', bug)])).toBe(bug);
  });
});
