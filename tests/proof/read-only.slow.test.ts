import { describe, expect, test } from 'vitest';
import { catalogue } from '../../suites/requirements/index.ts';
import { altered, answer, idsWith, reportOn } from './support.ts';

/** What cannot be checked without asking for a creation. */
const NEEDS_CREATION = /^(create\..+|auth\.\w[\w-]*\.createPet|auth\.no-effect|history\.agrees)$/;

describe('a read-only run', () => {
  test.each([150, 5_000])('decides every MUST that needs no creation, on %i pets', async (pets) => {
    const report = await reportOn({ pets }, { readOnly: true, knownIds: ['3', '5'] });
    expect(report).toMatchObject({ verdict: 'conforming', exitCode: 0, run: { creations: 0, created: [] } });
    const musts = catalogue.filter(({ level }) => level === 'MUST').map(({ id }) => id);
    // A full page of all pets cannot show that one is missing.
    expect(idsWith(report, 'unobservable')).toEqual(['list.complete']);
    const decided = musts.filter((id) => id !== 'list.complete' && !NEEDS_CREATION.test(id));
    expect(idsWith(report, 'pass', 'MUST')).toEqual(decided.sort());
    expect(idsWith(report, 'skipped', 'MUST')).toEqual(musts.filter((id) => NEEDS_CREATION.test(id)).sort());
    for (const { outcome, reason } of report.results) if (outcome === 'skipped') expect(reason).toMatch(/^Read-only: /);
  });

  test('skips what a small target cannot show', async () => {
    const report = await reportOn({ pets: 5 }, { readOnly: true });
    expect(report).toMatchObject({ verdict: 'conforming', exitCode: 0 });
    const unseen = idsWith(report, 'skipped').filter((id) => id.startsWith('list.'));
    expect(unseen).toEqual(expect.arrayContaining(['list.limit.default', 'list.limit.maximum']));
  });

  test('calls an empty target incomplete: nothing seen is not a pass', async () => {
    const report = await reportOn({ pets: 0 }, { readOnly: true });
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 4, run: { creations: 0 } });
  });

  test.each([
    ['filter-after-limit', ['deprecation.replacement', 'list.status.complete', 'list.status.with-limit']],
    ['sold-filter-finds-nothing', ['deprecation.replacement', 'list.status.complete', 'list.status.with-limit']],
    ['get-with-nan', ['body.json', 'get.found']],
  ])('reports %s', async (fault, ids) => {
    const report = await reportOn({ pets: 150, faults: [fault] }, { readOnly: true });
    expect(idsWith(report, 'fail')).toEqual(ids);
  });

  test('reports a page that is too short, where other pages show enough pets', async () => {
    const report = await reportOn({ pets: 150, faults: ['capped-at-eighty'] }, { readOnly: true });
    expect(idsWith(report, 'fail')).toContain('list.limit.maximum');
  });
});

describe('known ids', () => {
  test('let getPet be checked where no list shows a pet', async () => {
    const world = altered(({ target }, response) => {
      const isList = /\/pets(\?|$)/.test(target) && response.status === 200;
      return isList ? answer(response, 200, 'application/json', '[]') : response;
    }, 9);
    const knowing = await reportOn(world, { readOnly: true, knownIds: ['3', '4'] });
    const fetching = ['auth.missing.getPet', 'deprecation.still-served', 'get.found', 'get.invalid-id'];
    expect(idsWith(knowing, 'pass')).toEqual(expect.arrayContaining(fetching));
    // Pets that getPet shows and complete lists lack.
    const lacking = ['deprecation.replacement', 'get.unknown', 'list.complete', 'list.status.complete'];
    expect([knowing.exitCode, idsWith(knowing, 'fail')]).toEqual([1, lacking]);
  });

  test('that do not exist are the mistake of the user, not of the server', async () => {
    const report = await reportOn({ pets: 150 }, { readOnly: true, knownIds: ['3', '4000000'] });
    expect(idsWith(report, 'fail')).toEqual([]);
    const found = report.results.find(({ id }) => id === 'get.found');
    expect(found).toMatchObject({ outcome: 'inconclusive', why: { kind: 'known-ids-missing', ids: ['4000000'] } });
  });

  test('of which none exists, on a target that shows nothing', async () => {
    const report = await reportOn({ pets: 0 }, { readOnly: true, knownIds: ['4000000'] });
    expect(idsWith(report, 'fail')).toEqual([]);
    expect(report.results.find(({ id }) => id === 'deprecation.still-served')?.reason).toContain('4000000');
  });
});
