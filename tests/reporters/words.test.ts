import { describe, expect, test } from 'vitest';
import type { Repeated, ReportedFailure, Result, RunVerdict, ShownExchange } from '../../harness/model/report.ts';
import { type EffectiveOutcome, requirementsIn, withEffectiveOutcome } from '../../reporters/effective-outcome.ts';
import { caseLines, caveatOf, fieldsOf } from '../../reporters/evidence.ts';
import { type ReporterName, reporters } from '../../reporters/index.ts';
import { verdictInWords } from '../../reporters/verdict.ts';
import {
  exchange,
  failure,
  fullReport,
  inPieces,
  known,
  reportOf,
  resultOf,
  unanswered,
  waived,
  withFailure,
} from './samples.ts';

function fieldIn(result: Result, wanted: string): string | undefined {
  return fieldsOf(result, reportOf([result])).find(({ label }) => label === wanted)?.text;
}

const pages = { failed: 3, of: 41, unit: 'pages' } as const;
const [shown] = failure.violations ?? [];
const casesWith = (repeated: Repeated) => ({
  total: 1,
  listed: (shown?.cases.listed ?? []).map((one) => ({ ...one, repeated })),
});

describe('a finding says', () => {
  test.each<[Partial<ReportedFailure>, string]>([
    [{ frequency: { failed: 10, of: 420, unit: 'responses' } }, 'In 10 of 420 responses.'],
    [
      { frequency: pages, cases: casesWith({ times: 3, failed: 0 }) },
      'In 3 of 41 pages; not seen again in 3 repeats: it is rare, or depends on what was stored then.',
    ],
    [{ frequency: pages, cases: casesWith({ times: 1, failed: 1 }) }, 'In 3 of 41 pages.'],
    [{ frequency: pages, cases: casesWith({ times: 3, failed: 3 }) }, 'In 3 of 41 pages; seen again in all 3 repeats.'],
    [
      { frequency: pages, cases: casesWith({ times: 4, failed: 1 }) },
      'In 3 of 41 pages; seen again in 1 of 4 repeats.',
    ],
    [{ frequency: pages, cases: casesWith({ times: 2, failed: 2 }) }, 'In 3 of 41 pages; seen again in both repeats.'],
    [
      { intermittent: true, frequency: pages, cases: casesWith({ times: 4, failed: 1 }) },
      'Intermittent: in 3 of 41 pages; seen again in 1 of 4 repeats.',
    ],
    // What no repeat shows may depend on what was stored: an empty list is not empty for long.
    [
      {
        intermittent: true,
        frequency: { failed: 1, of: 50, unit: 'pages' },
        cases: casesWith({ times: 4, failed: 0 }),
      },
      'In 1 of 50 pages; not seen again in 4 repeats: it is rare, or depends on what was stored then.',
    ],
  ])('how often it was seen: %j', (changes, sentence) => {
    expect(fieldIn(withFailure(failure, changes), 'Frequency')).toBe(sentence);
  });

  test.each([
    [undefined, 1, 'sent only once'],
    // Others like it failed too, so that "4 of 4" and "only once" do not meet.
    [undefined, 4, undefined],
    [{ times: 1, failed: 1 }, 4, undefined],
    [{ times: 3, failed: 3 }, 4, undefined],
    [{ times: 4, failed: 1 }, 4, 'seen again in 1 of 4 repeats'],
  ] as const)('how often its command was seen to reproduce it: %j, %i failed', (repeated, failed, note) => {
    const cases = repeated && { cases: casesWith(repeated) };
    const result = withFailure(failure, { frequency: { ...pages, failed }, ...cases });
    const report = reportOf([result]);
    expect(fieldsOf(result, report).find(({ label }) => label === 'Reproduce')?.note).toBe(note);
    for (const format of ['terminal', 'markdown', 'html'] as const) {
      const text = reporters.get(format)?.(report, { colour: false, width: 100 });
      if (note !== undefined) expect(text, format).toContain(note);
    }
  });

  test.each([
    [{ connection: 'new' }, 'On a new connection.'],
    [{ connection: 'reused' }, 'On a connection that had just carried the right key.'],
    [{ connection: 'reused', after: 41 }, 'Right after exchange 41, on the same connection.'],
    [{}, undefined],
  ] as const)('which connection the deciding exchange had, if it fails only there: %j', (changes, sentence) => {
    const result = withFailure(failure, { exchanges: [unanswered, { ...exchange, ...changes }] });
    const { connection }: Partial<ShownExchange> = changes;
    expect(fieldIn(withFailure(result, connection ? { facts: { connection } } : {}), 'Connection')).toBe(sentence);
    expect(fieldIn(result, 'Connection')).toBeUndefined();
  });

  test('where a body was cut, and that replay sends it', () => {
    expect(fieldIn(inPieces, 'Sent')).toBe('In two pieces, cut after byte 12 of 27.');
    expect(fieldIn(inPieces, 'Reproduce')).toBe('send it with replay');
    expect(fieldIn(failure, 'Reproduce')).toBe(shown?.cases.listed[0]?.curl);
  });

  test('the failing cases in a line each, without what the result says anyway', () => {
    const one = { input: 'x', exchange: 7 };
    const changes = [{ input: 'name\n  42' }, { actual: '201' }, { expected: '404' }];
    const listed = changes.map((change) => ({ ...one, ...change }));
    const result = withFailure(failure, { cases: { total: 1500, listed } });
    expect(caseLines(result, 9)).toEqual([
      'name\\n  42',
      'x → 201',
      'x (expected 404)',
      'and 1,497 more, 1,500 in all',
    ]);
    expect(caseLines(result, 9, 1)).toEqual(['name\\n  42', 'with other answers: x', 'and 1,497 more, 1,500 in all']);
  });

  test('inputs with the same answer in one line, the largest group first', () => {
    const listed = ['a', 'b', 'c', 'd', 'e'].map((input) => ({
      ...{ input, exchange: 7 },
      ...(input !== 'a' && { actual: 'status 500' }),
    }));
    const result = withFailure(failure, { cases: { total: 5, listed } });
    expect(caseLines(result, 2)).toEqual(['b; c and 2 more → status 500', 'a']);
  });
});

