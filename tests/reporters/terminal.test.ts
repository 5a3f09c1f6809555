import { expect, test } from 'vitest';
import type { Report } from '../../harness/model/report.ts';
import { renderHtml } from '../../reporters/html/index.ts';
import { renderTerminal } from '../../reporters/terminal.ts';
import { exchange, failing, failure, fullReport, reportOf, resultOf, waived, withFailure } from './samples.ts';

function plain(report: Report, width = 90, verbose = false): string {
  return renderTerminal(report, { colour: false, width, verbose });
}

test('a failing report shows what was expected, what was seen and how to see it again', () => {
  const ids = [failure.id, 'list.agrees', 'create.wrong-type', 'create.large', 'list.ok'];
  const results = fullReport.results.filter(({ id }) => ids.includes(id));
  expect(plain(reportOf(results, { verdict: 'violating', exitCode: 1 }))).toMatchInlineSnapshot(`
    "petstore-conformance 0.1.0  http://127.0.0.1:4010/v1
    ✗ Violating: 3 MUST requirements failed. (exit code 1)

    list    ✗✓?  1 passed, 1 failed, 1 inconclusive
    create  ✗✗   0 passed, 2 failed

    Violations (2)

    ✗ create.wrong-type  MUST
      What create.wrong-type says.
      Expected      status 400
      Actual        status 201
      Cases         name 42; name true; name null; name [42]; sent in pieces
                    categoryId "42" → status 500 (expected status 400 or 404)
                    name {} → no response
                    and 8 more, 15 in all
      Cause         201 for a name that is a number.
      Frequency     In 3 of 41 responses; not seen again in 3 repeats: it is rare, or depends
                    on what was stored then.
      Connection    On a new connection.
      Reproduce     send it with replay
      Replay        petstore-conformance --base-url http://127.0.0.1:4010/v1 --only create.wrong-type --seed 42
      ✗ create.large  MUST  expected status 400; actual status 500; in 1 of 1 response

    ✗ list.limit.maximum  MUST
      limit=100 is accepted and gives at most 100 pets, and 100 when as many exist.
      Expected      200 with 100 pets
      Actual        200 with 1 pet
      Right answer  POST /pets {} → 201 {}, and 100 more of these
                    GET /pets?limit=100 → 200 [] (100 pets)
      Cases         GET /v1/pets?limit=100
      Usually       The page size is capped below 100, often by a default of the database
                    library.
      Frequency     In 1 of 1 response.
      Reproduce     curl -sS -i 'http://127.0.0.1:4010/v1/pets?limit=100' -H "authorization: Bearer $PETSTORE_API_KEY"
                    (sent only once)
      Replay        petstore-conformance --base-url http://127.0.0.1:4010/v1 --only list.limit.maximum --seed 42

    Inconclusive (1)

    ? Depends on list.limit.maximum, which failed.
      list.agrees

    ✗ create.wrong-type   201 for a name that is a number.
    ✗ list.limit.maximum  200 with 1 pet (expected 200 with 100 pets)

    1 passed, 3 failed, 1 inconclusive
    1,412 requests, 1 creation, 3.4 s, seed 42
    The commands read the API key from PETSTORE_API_KEY: export it first.

    ✗ Violating: 3 MUST requirements failed. (exit code 1)
    "
  `);
});

test.each([
  'petstore-conformance 0.1.0  http://127.0.0.1:4010/v1\n✗ Violating on 14 of 15 (read-only: 1 skipped): 4 MUST',
  'Waivers and baseline (2)\n\n✗ The waiver of auth.accepted has ended. (fails the run)\n· list.ok passed; in the b',
  'Inconclusive (3)\n\n? Every page was full.\n  list.complete, list.status.complete\n',
  'Unobservable on this server (1)\n\n∅ No page can show it.\n  list.full\n',
  'Waived (2)\n\n○ Waived until 2026-12-31 by the pets team: It goes with the new store.\n  list.unique, list.filter\n',
  'Known from the baseline (1)\n\n○ Known: It is no worse than in the baseline of 2026-11-01, where it failed.\n',
  'Passed with a caveat (1)\n\n✓ A full page was replaced by another. Checked: listPets.\n  auth.accepted\n',
  'Drift (1)\n\n· observed.order: by id, descending; now by id, ascending\n',
  '  Notice        It fails differently than its waiver expects.\n',
  '\n! The run was interrupted.\n! Warning: 2 interruptions',
])('a report has %j', (part) => {
  expect(plain(fullReport)).toContain(part);
});

