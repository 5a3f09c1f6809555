import { describe, expect, test } from 'vitest';
import { type Reason, type ReasonKind, sentenceOf } from '../../../harness/verdict/reasons.ts';
import { Inconclusive, Skipped } from '../../../harness/verdict/verdicts.ts';

/** One of each kind: the type fails to compile where one is missing. */
const reasons: { readonly [K in ReasonKind]: Extract<Reason, { readonly kind: K }> } = {
  'not-selected': { kind: 'not-selected' },
  'read-only': { kind: 'read-only', needs: 'a pet' },
  'removal-date': { kind: 'removal-date', date: '2030-12-05', now: '2031-01-01' },
  'restricted-categories': { kind: 'restricted-categories' },
  'depends-on': { kind: 'depends-on', because: ['list.ok'], outcome: 'failed' },
  'partly-covered': { kind: 'partly-covered', because: ['create.out-of-range'] },
  'no-control': { kind: 'no-control', control: 'a creation', status: 400 },
  'unknown-category-refused': { kind: 'unknown-category-refused' },
  'nothing-seen': { kind: 'nothing-seen', what: 'pet' },
  'too-few-pets': { kind: 'too-few-pets', needed: 20, visible: 3 },
  'pages-full': { kind: 'pages-full', what: 'a created pet' },
  'target-full': {
    kind: 'target-full',
    what: 'a new pet',
    page: 100,
    counts: { available: 131, pending: 100, sold: 104 },
  },
  'known-ids-missing': { kind: 'known-ids-missing', ids: ['7', '8'] },
  'one-at-a-time': { kind: 'one-at-a-time' },
  'budget-spent': { kind: 'budget-spent', budget: 'creations', limit: 200 },
  'rate-limited': { kind: 'rate-limited', status: 429, askedMs: 0, maxWaitMs: 30_000 },
  'ledger-unwritable': { kind: 'ledger-unwritable', code: 'ENOSPC' },
  'locked-out': { kind: 'locked-out' },
  'gateway-down': { kind: 'gateway-down', status: 502, waitedMs: 1500 },
  'target-stopped': { kind: 'target-stopped', timeouts: 11, of: 20 },
  'out-of-time': { kind: 'out-of-time', maxDurationMs: 1500 },
  'no-response': { kind: 'no-response', request: 'GET', failure: 'it was reset', repeated: 'answered' },
  'observation-failed': { kind: 'observation-failed', detail: 'it was not answered' },
  interrupted: { kind: 'interrupted' },
  'not-reached': { kind: 'not-reached' },
  'suite-bug': { kind: 'suite-bug', detail: 'TypeError: x.' },
};

const all: readonly Reason[] = Object.values(reasons);

describe('a reason', () => {
  test.each(all.map((reason) => [reason.kind, reason] as const))('%s is one whole sentence', (_kind, reason) => {
    const sentence = sentenceOf(reason);
    expect(sentence).toMatch(/^\S[^\n]+\.$/);
    expect(sentence).not.toMatch(/undefined|null|NaN|\[object|\.\.$/);
  });

  test('has a sentence of its own', () => {
    expect(new Set(all.map(sentenceOf)).size).toBe(all.length);
  });

  test.each<[Reason, string]>([
    [{ kind: 'depends-on', because: ['a'], outcome: 'failed' }, 'Depends on a, which failed.'],
    [
      { kind: 'depends-on', because: ['a', 'b', 'c'], outcome: 'undecided' },
      'Depends on a, b and c, which could not be decided.',
    ],
    [{ kind: 'nothing-seen', what: 'pet', because: ['a', 'b'] }, 'No pet was seen (see a, b).'],
    [
      { kind: 'no-control', control: 'a creation', status: 400 },
      'No accepted control: a creation was answered with 400.',
    ],
    [{ kind: 'too-few-pets', needed: 20, visible: 3 }, '20 visible pets are needed and 3 can be relied on.'],
    [
      { kind: 'gateway-down', status: 502, waitedMs: 1500 },
      'Something in front of the service kept answering 502 for 1.5 s (raise --max-wait).',
    ],
    [
      { kind: 'budget-spent', budget: 'bad-credentials', limit: 40 },
      'The budget of 40 bad credentials is spent (raise --max-bad-credentials if the target allows it).',
    ],
    [{ kind: 'not-reached', detail: 'a crash' }, 'The run ended before this was decided: a crash.'],
  ])('%j carries its data into the sentence', (reason, sentence) => {
    expect(sentenceOf(reason)).toBe(sentence);
  });
});

test.each([Inconclusive, Skipped])('%o keeps the reason as data and says it', (Verdict) => {
  const verdict = new Verdict(reasons['too-few-pets']);
  expect(verdict.reason).toEqual(reasons['too-few-pets']);
  expect(verdict.message).toBe(sentenceOf(reasons['too-few-pets']));
});
