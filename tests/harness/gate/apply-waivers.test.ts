import { describe, expect, test } from 'vitest';
import { applyGate } from '../../../harness/gate/gate.ts';
import type { Waiver } from '../../../harness/gate/waiver.ts';
import { type Reason, sentenceOf } from '../../../harness/model/reasons.ts';
import type { Report, Result } from '../../../harness/model/report.ts';
import { failureOf, reportOf, resultOf } from '../../reporters/samples.ts';

const group = (fingerprint: string) => failureOf({ fingerprint, answer: 500, expected: '200', actual: '500' });
const broken = (id: string, changes: Partial<Result> = {}) =>
  resultOf(id, { outcome: 'fail', violations: [group('f0123456789a')], ...changes });
const open = (id: string, why: Reason, changes: Partial<Result> = {}) =>
  resultOf(id, { outcome: 'inconclusive', reason: sentenceOf(why), why, ...changes });
const dependsOn = (id: string): Reason => ({ kind: 'no-control', control: 'listPets', because: [id] });
const waiverOf = (id: string, changes: Partial<Waiver> = {}): Waiver => ({
  id,
  reason: 'The new store fixes it.',
  owner: 'the pets team',
  until: '2026-12-31',
  ...changes,
});

/** The report of a run as it would be without a gate. */
function checked(results: readonly Result[]): Report {
  const isViolating = results.some(({ outcome }) => outcome === 'fail');
  return reportOf(results, isViolating ? { verdict: 'violating', exitCode: 1 } : {});
}

function gated(
  results: readonly Result[],
  waivers: readonly Waiver[],
  changes: { today?: string; strict?: boolean } = {},
) {
  return applyGate(checked(results), { waivers }, { today: '2026-11-15', strict: false, ...changes });
}

const kindsOf = ({ gate }: Report) => gate?.notices.map(({ kind, id, fails }) => [kind, id, fails]);