test('the first report of a bad server fits into two screens, and has one line for each story', () => {
  const many = <T>(number: number, one: (index: number) => T) =>
    Array.from({ length: number }, (_, index) => one(index));
  const cause = { from: 'record', text: 'Errors are HTML.' } as const;
  const failed = many(40, (index) => ({
    ...withFailure(failure, { place: 100 + index, story: index < 15 ? 100 : 100 + index, cause }),
    id: `list.bad-${index}`,
  }));
  const other = many(12, (index) =>
    resultOf(`create.x-${index}`, { outcome: 'inconclusive', reason: `Why ${index}.` }),
  );
  const report = reportOf([...failed, ...other], { verdict: 'violating', exitCode: 1 });
  const text = plain(report, 100);
  expect(text.split('\n').length).toBeLessThanOrEqual(100);
  expect(failed.filter(({ id }) => !text.includes(id))).toEqual([]);
  expect(text).toMatch(/^✗ list\.bad-0 {3}Errors are HTML\.$/m);
  expect(text).not.toMatch(/^✗ list\.bad-1 /m);
  expect(text).toMatch(/^ {2}✗ list\.bad-1 {2}MUST {2}expected 200/m);
  // 26 stories, of which the first few are shown in full.
  const inFull = text.match(/^ +Replay /gm)?.length ?? 0;
  expect(text).toContain('Violations (26)\n');
  expect(text).toContain(`\n${26 - inFull} more in full with --verbose.\n`);
  const verbose = plain(report, 100, true);
  expect(report.results.filter(({ id }) => !verbose.includes(id))).toEqual([]);
  expect(verbose.match(/^ +Replay /gm)).toHaveLength(40);
  expect(verbose).not.toContain('f0123456789a');
});

test('skipped requirements and observations are short, and listed on request', () => {
  const why = { kind: 'not-selected' } as const;
  const left = Array.from({ length: 60 }, (_, index) =>
    resultOf(`get.something-long.${index}`, { outcome: 'skipped', reason: 'Not selected.', why }),
  );
  const seen = resultOf('observed.order', { level: 'INFO', outcome: 'observed', reason: 'by id' });
  const { run } = reportOf([]);
  const settings = { ...run.settings, only: ['list.*'] };
  const report = reportOf([resultOf('list.ok'), ...left, seen], { run: { ...run, settings } });
  expect(plain(report)).toContain('1 observation where the specification is silent (--verbose lists them).');
  // Of what nobody asked for, the number is enough.
  expect(plain(report)).toContain('Skipped (60)\n\n– 60 requirements not selected (--only list.*).\n');
  expect(plain(report, 90, true)).not.toContain('get.something-long');
  expect(plain(report, 90, true)).toContain('· by id\n  · observed.order  INFO  What observed.order says.');
});

test('long inputs, commands, bodies and findings do not fill the screen', () => {
  const long = (letter: string) => letter.repeat(10_000);
  const exchanges = [{ ...exchange, response: { ...exchange.response, body: long('b') } }];
  const cases = { total: 1, listed: [{ input: long('x'), exchange: 7, curl: `curl ${long('y')}` }] };
  const spoilt = withFailure(failure, { exchanges, cases });
  const report = reportOf([spoilt, withFailure(waived, { actual: long('w') })]);
  const text = plain(report, 90, true);
  expect(['x', 'b', 'w'].map((letter) => text.match(new RegExp(`${letter}{20,}`, 'g'))?.length)).toEqual([2, 6, 1]);
  expect(text).toContain('a command of 10,005 characters: copy it from the html or json report');
  // What is the cause is wrapped, and never cut.
  const cause = { from: 'usual', text: `${'word '.repeat(60)}end.` } as const;
  expect(plain({ ...report, results: [withFailure(failure, { cause })] })).toMatch(/(word )?end\.$/m);
});

test('a target that could not be tested gets the diagnosis and the verdict alone', () => {
  expect(plain(reportOf([], { verdict: 'untested', exitCode: 3, diagnosis: 'It cannot be reached.' }))).toBe(
    '! It cannot be reached.\n\n? Not tested: nothing was decided about the server. (exit code 3)\n',
  );
});

test.each(['unobservable', 'pass'] as const)(
  'a target whose pages are full, with a requirement that is %s',
  (outcome) => {
    const population = { page: 100, statuses: [{ status: 'sold', pets: 103, isFull: true }] };
    const report = reportOf([resultOf('list.ok', { outcome })], { run: { ...fullReport.run, population } });
    const isSaid = plain(report, 100).includes('This server is full: use a fresh server.');
    expect(isSaid).toBe(outcome === 'unobservable');
    expect(plain(report, 100, true)).toContain('Pets on the server: sold 103 or more.');
  },
);

