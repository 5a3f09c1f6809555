import { describe, expect, test } from 'vitest';
import type { Report } from '../../harness/report/model.ts';
import { renderTerminal } from '../../reporters/terminal.ts';
import { exchange, failure, fullReport, known, reportOf, resultOf, unsteady, waived } from './samples.ts';

function plain(report: Report, width = 90, verbose = false): string {
  return renderTerminal(report, { colour: false, width, verbose });
}

test('a passing report is short', () => {
  const results = [resultOf('auth.accepted'), resultOf('list.ok'), resultOf('list.unique')];
  expect(plain(reportOf(results))).toMatchInlineSnapshot(`
    "petstore-conformance 0.1.0  http://127.0.0.1:4010/v1

    auth  ✓   1 passed
    list  ✓✓  2 passed

    3 passed
    1,412 requests, 1 creation, 3.4 s, seed 42

    ✓ Conforming: every selected MUST passed. (exit code 0)
    "
  `);
});

test('a failing report shows what was expected, what was seen and how to see it again', () => {
  expect(plain(fullReport)).toMatchInlineSnapshot(`
    "petstore-conformance 0.1.0  http://127.0.0.1:4010/v1
    ✗ Violating: 4 MUST requirements failed, 1 of them unsteady. (exit code 1)

    auth    ✓!○     1 passed, 1 warning, 1 known
    list    ✗✓??○○  1 passed, 1 failed, 2 not decided, 2 waived
    create  ✗–≈≈✗   0 passed, 2 failed, 2 unsteady, 1 skipped

    Violations (4)

    ✗ list.limit.maximum  MUST
      limit=100 is accepted and gives at most 100 pets, and 100 when as many exist.
      Section     Endpoints / GET /pets / Query parameters; Limits
      Expected    200 with 100 pets
      Actual      200 with 1 pet
      Exchange    > GET /v1/pets?limit=100
                  < 200 (12 ms)
                  < [{"id":1,"name":"conformance-a1-1","categoryId":1}]
      Fails with  limit=100
      Found with  seed 99, path 3:0
      Try it      curl -sS -i 'http://127.0.0.1:4010/v1/pets?limit=100' -H "authorization: Bearer $PETSTORE_API_KEY"
      Replay      petstore-conformance --base-url http://127.0.0.1:4010/v1 --only list.limit.maximum --seed 42
      Fingerprint 0123456789ab

    ✗ create.echo  MUST
      What create.echo says.
      Section     Endpoints
      Expected    201
      Actual      no response
      Exchange    GET /v1/pets?limit=100 → 200
                  > POST /v1/pets
                  > {"name":"a","categoryId":1}
                  < no response: the connection was closed before a response (3 ms)
      Replay      petstore-conformance --base-url http://127.0.0.1:4010/v1 --only create.echo --seed 42

    ≈ create.minimal  MUST
      What create.minimal says.
      Section     Endpoints
      Expected    status 201
      Actual      status 503
      Reason      Failed 2 of 5.
      Rounds      failed, passed, failed, passed, passed
      Exchange    > GET /v1/pets?limit=100
                  < 200 (12 ms)
                  < [{"id":1,"name":"conformance-a1-1","categoryId":1}]
      Replay      petstore-conformance --base-url http://127.0.0.1:4010/v1 --only create.minimal --seed 42
      Fingerprint 999988887777

    ✗ create.wrong-type  MUST
      What create.wrong-type says.
      Section     Endpoints
      Expected    status 400
      Actual      status 201
      Frequency   Intermittent: in 3 of 41 responses; not seen again in 3 repeats.
      Connection  On a connection that had just carried the right key.
      Scope       Only a special case fails; what depends on it was checked all the same.
      Exchange    > GET /v1/pets?limit=100
                  < 200 (12 ms)
                  < [{"id":1,"name":"conformance-a1-1","categoryId":1}]
      Cases       name 42
                  name true
                  name null
                  name [42]
                  name {"a":1}
                  and 9 more, 14 in all
      Replay      petstore-conformance --base-url http://127.0.0.1:4010/v1 --only create.wrong-type --seed 42

    Warnings (1)

    ! auth.challenge  SHOULD
      What auth.challenge says.
      Section     Endpoints
      Expected    WWW-Authenticate naming Bearer
      Actual      no such header
      Try it      curl -sS -i http://127.0.0.1:4010/v1/pets

    Waivers and baseline (3)

    ✗ The waiver of auth.accepted (ops) ended on 2026-11-01: it passes now, so remove the
      waiver. (fails the run)
    ✗ list.limit.maximum fails differently than its waiver (ops) expects. (fails the run)
    · list.ok passed; in the baseline it failed.

    Not decided (3)

    ? Every page was full.
      list.complete, list.status.complete

    ? Not decided 1 of 2. No answer came in time.
      create.large

    Waived (2)

    ○ Waived until 2026-12-31 by the pets team: It goes with the new store.
      ✗ list.unique  MUST
        expected every id once; actual id 7 twice

    ○ Waived: What is waived leaves it open: list.unique.
      ? list.agrees  MUST
        It needs list.unique.

    Known from the baseline (1)

    ○ Known: It is no worse than in the baseline of 2026-11-01, where it failed.
      ! auth.first  SHOULD
        expected 401; actual 400

    Skipped (1)

    – Only named categories are sent.
      create.int64

    Passed for some operations (1)

    ✓ Checked: listPets, createPet.
      auth.accepted

    Observations that drifted (1)

    · observed.order
      Before  by name
      After   by id, ascending

    1 observation of what the specification leaves open (--verbose lists them).

    The run was interrupted.

    2 passed, 3 failed, 2 unsteady, 1 warning, 2 not decided, 2 waived, 1 known, 1 skipped, 1
    observation
    1,412 requests, 2 creations, 3.4 s, seed 42
    2 interruptions by something in front of the service, 3.1 s

    ✗ Violating: 4 MUST requirements failed, 1 of them unsteady. (exit code 1)
    "
  `);
});