describe('a violation that is waived', () => {
  test('is reported with its waiver and does not fail the run', () => {
    const report = gated([resultOf('list.ok'), broken('list.complete')], [waiverOf('list.complete')]);
    expect(report).toMatchObject({ verdict: 'conforming', exitCode: 0, gate: { notices: [], drifted: [] } });
    expect(report.results[1]).toMatchObject({
      outcome: 'fail',
      excuse: { by: 'waiver', reason: 'The new store fixes it.', owner: 'the pets team', until: '2026-12-31' },
    });
    expect(report.results[0]).not.toHaveProperty('excuse');
  });

  test('covers no other', () => {
    const report = gated([broken('list.ok'), broken('list.complete')], [waiverOf('list.complete')]);
    expect(report).toMatchObject({ verdict: 'violating', exitCode: 1 });
  });

  test('takes nothing along: what it keeps from being decided is inconclusive, unless that is waived itself', () => {
    const results = [broken('list.complete'), open('history.agrees', dependsOn('list.complete'))];
    expect(gated(results, [waiverOf('list.complete')])).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
    const both = gated(results, [waiverOf('list.complete'), waiverOf('history.agrees')]);
    expect(both).toMatchObject({ verdict: 'conforming', exitCode: 0 });
  });

  test('does not hide an open createPet behind a wrong status code', () => {
    const wrongCode = ['create.minimal', 'get.found', 'list.status.complete'];
    const opened = ['auth.missing.createPet', 'auth.invalid-key.createPet', 'auth.no-effect'];
    const results = [...wrongCode, ...opened].map((id) => broken(id, { violations: [group(`f-${id}`)] }));
    const report = gated(
      results,
      wrongCode.map((id) => waiverOf(id)),
    );
    expect(report).toMatchObject({ verdict: 'violating', exitCode: 1 });
    expect(report.results.filter(({ excuse }) => excuse).map(({ id }) => id)).toEqual(wrongCode);
  });

  test('counts on its last day, and from the next on no more', () => {
    const on = (today: string) => gated([broken('list.complete')], [waiverOf('list.complete')], { today });
    expect(on('2026-12-31')).toMatchObject({ exitCode: 0, gate: { notices: [] } });
    const late = on('2027-01-01');
    expect(late).toMatchObject({ verdict: 'violating', exitCode: 1 });
    expect(late.results[0]).not.toHaveProperty('excuse');
    expect(late.gate?.notices).toEqual([
      {
        kind: 'expired',
        id: 'list.complete',
        sentence: 'The waiver of list.complete (the pets team) ended on 2026-12-31: fix it or agree on a new date.',
        fails: true,
      },
    ]);
  });

  test('is found in its file by whoever reads the notice', () => {
    const place = { file: 'waivers.yaml', line: 7 };
    const waiver = { ...waiverOf('list.complete'), place };
    const late = gated([broken('list.complete')], [waiver], { today: '2027-01-01' });
    expect(late.gate?.notices).toMatchObject([{ kind: 'expired', place }]);
  });

  test('is waived by its fingerprint, or by one of a list, and by no other', () => {
    const named = (fingerprint: string | readonly string[]) =>
      gated([broken('list.complete')], [waiverOf('list.complete', { fingerprint })]);
    expect(named('f0123456789a')).toMatchObject({ exitCode: 0, gate: { notices: [] } });
    expect(named(['fffffffffff0', 'f0123456789a'])).toMatchObject({ exitCode: 0, gate: { notices: [] } });
    const other = named('fffffffffff0');
    expect(other).toMatchObject({ verdict: 'violating', exitCode: 1 });
    expect(other.gate?.notices[0]).toMatchObject({
      kind: 'mismatched',
      sentence: 'list.complete fails in a way that its waiver (the pets team) does not name: f0123456789a (500).',
      fails: true,
    });
  });

  test('that was accepted as intermittent is not accepted where it fails each time, nor the other way round', () => {
    const exitCodeOf = (accepted: string, found: string) =>
      gated(
        [broken('list.complete', { violations: [group(found)] })],
        [waiverOf('list.complete', { fingerprint: accepted })],
      ).exitCode;
    expect(exitCodeOf('f1-intermittent', 'f1-intermittent')).toBe(0);
    expect(exitCodeOf('f1-intermittent', 'f1')).toBe(1);
    expect(exitCodeOf('f1', 'f1-intermittent')).toBe(1);
    expect(exitCodeOf('f2', 'f1-intermittent')).toBe(1);
  });

  test('does not cover another violation of the same requirement', () => {
    const both = broken('list.complete', { violations: [group('f1'), group('f2')] });
    const report = gated([both], [waiverOf('list.complete', { fingerprint: 'f1' })]);
    expect(report).toMatchObject({ verdict: 'violating', exitCode: 1 });
    expect(report.results[0]).not.toHaveProperty('excuse');
    expect(report.results[0]?.violations?.map(({ excuse }) => excuse?.by)).toEqual(['waiver', undefined]);
    expect(kindsOf(report)).toEqual([['mismatched', 'list.complete', true]]);
  });

  test('may have one waiver for all that fails together', () => {
    const results = ['list.ok', 'list.complete'].map((id) => broken(id, { violations: [group(`f-${id}`)] }));
    const { id: _id, ...terms } = waiverOf('');
    const waiver = {
      ...terms,
      requirements: ['list.ok', 'list.complete'],
      fingerprint: ['f-list.ok', 'f-list.complete'],
    };
    expect(gated(results, [waiver])).toMatchObject({ exitCode: 0, gate: { notices: [] } });
    const fixed = gated([resultOf('list.ok'), ...results.slice(1)], [waiver]);
    expect(fixed.gate?.notices.map(({ sentence }) => sentence)).toEqual([
      'The waiver of list.ok (the pets team) is stale: it passes now, so remove it from the waiver.',
    ]);
  });

  test('may be waived beside another one of the same requirement, by somebody else', () => {
    const both = broken('list.complete', { violations: [group('f1'), group('f2')] });
    const one = waiverOf('list.complete', { fingerprint: 'f1' });
    const other = waiverOf('list.complete', { fingerprint: 'f2', owner: 'the store team' });
    const report = gated([both], [one, other]);
    expect(report).toMatchObject({ exitCode: 0, gate: { notices: [] } });
    const owners = report.results[0]?.violations?.map(({ excuse }) => excuse?.owner);
    expect(owners).toEqual(['the pets team', 'the store team']);
    const late = gated([both], [one, { ...other, until: '2026-11-01' }]);
    expect(late).toMatchObject({ exitCode: 1 });
    expect(kindsOf(late)).toEqual([['expired', 'list.complete', true]]);
  });

  test('of a SHOULD is waived in a strict run too', () => {
    const challenge = broken('auth.challenge', { level: 'SHOULD', outcome: 'warn' });
    const strict = { strict: true };
    expect(gated([resultOf('list.ok'), challenge], [], strict).exitCode).toBe(1);
    expect(gated([resultOf('list.ok'), challenge], [waiverOf('auth.challenge')], strict).exitCode).toBe(0);
  });
});

