import { describe, expect, test } from 'vitest';
import { runInline } from '../../harness/run/run-inline.ts';
import { petStore } from '../../suites/index.ts';
import { type Answer, standInFront } from '../hostile/front.ts';
import { idsWith, settingsFor } from '../support.ts';

const AFTER_REMOVAL = '2031-01-01';

const json = { 'content-type': 'application/json' };
const error = (status: number): Answer => ({
  status,
  headers: json,
  body: JSON.stringify({ code: 'gone', message: 'This operation was removed.', status }),
});

/** What the address of a single pet answers; undefined where getPet is still served. */
const answers: Readonly<Record<string, Answer | undefined>> = {
  'gone with 404': error(404),
  'gone with 410': error(410),
  'gone with a web page': { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not found</h1>' },
  'still served': undefined,
};

const targets = Object.keys(answers).flatMap((getPet) => [0, 30].map((pets) => ({ getPet, pets })));

async function reportOn(getPet: string, pets: number, now: string) {
  const gone = answers[getPet];
  const { baseUrl } = await standInFront({
    pets: pets,
    alter: ({ url }, answer) => (url.startsWith('/v1/pets/') && gone ? gone : answer),
  });
  return runInline(settingsFor(baseUrl, { now }), petStore);
}

describe('after the removal date a conforming server passes', () => {
  test.each(targets)('with getPet $getPet, on $pets pets', async ({ getPet, pets }) => {
    const report = await reportOn(getPet, pets, AFTER_REMOVAL);
    expect(report.diagnosis).toBeUndefined();
    expect([idsWith(report, 'fail'), idsWith(report, 'warn'), idsWith(report, 'inconclusive', 'MUST')]).toEqual([
      [],
      [],
      [],
    ]);
    expect(report).toMatchObject({ verdict: 'conforming', exitCode: 0 });
    const skipped = report.results.filter(({ outcome }) => outcome === 'skipped');
    expect(skipped.map(({ id }) => id)).toEqual(expect.arrayContaining(['deprecation.still-served', 'get.found']));
    expect(skipped.filter(({ why }) => why === undefined)).toEqual([]);
  });
});

test('on the last day before it, a getPet that is gone is a violation', async () => {
  const report = await reportOn('gone with 410', 0, '2030-12-04');
  expect(report.exitCode).toBe(1);
  expect(idsWith(report, 'fail')).toContain('deprecation.still-served');
});
