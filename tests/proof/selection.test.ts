import { describe, expect, test } from 'vitest';
import type { Report } from '../../harness/report/model.ts';
import { faults } from '../../reference/faults/index.ts';
import { catalogue, idsThatCanFail } from '../../suites/catalogue.ts';
import { prove, reportOn, run } from './support.ts';

/** What a report says beyond "not selected". */
function reportedRows({ results }: Report): readonly string[] {
  return results.filter(({ why }) => why?.kind !== 'not-selected').map(({ id, outcome }) => `${id} ${outcome}`);
}

function differences(report: Report, expected: readonly string[]): readonly string[] {
  const rows = reportedRows(report);
  return rows.length === 1 && expected.includes(rows[0] ?? '') ? [] : rows;
}

describe('one requirement alone, on a conforming server, passes', () => {
  prove(
    idsThatCanFail.map((id) => ({
      name: id,
      run: async () => differences(await reportOn({}, { only: [id] }), [`${id} pass`]),
    })),
  );
});

/** A requirement that is selected alone must not pass because what it checks was never sent. */
describe('one requirement alone, on a server that violates it, fails', () => {
  const pairs = catalogue.flatMap(({ id }) => {
    const fault = faults.find(
      ({ violates, warns = [], mayStayOpen, endsTheProcess }) =>
        !mayStayOpen && !endsTheProcess && [...violates, ...warns].includes(id),
    );
    return fault ? [{ id, fault: fault.name }] : [];
  });
  prove(
    pairs.map(({ id, fault }) => ({
      name: `${id} with ${fault}`,
      run: async () => {
        const report = await reportOn({ faults: [fault] }, { only: [id] });
        return differences(report, [`${id} fail`, `${id} warn`]);
      },
    })),
  );

  test('and there is such a server for every requirement except version.path, which is about the address', () => {
    const violated = new Set(pairs.map(({ id }) => id));
    expect(idsThatCanFail.filter((id) => !violated.has(id as (typeof pairs)[number]['id']))).toEqual(['version.path']);
  });
});

test('what nothing selected needs is not sent', async () => {
  const [all, lists, reads] = await Promise.all([
    run({ pets: 150 }),
    run({ pets: 150 }, { only: ['list.ok'] }),
    run({ pets: 150 }, { only: ['get.*'], skip: ['get.found'] }),
  ]);
  expect(lists.report.run.requests).toBeLessThan(all.report.run.requests / 2);
  expect(reads.report.run.requests).toBeLessThan(all.report.run.requests / 2);
});
