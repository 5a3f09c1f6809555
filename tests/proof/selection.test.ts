import { describe, expect, test } from 'vitest';
import type { Report } from '../../harness/model/report.ts';
import { idsThatCanFail } from '../../suites/requirements/index.ts';
import { prove, reportOn, run } from './support.ts';

/** What a report says beyond "not selected". */
function reportedRows({ results }: Report): readonly string[] {
  return results.filter(({ why }) => why?.kind !== 'not-selected').map(({ id, outcome }) => `${id} ${outcome}`);
}

function differences(report: Report, expected: readonly string[]): readonly string[] {
  const rows = reportedRows(report);
  return rows.length === 1 && expected.includes(rows[0] ?? '') ? [] : rows;
}

/** What is sent for a requirement depends on the first words of its id, and is everything for some. */
const groupOf = (id: string) => /^(errors|body|deprecation)\b|^\w+\.[\w-]+/.exec(id)?.[0] ?? id;
const groups = new Map(idsThatCanFail.map((id) => [groupOf(id), id]));

describe('one requirement alone, on a conforming server, passes', () => {
  prove(
    [...groups.values()].map((id) => ({
      name: id,
      run: async () => differences(await reportOn({}, { only: [id] }), [`${id} pass`]),
    })),
  );
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
