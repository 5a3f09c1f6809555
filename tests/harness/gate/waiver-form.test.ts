import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../harness/basics/usage-error.ts';
import { waiverFormOf } from '../../../harness/gate/waiver-form.ts';
import { parseWaivers } from '../../../harness/gate/waivers.ts';
import type { ReportedFailure, Result } from '../../../harness/model/report.ts';
import { failureOf, reportOf, resultOf } from '../../reporters/samples.ts';

const group = (fingerprint: string, changes: Partial<ReportedFailure> = {}) =>
  failureOf({ fingerprint, expected: '200', actual: '500', ...changes });
const IDS = ['auth.accepted', 'list.complete', 'list.ok', 'history.agrees'];

describe('the form', () => {
  const HOSTILE = 'a"b: [c] # d\n- e\r\u2028\u0000\u001b[2J \u{1f600}';
  const report = reportOf([
    resultOf('auth.accepted'),
    resultOf('list.ok', {
      outcome: 'fail',
      violations: [group('f0123456789a', { actual: HOSTILE })],
      statement: HOSTILE,
    }),
    resultOf('list.complete', {
      violations: [group('f1'), group('f2')],
      outcome: 'warn',
      level: 'SHOULD',
    }),
    resultOf('history.agrees', { outcome: 'inconclusive' }),
  ]);

  test.each(['yaml', 'json'] as const)(
    'in %s holds each violation, and loads when its fields are filled in',
    (form) => {
      const { text, count } = waiverFormOf(report, form);
      expect(count).toBe(3);
      expect(() => parseWaivers(text, 'w', IDS)).toThrow(
        new UsageError('w has an empty or invalid reason in the waiver of list.ok: fill it in as text.'),
      );
      const filled = text
        .replaceAll(/("?reason"?): ""/g, '$1: "fixed soon"')
        .replaceAll(/("?owner"?): ""/g, '$1: "us"')
        .replaceAll(/("?until"?): ""/g, '$1: "2026-12-31"');
      const filledIn = { reason: 'fixed soon', owner: 'us', until: '2026-12-31' };
      expect(parseWaivers(filled, 'w', IDS)).toMatchObject([
        { id: 'list.ok', ...filledIn, fingerprint: 'f0123456789a' },
        { id: 'list.complete', ...filledIn, fingerprint: 'f1' },
        { id: 'list.complete', ...filledIn, fingerprint: 'f2' },
      ]);
    },
  );

  test('has one entry for each story, and keeps agreed terms with what they were agreed for', () => {
    const terms = { reason: 'later', owner: 'us', until: '2026-12-31' };
    const results = ['list.ok', 'list.complete', 'history.agrees'].map((id, at) =>
      resultOf(id, { outcome: 'fail', violations: [group(`f-${id}`, { place: 7 + at, story: 7 })] }),
    );
    const formOf = (given: readonly Result[]) => JSON.parse(waiverFormOf(reportOf(given), 'json').text);
    const empty = { reason: '', owner: '', until: '' };
    expect(formOf(results).waivers).toEqual([
      {
        requirements: ['list.ok', 'list.complete', 'history.agrees'],
        ...empty,
        fingerprint: ['f-list.ok', 'f-list.complete', 'f-history.agrees'],
      },
    ]);
    const [first, ...rest] = results;
    const accepted = group('f-list.ok', { place: 7, story: 7, excuse: { by: 'waiver', ...terms } });
    expect(formOf([{ ...first, violations: [accepted] } as Result, ...rest]).waivers).toEqual([
      { id: 'list.ok', ...terms, fingerprint: 'f-list.ok' },
      {
        requirements: ['list.complete', 'history.agrees'],
        ...empty,
        fingerprint: ['f-list.complete', 'f-history.agrees'],
      },
    ]);
  });

  test('in YAML says what is waived', () => {
    const { text } = waiverFormOf(report, 'yaml');
    expect(text).toContain('# SHOULD: What list.complete says.\n  # Expected: 200\n  # Actual: 500\n');
  });
});
