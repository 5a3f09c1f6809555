import { describe, expect, test } from 'vitest';
import { judgeReference } from '../support.ts';

const causesWith = async (fault: string) => (await judgeReference({ faults: [fault] })).causes ?? [];

describe('failures that share a cause are reported together', () => {
  test('a list in an envelope leaves open all that depends on lists, and is named once', async () => {
    const [only, ...more] = await causesWith('list-in-an-envelope');
    expect(more).toEqual([]);
    expect(only).toMatchObject({ cause: 'list.ok does not hold.', explains: ['list.ok'] });
    expect(only?.leavesOpen).toEqual(expect.arrayContaining(['list.limit.maximum', 'list.complete', 'history.agrees']));
    expect(only?.leavesOpen).not.toContain('create.echo');
  });

  test.each([
    [
      '404-draws-html',
      'An error is sent as text/html, not as a JSON Error.',
      ['body.content-type', 'body.json', 'errors.shape.404'],
    ],
    [
      'capped-at-eighty',
      'A page ends at 80 pets, whatever was asked for.',
      ['list.limit.honoured', 'list.limit.maximum', 'list.status.with-limit'],
    ],
    ['list-crashes', 'The service fails on some input with 500.', ['errors.no-5xx', 'list.ok']],
  ])('%s', async (fault, cause, explains) => {
    const causes = await causesWith(fault);
    expect(causes.map((told) => [told.cause, [...told.explains].sort()])).toEqual([[cause, explains]]);
  });

  test('an operation without authentication is one cause, for each operation', async () => {
    const causes = await causesWith('no-key-needed-anywhere');
    expect(causes.map(({ cause }) => cause)).toEqual([
      'listPets can be used without the right credential.',
      'createPet can be used without the right credential.',
      'getPet can be used without the right credential.',
    ]);
  });

  test('a defect that shows in one row alone needs no cause', async () => {
    expect(await causesWith('sunset-a-year-early')).toEqual([]);
  });
});
