import { describe, expect, test } from 'vitest';
import { passesAlone } from '../../proof/circumstances.ts';
import { idsThatCanFail } from '../../suites/requirements/index.ts';
import { prove, run } from './support.ts';

/** What is sent for a requirement depends on the first words of its id, and is everything for some. */
const groupOf = (id: string) => /^(errors|body|deprecation)\b|^\w+\.[\w-]+/.exec(id)?.[0] ?? id;
const groups = new Map(idsThatCanFail.map((id) => [groupOf(id), id]));

/** The proof has all requirements. */
const SHARE = 5;

describe('one requirement alone, on a conforming server, passes', () =>
  prove([...groups.values()].filter((_, index) => index % SHARE === 0).map(passesAlone)));

test('what nothing selected needs is not sent', async () => {
  const [all, lists, reads] = await Promise.all([
    run({ pets: 150 }),
    run({ pets: 150 }, { only: ['list.ok'] }),
    run({ pets: 150 }, { only: ['get.*'], skip: ['get.found'] }),
  ]);
  expect(lists.report.run.requests).toBeLessThan(all.report.run.requests / 2);
  expect(reads.report.run.requests).toBeLessThan(all.report.run.requests / 2);
});