test('what was not selected and what was observed is counted, and listed on request', () => {
  const left = ['auth.first', 'get.found'].map((id) =>
    resultOf(id, { outcome: 'skipped', reason: 'Not selected.', why: { kind: 'not-selected' } }),
  );
  const unfit = resultOf('create.int64', { outcome: 'skipped', reason: 'Only named categories are sent.' });
  const observations = [{ id: 'observed.order', statement: 'The order', value: 'by id' }];
  const report = reportOf([resultOf('list.ok'), unfit, ...left], { observations });
  expect(plain(report)).toContain('\nSkipped (1)\n\n– Only named categories are sent.\n  create.int64\n');
  expect(plain(report)).toContain('\n2 requirements not selected by --only or --skip (--verbose lists them).\n');
  expect(plain(report)).not.toMatch(/get\.found|observed\.order/);
  expect(plain(report, 90, true)).toContain('\n– Not selected.\n  auth.first, get.found\n');
  expect(plain(report, 90, true)).toContain('\nobserved.order  by id\n');
});

test('a long input and a long command do not fill the screen', () => {
  const counterexample = { value: 'x'.repeat(10_000), seed: 1, path: '0' };
  const text = plain(reportOf([{ ...failure, counterexample, curl: `curl ${'y'.repeat(10_000)}` }]));
  expect(text.match(/x{20,}/g)).toHaveLength(4);
  expect(text).toContain('Try it      a curl command of 10,005 characters: copy it from the html or json report');
});

test('a defect of which every row is excused is not marked as one that fails the run', () => {
  const causes = [{ cause: 'Identifiers come twice.', explains: ['list.unique'], leavesOpen: ['list.agrees'] }];
  expect(plain({ ...fullReport, causes })).toContain('\n○ Identifiers come twice.\n');
  const mixed = [{ cause: 'Much is wrong.', explains: ['list.unique', 'create.echo'], leavesOpen: [] }];
  expect(plain({ ...fullReport, causes: mixed })).toContain('\n✗ Much is wrong.\n');
});

test('an excuse on what holds excuses nothing', () => {
  const excuse = { by: 'waiver', reason: 'Forged.' } as const;
  expect(plain(reportOf([resultOf('list.ok', { excuse })]))).toContain('list  ✓  1 passed\n\n1 passed\n');
});

test('what is excused is reported in few lines', () => {
  const text = plain(reportOf([{ ...waived, actual: 'x'.repeat(10_000) }]));
  expect(text.match(/x{20,}/g)?.length).toBeLessThanOrEqual(4);
  expect(text).toMatch(/x…\n/);
});

test('a target that could not be tested gets the diagnosis and the verdict alone', () => {
  const diagnosis = 'The target cannot be reached: the connection was refused.';
  expect(plain(reportOf([], { verdict: 'untested', exitCode: 3, diagnosis }))).toMatchInlineSnapshot(`
    "The target cannot be reached: the connection was refused.

    ? Not tested: nothing was decided about the target. (exit code 3)
    "
  `);
});

