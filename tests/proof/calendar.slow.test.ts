import { describe, expect, test } from 'vitest';
import { altered, answer, idsWith, reportOn } from './support.ts';

const error = (status: number) => JSON.stringify({ code: 'gone', message: 'This operation was removed.', status });

/** What the address of a single pet answers; undefined where getPet is still served. */
const ANSWERS: Readonly<Record<string, readonly [status: number, contentType: string, body: string] | undefined>> = {
  'gone with 404': [404, 'application/json', error(404)],
  'gone with 410': [410, 'application/json', error(410)],
  'gone with a web page': [404, 'text/html', '<h1>Not found</h1>'],
  'still served': undefined,
};

function world(getPet: string, pets: number) {
  const gone = ANSWERS[getPet];
  return altered(({ target }, response) => {
    return gone && target.startsWith('/v1/pets/') ? answer(response, ...gone) : response;
  }, pets);
}

describe('after the removal date a conforming server passes', () => {
  const targets = Object.keys(ANSWERS).map((getPet, index) => ({ getPet, pets: 30 * (index % 2) }));
  test.each(targets)('with getPet $getPet, on $pets pets', async ({ getPet, pets }) => {
    const report = await reportOn(world(getPet, pets), { now: '2031-01-01' });
    const open = idsWith(report, 'inconclusive', 'MUST');
    expect([idsWith(report, 'fail'), idsWith(report, 'warn'), open, report.diagnosis]).toEqual([[], [], [], undefined]);
    expect(report.exitCode).toBe(0);
    const skipped = report.results.filter(({ outcome }) => outcome === 'skipped');
    expect(skipped.map(({ id }) => id)).toEqual(expect.arrayContaining(['deprecation.still-served', 'get.found']));
    expect(skipped.filter(({ why }) => why === undefined)).toEqual([]);
  });
});

test('on the last day before it, a getPet that is gone is a violation', async () => {
  const report = await reportOn(world('gone with 410', 0), { now: '2030-12-04' });
  expect(report.exitCode).toBe(1);
  expect(idsWith(report, 'fail')).toContain('deprecation.still-served');
});