test('nothing but a command is wider than the page, and colour changes nothing but colour', () => {
  const lines = plain(fullReport, 60, true).split('\n');
  const mayBeWide = /^ +(Reproduce|Replay) |\(exit code 1\)$|^list /;
  expect(lines.filter((line) => line.length > 60 && !mayBeWide.test(line))).toEqual([]);
  const escapes = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');
  const coloured = renderTerminal(fullReport, { colour: true, width: 90 });
  expect(coloured).toMatch(escapes);
  expect(coloured.replace(escapes, '')).toBe(plain(fullReport));
});

test('the overview names the input to blame, and the answer', () => {
  const failed = (id: string, actual: string, inputs?: readonly string[], values: readonly string[] = []) => {
    const cases = { total: 3, listed: [{ input: 'name: null, sent in pieces', exchange: 1, values }] };
    return failing(id, { answer: 500, expected: 'status 400', actual, cases, ...(inputs && { inputs }) });
  };
  const long = `500 with the Error ${'x'.repeat(80)}`;
  const results = [
    failed('create.wrong-type', long, ['body/name-null']),
    failed('create.bad-body', long),
    failed('create.bad-status', '500', ['body/name-null']),
    failed('create.invalid', long, undefined, ['break/null']),
    failed('errors.shape.404', `status is "500", not an integer: ${long}`, ['body/name-null']),
  ];
  const report = reportOf(results, { verdict: 'violating', exitCode: 1 });
  const text = plain(report);
  expect(text).toMatch(/^✗ create\.wrong-type {2}name: null, sent in pieces and 2 more → 500/m);
  expect(text).toMatch(/^✗ create\.bad-status {2}name: null, sent in pieces and 2 more → 500/m);
  expect(text).toMatch(/^✗ create\.invalid {5}name: null, sent in pieces and 2 more → 500/m);
  // HTML has the same line.
  expect(renderHtml(report)).toContain('name: null, sent in pieces and 2 more → 500 (expected status 400)');
});

test('the overview has words where an answer is JSON or names a generated pet, folded between words', () => {
  const actual = 'the pet {"id":14,"name":"conformance-1u8fkz9-0096"}';
  const failed = failing('list.complete', { expected: actual, actual });
  const lines = plain(reportOf([failed], { verdict: 'violating', exitCode: 1 })).split('\n');
  const at = lines.findIndex((line) => line.startsWith('✗ list.complete  Violated: '));
  expect(at).toBeGreaterThan(0);
  expect(lines.slice(at, lines.indexOf('', at)).join(' ')).not.toMatch(/conformance-|\{/);
});

test('the overview keeps what is plain of an input, an answer and what was expected', () => {
  const listed = (input: string) => ({ total: 2, listed: [{ input, exchange: 1, values: ['status/false'] }] });
  const named = (end: string) => `name "conformance-1u8fkz9-0096 ${end}"`;
  const results = [
    failing('create.bad-status', {
      answer: 201,
      expected: 'status 400',
      actual: '201 with {"id":1}',
      cases: listed('status: false'),
    }),
    failing('create.echo', { expected: named('é'), actual: named('?'), changed: 'name' }),
  ];
  const text = plain(reportOf(results, { verdict: 'violating', exitCode: 1 }));
  expect(text).toMatch(/^✗ create\.bad-status {2}status: false and 1 more → 201 \(expected status 400\)$/m);
  expect(text).toMatch(/^✗ create\.echo {8}another name than expected$/m);
});

test('a long report of a run that ended early says so at both ends', () => {
  const results = [failing('errors.no-5xx', { expected: 'an HTTP response', actual: 'none' })];
  const diagnosis = 'The server stopped.';
  const text = plain(reportOf(results, { verdict: 'violating', exitCode: 1, diagnosis }));
  expect(text.split('\n').slice(1, 4)).toEqual([expect.stringContaining('✗ Violating'), '', '! The server stopped.']);
  expect(text.match(/! The server stopped\./g)).toHaveLength(2);
});

test('a log shows its first line and its end, without frames of the runtime', () => {
  const serverLog = [
    'TypeError: x is null',
    '    at Server.handle (file:///srv/server.mjs:55:10)',
    '    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
    ...Array.from({ length: 10 }, (_, index) => `line ${index}`),
  ];
  const text = plain(reportOf([failing('list.ok', { serverLog })], { verdict: 'violating', exitCode: 1 }));
  expect(text).toMatch(/Server log +TypeError: x is null\n +…\n +line 4\n/);
  expect(text).not.toContain('node:internal');
});
