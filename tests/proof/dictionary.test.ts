import { describe, expect, test } from 'vitest';
import { makeDictionary, SEEDS } from '../../proof/dictionary/make.ts';
import { checkedRun, seenIn } from '../../proof/dictionary/seen.ts';
import { type Fault, faults } from '../../reference/faults/index.ts';
import { remedyOf } from '../../reference/remedies/index.ts';
import { findReporter, reporters } from '../../reporters/index.ts';
import { type StoredFault, storedDictionary, theDictionary } from '../../suites/diagnosis/dictionary.ts';
import { lookUp } from '../../suites/diagnosis/look-up.ts';
import { reportOn } from './support.ts';

const stored = storedDictionary();

/** Of the signs of a fault: more of them may not have changed since the dictionary was made. */
const CHANGED = 0.1;
const EVERY = 80;

describe('suites/diagnosis/dictionary.json is current; if not, run npm run dictionary', () => {
  test('it has every fault that a plain run reports, with its story and its family', () => {
    const isUnseen = ({ mayStayOpen, endsTheProcess, needsRareInput }: Fault) =>
      mayStayOpen || endsTheProcess || needsRareInput;
    const known = new Map(theDictionary().faults.map((fault) => [fault.name, fault]));
    const due = faults.filter((fault) => !isUnseen(fault));
    expect(due.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
    const all = faults.filter(({ name }) => known.has(name));
    expect(all.filter(({ name, story }) => known.get(name)?.story !== story)).toEqual([]);
    expect(all.filter(({ name }) => known.get(name)?.family.text !== remedyOf(name)?.text)).toEqual([]);
  });

  test('a sample of it that is made again shows the same', async () => {
    const sample = stored.faults.filter((_fault, index) => index % EVERY === 0);
    const changed: Record<string, unknown> = {};
    for (const fault of sample) {
      const runs = [];
      for (const seed of SEEDS) runs.push(seenIn(await checkedRun({ seed, faults: [fault.name] })));
      const [again] = makeDictionary([{ ...fault, runs }]).faults;
      const [before, after] = [partsOf(fault), partsOf(again)];
      const differing = [...before].filter((part) => !after.has(part)).length;
      if (differing > CHANGED * before.size) changed[fault.name] = { before: fault.signs, after: again?.signs };
    }
    expect(changed).toEqual({});
  });
});

/** What a fault shows, piece by piece. */
function partsOf(fault: StoredFault | undefined): ReadonlySet<string> {
  return new Set(
    Object.entries(fault?.signs ?? {}).flatMap(([id, { isAlways: _is, ...features }]) =>
      Object.entries(features).flatMap(([feature, shown]) => shown.flat().map((one) => `${id} ${feature} ${one}`)),
    ),
  );
}

describe('a report says what a failing server looks like', () => {
  const NAME = 'category-through-double';
  const story = faults.find(({ name }) => name === NAME)?.story ?? 'unknown';
  const { text: common = 'unknown', code, fix } = remedyOf(NAME) ?? {};

  test('in every format, instead of what is usual', async () => {
    const report = await reportOn({ faults: [NAME] });
    expect(report.stories?.map(({ headline, cause }) => [headline.id, cause])).toEqual([
      ['create.int64', { from: 'fault', text: common, fault: NAME, remedy: { defect: story, code, fix } }],
    ]);
    for (const format of ['terminal', 'html', 'markdown', 'github', 'junit', 'json']) {
      const text = findReporter(format, reporters)(report, { colour: false, width: 100 }).replace(/\s+/g, ' ');
      expect(text, format).toContain(common);
      if (format !== 'json') expect(text, format).toContain('Looks like');
      if (format === 'terminal') expect(text).not.toContain('Usually');
    }
  });

  test('and nothing where nothing fails', async () => {
    expect((await reportOn({})).stories).toBeUndefined();
  });

  test('and only about what was selected', async () => {
    const { stories } = await reportOn({ faults: [NAME] }, { only: ['list.*'] });
    expect(stories).toBeUndefined();
  });

  test('although other clients write', async () => {
    const checked = await checkedRun({ seed: 9, faults: [NAME], variants: ['other-clients-all-the-time'] });
    const fitting = checked.stories.flatMap((one) => lookUp(one, checked, theDictionary()));
    expect(fitting.map(({ name }) => name)).toContain(NAME);
  });
});
