import { describe, expect, test } from 'vitest';
import type { Headers } from '../../../harness/model/wire.ts';
import { type Area, REQUIREMENTS, type RequirementId } from '../../../suites/requirements/index.ts';
import {
  type Conditions,
  decisionOn,
  error,
  failing,
  LIVE,
  reply,
  type Step,
  type Steps,
  violatedLast,
} from '../record.ts';

/** A requirement in three columns: a record that violates it, one that passes, and one that shows nothing either way. */
export interface Row {
  /** After the live controls, as all of them. */
  readonly fails: Steps;
  /** What the same record violates besides. */
  readonly also?: readonly RequirementId[];
  readonly passes: Steps;
  /** Without live controls in front: with nothing but them, unless given; null if it passes even so. */
  readonly open?: Steps | null;
  /** `fails` and `passes` have no live controls in front. */
  readonly isAlone?: true;
  readonly conditions?: Conditions;
}

/** Every requirement of an area, and no other, in three columns. */
export function inColumns(area: Area, table: Readonly<Partial<Record<RequirementId, Row>>>): void {
  test(`every requirement of the area ${area} is in the table`, () => {
    const ids = REQUIREMENTS.filter((requirement) => requirement.area === area).map(({ id }) => id);
    expect(Object.keys(table).toSorted()).toEqual(ids.toSorted());
  });

  describe.each(Object.entries(table) as [RequirementId, Row][])('%s', (id, row) => {
    const whole = (steps: Steps): Steps => (row.isAlone ? steps : [LIVE, steps]);

    test('fails, and nothing else does', () => {
      expect(failing(whole(row.fails), row.conditions)).toEqual([id, ...(row.also ?? [])].sort());
    });

    test('passes', () => {
      const { outcome, why } = decisionOn(id, whole(row.passes));
      expect({ outcome, why }).toEqual({ outcome: 'pass', why: undefined });
      expect(failing(whole(row.passes))).toEqual([]);
    });

    test('is not decided where nothing shows it', () => {
      const { outcome, why, reason } = decisionOn(id, row.open ?? LIVE);
      if (row.open === null)
        expect([outcome, why, reason !== undefined || id === 'deprecation.date']).toEqual(['pass', undefined, true]);
      else expect([outcome, why !== undefined]).toEqual(['inconclusive', true]);
    });
  });
}

const TRIED = [200, 201, 400, 401, 404, 418, 500];

/** The statuses with which an answer to a request violates nothing. */
export function rightStatuses(
  send: (answer: ReturnType<typeof reply>) => Step,
  success: unknown,
  { before = LIVE, headers }: { readonly before?: Steps; readonly headers?: Headers } = {},
): string {
  const answer = (status: number) => (status < 300 ? reply(status, success, headers) : error(status));
  return TRIED.filter((status) => violatedLast([before, send(answer(status))]).length === 0).join(' ');
}