describe('the closing line', () => {
  const last = (report: Report) => plain(report).trimEnd().split('\n').at(-1);
  const warning = resultOf('auth.first', { level: 'SHOULD', outcome: 'warn' });
  const open = resultOf('list.ok', { outcome: 'inconclusive', reason: 'Every page was full.' });
  const seldom = { ...warning, outcome: 'unsteady', rounds: ['warn', 'pass'] } as const;

  test.each([
    [
      [warning],
      'conforming',
      0,
      '✓ Conforming: every selected MUST passed, 1 SHOULD requirement failed. (exit code 0)',
    ],
    [[warning], 'violating', 1, '✗ Violating: 1 SHOULD requirement failed, which fails a strict run. (exit code 1)'],
    [[unsteady], 'violating', 1, '✗ Violating: 1 MUST requirement did not always pass. (exit code 1)'],
    [[failure, unsteady], 'violating', 1, '✗ Violating: 2 MUST requirements failed, 1 of them unsteady. (exit code 1)'],
    [[failure, waived], 'violating', 1, '✗ Violating: 1 MUST requirement failed. (exit code 1)'],
    [
      [seldom],
      'conforming',
      0,
      '✓ Conforming: every selected MUST passed, 1 SHOULD requirement did not always pass. (exit code 0)',
    ],
    [[waived, known], 'conforming', 0, '✓ Conforming: every selected MUST passed or is excused (1). (exit code 0)'],
    [
      [waived],
      'conforming',
      2,
      '! Conforming: every selected MUST passed or is excused (1), but a waiver no longer fits. (exit code 2)',
    ],
    [
      [open],
      'incomplete',
      2,
      '? Incomplete: no violation was found, but 1 MUST was not decided, and a waiver no longer fits. (exit code 2)',
    ],
    [
      [open, waived],
      'incomplete',
      4,
      '? Incomplete: no violation was found that is not excused, but 1 MUST was not decided. (exit code 4)',
    ],
    [[open], 'incomplete', 4, '? Incomplete: no violation was found, but 1 MUST was not decided. (exit code 4)'],
    [[warning], 'incomplete', 130, '? Incomplete: no violation was found, but the run did not finish. (exit code 130)'],
  ] as const)('%#', (results, verdict, exitCode, line) => {
    expect(last(reportOf(results, { verdict, exitCode }))).toBe(line);
  });
});

describe('text that a server chose', () => {
  const hostile = '\u001b[2J\u001b]0;owned\u0007\u009b31m\r\u202eevil\u2028\ud800\u{e0041}';
  const forged = `${hostile}\n✓ Conforming: forged`;
  const report = reportOf(
    [
      {
        ...failure,
        actual: forged,
        curl: forged,
        counterexample: { value: forged, seed: 1, path: hostile },
        cases: { total: 9, listed: [{ input: forged, expected: forged, actual: forged, curl: forged }] },
        exchanges: [{ ...exchange, response: { ...exchange.response, body: forged } }],
      },
      resultOf('list.ok', { outcome: 'inconclusive', reason: forged }),
      resultOf('list.unique', { outcome: 'skipped', reason: forged }),
      { ...waived, actual: forged, excuse: { by: 'waiver', reason: forged, owner: forged, until: forged } },
      { ...known, actual: forged, excuse: { by: 'baseline', reason: forged } },
      { ...unsteady, reason: forged, fingerprint: forged },
    ],
    {
      verdict: 'violating',
      diagnosis: forged,
      observations: [{ id: 'o', statement: 'Seen', value: forged }],
      causes: [{ cause: forged, explains: ['list.unique'], leavesOpen: [] }],
      gate: {
        notices: [
          { kind: 'expired', id: 'list.ok', sentence: forged, fails: true },
          { kind: 'mended', id: 'list.ok', sentence: forged, fails: false },
        ],
        drifted: [{ id: forged, statement: forged, before: forged, after: forged }],
      },
    },
  );

  test('is shown with its control characters escaped', () => {
    const text = plain(report);
    expect(text).not.toMatch(/[^\P{C}\n]/u);
    expect(text).toContain(String.raw`\u001b[2J\u001b]0;owned\u0007\u009b31m\r\u202eevil\u2028\ud800\udb40\udc41`);
  });

  test('cannot start a line', () => {
    expect(plain(report)).not.toMatch(/^✓ Conforming/m);
  });

  test('loses the line breaks at its end', () => {
    const body = '<html>\n</html>\n\n';
    const text = plain(
      reportOf([{ ...failure, actual: body, exchanges: [{ ...exchange, response: { ...exchange.response, body } }] }]),
    );
    expect(text).not.toMatch(/^ *<?\s*\n\s*(Exchange|Fails with)/m);
  });

  test('is cut to a few lines', () => {
    const body = 'x'.repeat(10_000);
    const text = plain(
      reportOf([{ ...failure, exchanges: [{ ...exchange, response: { ...exchange.response, body } }] }]),
    );
    expect(text).toMatch(/^ +< … 9,\d{3} more characters$/m);
    expect(text.match(/x{20,}/g)).toHaveLength(4);
  });
});

test('of many exchanges the last one is shown in full and a few before it in brief', () => {
  const exchanges = Array.from({ length: 9 }, (_, number) => ({ ...exchange, number }));
  const text = plain(reportOf([{ ...failure, exchanges }]));
  expect(text).toContain('5 earlier exchanges, see the json report');
  expect(text.match(/→ 200/g)).toHaveLength(3);
});

test('nothing but a command is wider than the page', () => {
  const tooWide = plain(fullReport, 60)
    .split('\n')
    .filter((line) => line.length > 60 && !/^ {2}(Try it|Replay) |\(exit code 1\)$/.test(line));
  expect(tooWide).toEqual([]);
});

test('colour is used only when asked for, and changes nothing but colour', () => {
  const escapes = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');
  const coloured = renderTerminal(fullReport, { colour: true, width: 90 });
  expect(coloured).toMatch(escapes);
  expect(plain(fullReport)).not.toMatch(escapes);
  expect(coloured.replace(escapes, '')).toBe(plain(fullReport));
});
