import { describe, expect, test } from 'vitest';
import { applyGate } from '../../../harness/gate/gate.ts';
import type { Waiver } from '../../../harness/gate/waivers.ts';
import type { Report, Result } from '../../../harness/report/model.ts';
import { type Reason, sentenceOf } from '../../../harness/report/reasons.ts';
import { reportOf, resultOf } from '../../reporters/samples.ts';

const group = (fingerprint: string) => ({ fingerprint, answer: 500, count: 1, exchange: 1 });
const FAILED = { outcome: 'fail', expected: '200', actual: '500' } as const;
const broken = (id: string, changes: Partial<Result> = {}) =>
  resultOf(id, { ...FAILED, violations: [group('f0123456789a')], ...changes });
const open = (id: string, why: Reason, changes: Partial<Result> = {}) =>
  resultOf(id, { outcome: 'inconclusive', reason: sentenceOf(why), why, ...changes });
const linkedTo = (because: string, ...fingerprints: readonly string[]) =>
  open(
    'history.agrees',
    { kind: 'consequence', because: [because] },
    {
      links: fingerprints.map((fingerprint) => ({ because, fingerprint, by: 'pet', exchange: 2, cause: 1 })),
    },
  );
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
  test('is reported with its excuse and does not fail the run', () => {
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

  test('takes along what it alone leaves open, directly or through others', () => {
    const report = gated(
      [
        broken('list.complete'),
        open('history.agrees', dependsOn('list.complete')),
        open('auth.no-effect', dependsOn('history.agrees')),
        open('create.no-effect', { kind: 'nothing-seen', what: 'pet', because: ['list.complete'] }),
      ],
      [waiverOf('list.complete')],
    );
    expect(report).toMatchObject({ verdict: 'conforming', exitCode: 0 });
    const causes = ['list.complete', 'history.agrees', 'list.complete'];
    expect(report.results.slice(1).map(({ excuse }) => excuse)).toEqual(
      causes.map((id) => ({ by: 'waiver', reason: `What is waived leaves it open: ${id}.` })),
    );
  });

  test('excuses a consequence that is linked to it, and none that is linked to another violation', () => {
    const both = broken('list.complete', { violations: [group('f1'), group('f2')] });
    const only = (fingerprint: string | undefined, ...links: readonly string[]) => {
      const waiver = waiverOf('list.complete', fingerprint === undefined ? {} : { fingerprint });
      return gated([both, linkedTo('list.complete', ...links)], [waiver]).results[1]?.excuse?.by;
    };
    expect([only(undefined, 'f1', 'f2'), only('f1', 'f1')]).toEqual(['waiver', 'waiver']);
    expect([only('f1', 'f2'), only('f1', 'f1', 'f2'), only('f1', '')]).toEqual([undefined, undefined, undefined]);
  });

  test('takes along nothing that is open for a reason of its own', () => {
    const report = gated(
      [broken('list.complete'), open('history.agrees', { kind: 'gateway-down', status: 502, waitedMs: 30_000 })],
      [waiverOf('list.complete')],
    );
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
    expect(report.results[1]).not.toHaveProperty('excuse');
  });

  test('is named where it, and not another one, leaves something open', () => {
    const report = gated(
      [broken('list.ok'), broken('list.complete'), open('history.agrees', dependsOn('list.complete'))],
      [waiverOf('list.ok'), waiverOf('list.complete')],
    );
    expect(report.results[2]?.excuse?.reason).toBe('What is waived leaves it open: list.complete.');
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

  test('is excused by its fingerprint, or by one of a list, and by no other', () => {
    const named = (fingerprint: string | readonly string[]) =>
      gated([broken('list.complete')], [waiverOf('list.complete', { fingerprint })]);
    expect(named('f0123456789a')).toMatchObject({ exitCode: 0, gate: { notices: [] } });
    expect(named(['fffffffffff0', 'f0123456789a'])).toMatchObject({ exitCode: 0, gate: { notices: [] } });
    const other = named('fffffffffff0');
    expect(other).toMatchObject({ verdict: 'violating', exitCode: 1 });
    expect(other.gate?.notices[0]).toMatchObject({
      kind: 'mismatched',
      sentence:
        'list.complete fails in a way that its waiver (the pets team) does not name: the waiver names fffffffffff0, and f0123456789a is not among them. Fix it, or add what you accept as well.',
      fails: true,
    });
  });

  test('that was accepted as intermittent is not accepted where it fails each time; the other way round it is', () => {
    const exitCodeOf = (accepted: string, found: string) =>
      gated(
        [broken('list.complete', { violations: [group(found)] })],
        [waiverOf('list.complete', { fingerprint: accepted })],
      ).exitCode;
    expect(exitCodeOf('f1-intermittent', 'f1-intermittent')).toBe(0);
    expect(exitCodeOf('f1-intermittent', 'f1')).toBe(1);
    expect(exitCodeOf('f1', 'f1-intermittent')).toBe(0);
    expect(exitCodeOf('f2', 'f1-intermittent')).toBe(1);
  });

  test('does not excuse another violation of the same requirement', () => {
    const both = broken('list.complete', { violations: [group('f1'), group('f2')] });
    const report = gated([both], [waiverOf('list.complete', { fingerprint: 'f1' })]);
    expect(report).toMatchObject({ verdict: 'violating', exitCode: 1 });
    expect(report.results[0]).not.toHaveProperty('excuse');
    expect(report.results[0]?.violations?.map(({ excuse }) => excuse?.by)).toEqual(['waiver', undefined]);
    expect(kindsOf(report)).toEqual([['mismatched', 'list.complete', true]]);
  });

  test('of a SHOULD is excused in a strict run too', () => {
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
    expect(strict).toMatchObject({ verdict: 'conforming', exitCode: 2 });
    expect(kindsOf(strict)).toEqual([['stale', 'list.complete', true]]);
  });

  test('and that has ended is a file to put right', () => {
    const report = gated(passing, [waiverOf('list.complete')], { today: '2027-01-01' });
    expect(report).toMatchObject({ verdict: 'conforming', exitCode: 2 });
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