test.each([
  [{ covered: ['listPets'] }, 'Checked: listPets.'],
  [{ reason: 'Replaced.', covered: ['listPets'] }, 'Replaced. Checked: listPets.'],
  [{ covered: ['listPets', 'createPet'] }, undefined],
  [{ reason: 'It fails.', outcome: 'fail' }, undefined],
] as const)('the caveat of %j', (changes, caveat) => {
  const operations = ['listPets', 'createPet'].map((operation) => resultOf(`${operation}.ok`, { operation }));
  expect(caveatOf(resultOf('auth.malformed', changes), reportOf(operations))).toBe(caveat);
});

test.each<ReporterName>(['terminal', 'json', 'html', 'markdown', 'junit', 'github'])(
  'a caveat, a warning and the lost pets are in %s',
  (name) => {
    const text = reporters.get(name)?.(fullReport, { colour: false, width: 100 }) ?? '';
    expect(text).toContain('A full page was replaced by another.');
    const lost = /2 pets of earlier runs are missing from the server: 12, 15[\s\S]*1 pet of earlier runs is different/;
    expect(text).toMatch(name === 'json' ? /"missing": \[\s+"12",\s+"15"\s+\],\s+"changed": \[\s+"9"/ : lost);
    if (name !== 'json') expect(text).toContain('2 interruptions by something in front of the server, 3.1 s');
  },
);

const warning = resultOf('auth.first', { level: 'SHOULD', outcome: 'warn' });
const open = resultOf('list.ok', { outcome: 'inconclusive' });
const unseen = resultOf('list.full', { outcome: 'unobservable' });

test.each<[RunVerdict, number, readonly Result[], string]>([
  ['conforming', 0, [warning], 'every MUST passed, 1 SHOULD requirement failed.'],
  ['conforming', 0, [waived, known], 'every MUST passed or is waived (1).'],
  ['conforming', 0, [waived, unseen], 'every MUST passed, is waived (1) or is unobservable (1).'],
  ['conforming', 6, [waived], 'every MUST passed or is waived (1), but a waiver no longer fits.'],
  ['violating', 1, [warning], '1 SHOULD requirement failed, which fails a strict run.'],
  ['violating', 1, [failure, waived], '1 MUST requirement failed.'],
  ['incomplete', 4, [open], 'no violation was found, but 1 MUST is inconclusive.'],
  ['incomplete', 4, [waived, open], 'no violation was found that is not waived or known, but 1 MUST is inconclusive.'],
  ['incomplete', 4, [unseen], 'no violation was found, but 1 MUST could not be checked (--require-all).'],
  ['incomplete', 130, [warning], 'no violation was found, but the run did not finish.'],
  ['untested', 3, [], 'nothing was decided about the server.'],
])('the meaning of %s with exit code %i', (verdict, exitCode, results, meaning) => {
  const notice = { kind: 'stale', id: 'list.ok', sentence: 'It is stale.', fails: exitCode === 6 } as const;
  const report = reportOf(results, { verdict, exitCode, gate: { notices: [notice], drifted: [] } });
  expect(verdictInWords({ ...report, run: { ...report.run, settings: { requireAll: true } } }).meaning).toBe(meaning);
});

test('every number in every format comes from the same count', () => {
  const withObservations = reportOf(
    [
      ...fullReport.results,
      ...Array.from({ length: 12 }, (_, index) =>
        resultOf(`observed.${index}`, { level: 'INFO', outcome: 'skipped', why: { kind: 'not-selected' } }),
      ),
    ],
    { ...fullReport },
  );
  const report = { ...withObservations, results: withObservations.results };
  const words: Readonly<Record<string, readonly [pattern: RegExp, effective: EffectiveOutcome]>> = {
    failed: [/(\d+) failed\b|(\d+) MUST requirements? failed/g, 'fail'],
    skipped: [/(\d+) skipped\b|Skipped \((\d+)\)/g, 'skipped'],
    passed: [/(\d+) passed, /g, 'pass'],
    waived: [/(\d+) waived\b|Waived \((\d+)\)/g, 'waived'],
    known: [/(\d+) known\b|Known from the baseline \((\d+)\)/g, 'known'],
    unobservable: [/(\d+) unobservable\b|Unobservable on this server \((\d+)\)/g, 'unobservable'],
    observations: [/(\d+) observations?\b|Observations \((\d+)\)/g, 'observed'],
  };
  for (const name of ['terminal', 'markdown', 'html', 'junit', 'github'] as const) {
    const rendered = reporters.get(name)?.(report, { colour: false, width: 100 }) ?? '';
    // Without markup, and without the lines of single areas.
    const text = rendered
      .replace(/<dl class="areas">[\s\S]*?<\/dl>/, '')
      .replace(/^\w+ +[✓✗!?∅○–·]+ .*$/gm, '')
      .replace(/<h2[^>]*>([^<]*) <small>(\d+)<\/small>/g, '$1($2)')
      .replace(/<(?!property)[^>]+>/g, '');
    for (const [what, [pattern, effective]] of Object.entries(words)) {
      const seen = [...text.matchAll(pattern)].map((found) => Number(found.slice(1).find((group) => group)));
      const wanted = withEffectiveOutcome(report.results, effective).length;
      expect([...new Set(seen)], `${what} in ${name}`).toEqual(seen.length === 0 ? [] : [wanted]);
    }
  }
  const html = reporters.get('html')?.(report, { colour: false, width: 100 }) ?? '';
  expect(html).toContain(`Requirements <small>${requirementsIn(report.results).length}</small>`);
});

const skips = (number: number, why: NonNullable<Result['why']>) =>
  Array.from({ length: number }, (_, index) => resultOf(`${why.kind}.${index}`, { outcome: 'skipped', why }));
const passes = Array.from({ length: 50 }, (_, index) => resultOf(`a.${index}`));
const info = resultOf('observed.order', { level: 'INFO', outcome: 'observed' });
const partial = reportOf([...passes, ...skips(22, { kind: 'read-only', needs: 'a creation' }), info]);

test.each<[ReporterName, RegExp]>([
  ['terminal', /^✓ Conforming on 50 of 72 \(read-only: 22 skipped\): every MUST that was checked passed\./m],
  ['markdown', /^## Conforming on 50 of 72 \(read-only: 22 skipped\)/],
  ['html', /<h1>.*Conforming on 50 of 72 \(read-only: 22 skipped\)<\/h1>/],
  ['github', /^::notice title=petstore-conformance::Conforming on 50 of 72/],
  ['junit', /<property name="checked" value="on 50 of 72 \(read-only: 22 skipped\)"\/>/],
])('a partial run says so in %s', (name, words) => {
  const render = reporters.get(name);
  expect(render?.(partial, { colour: false, width: 100 })).toMatch(words);
  expect(render?.(reportOf(passes), { colour: false, width: 100 })).not.toMatch(/on \d+ of \d/);
});

test.each([
  [{ only: ['list.*'], skip: ['list.ok'] }, '--only list.* --skip list.ok'],
  [{ only: ['x'.repeat(99)] }, `--only ${'x'.repeat(52)}…`],
  [{ only: 7 }, 'not selected'],
])('the reasons of a partial run are grouped, with settings %j', (settings, words) => {
  const dates = { date: '2027-01-01', now: '2027-01-02' };
  const report = reportOf([
    info,
    ...skips(2, { kind: 'not-selected' }),
    ...skips(1, { kind: 'removal-date', ...dates }),
  ]);
  expect(verdictInWords({ ...report, run: { ...report.run, settings } }).basis).toBe(
    `on 0 of 3 (${words}: 2 skipped; removal date: 1 skipped)`,
  );
});