describe('what could not be decided', () => {
  const undecided = [resultOf('list.ok'), open('list.complete', { kind: 'nothing-seen', what: 'short page' })];

  test('is covered by a waiver of any violation', () => {
    expect(gated(undecided, [waiverOf('list.complete')])).toMatchObject({ verdict: 'conforming', exitCode: 0 });
  });

  test('is not covered by the waiver of one certain violation', () => {
    const report = gated(undecided, [waiverOf('list.complete', { fingerprint: 'f0123456789a' })]);
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
  });
});

describe('a waiver whose requirement passes', () => {
  const passing = [resultOf('list.ok'), resultOf('list.complete')];

  test('is reported as stale, and fails a strict run', () => {
    const report = gated(passing, [waiverOf('list.complete')]);
    expect(report).toMatchObject({ verdict: 'conforming', exitCode: 0 });
    expect(report.gate?.notices).toEqual([
      {
        kind: 'stale',
        id: 'list.complete',
        sentence: 'The waiver of list.complete (the pets team) is stale: it passes now, so remove the waiver.',
        fails: false,
      },
    ]);
    const strict = gated(passing, [waiverOf('list.complete')], { strict: true });
    expect(strict).toMatchObject({ verdict: 'conforming', exitCode: 6 });
    expect(kindsOf(strict)).toEqual([['stale', 'list.complete', true]]);
  });

  test('and that has ended is a file to put right', () => {
    const report = gated(passing, [waiverOf('list.complete')], { today: '2027-01-01' });
    expect(report).toMatchObject({ verdict: 'conforming', exitCode: 6 });
    expect(report.gate?.notices[0]?.sentence).toContain('it passes now, so remove the waiver');
  });

  test('is not stale where the requirement was left out', () => {
    const report = gated(
      [resultOf('list.ok'), resultOf('list.complete', { outcome: 'skipped' })],
      [waiverOf('list.complete')],
    );
    expect(report.gate?.notices).toEqual([]);
  });
});

describe('a run that did not come to its end', () => {
  const cutShort = (exitCode: number, results: readonly Result[]) =>
    applyGate(
      reportOf(results, { verdict: 'incomplete', exitCode, diagnosis: 'The run was interrupted.' }),
      { waivers: [waiverOf('list.complete')] },
      { today: '2026-11-15', strict: false },
    );

  test('does not pass because of a waiver', () => {
    const results = [resultOf('list.ok'), open('list.complete', { kind: 'interrupted' })];
    expect(cutShort(130, results)).toMatchObject({ verdict: 'incomplete', exitCode: 130 });
  });

  test('is incomplete where its only failure is waived: it may have missed others', () => {
    expect(cutShort(1, [resultOf('list.ok'), broken('list.complete')])).toMatchObject({
      verdict: 'incomplete',
      exitCode: 4,
    });
  });

  test('stays a bug in the suite, or a target that cannot be tested', () => {
    const results = [resultOf('list.ok'), broken('list.complete')];
    expect([5, 3, 2].map((exitCode) => cutShort(exitCode, results).exitCode)).toEqual([5, 3, 2]);
  });
});
