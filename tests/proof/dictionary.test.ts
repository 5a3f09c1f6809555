import { describe, expect, test } from 'vitest';
import { SEEDS } from '../../proof/dictionary/make.ts';
import { signatureOfRun } from '../../proof/dictionary/signature-of.ts';
import { type Fault, faults } from '../../reference/faults/index.ts';
import { findReporter, reporters } from '../../reporters/index.ts';
import { theDictionary } from '../../suites/diagnosis/dictionary.ts';
import { explain, featuresOf } from '../../suites/diagnosis/look-up.ts';
import { reportOn } from './support.ts';

const entries = theDictionary();
const known = entries.flatMap((entry) => entry.faults);

/** With the same seed a run shows the same, so whatever differs has changed since: by how much, may a dictionary age? */
const CHANGED = 0.1;
const EVERY = 80;

describe('suites/diagnosis/dictionary.json is current; if not, run npm run dictionary', () => {
  test('it has every fault that a plain run reports, with its story', () => {
    const isUnseen = ({ mayStayOpen, endsTheProcess, needsRareInput }: Fault) =>
      mayStayOpen || endsTheProcess || needsRareInput;
    const due = faults.filter((fault) => !isUnseen(fault));
    const names = known.map(({ name }) => name);
    expect(due.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([]);
    const stories = new Map(faults.map(({ name, story }) => [name, story]));
    expect(known.filter(({ name, story }) => stories.get(name) !== story)).toEqual([]);
  });

  test('a sample of it that is made again shows the same', async () => {
    const sample = known.filter((_fault, index) => index % EVERY === 0);
    const changed: Record<string, readonly string[]> = {};
    for (const { name } of sample) {
      const entry = entries.find((one) => one.faults.some((fault) => fault.name === name));
      const seen = featuresOf(await signatureOfRun({ seed: SEEDS[0] ?? 0, faults: [name] }));
      const always = [...(entry?.features ?? [])].filter(([, share]) => share === 1).map(([feature]) => feature);
      const lost = always.filter((feature) => !seen.has(feature)).map((feature) => `lost: ${feature}`);
      const fresh = [...seen].filter((feature) => !entry?.features.has(feature)).map((feature) => `new: ${feature}`);
      if (lost.length + fresh.length > CHANGED * seen.size) changed[name] = [...lost, ...fresh];
    }
    expect(changed).toEqual({});
  });
});

describe('a report says what a failing server looks like', () => {
  const NAME = 'category-through-double';
  const story = known.find(({ name }) => name === NAME)?.story ?? 'unknown';

  test('in every format, instead of what is usual', async () => {
    const report = await reportOn({ faults: [NAME] });
    expect(report.looksLike).toEqual([
      { faults: [{ name: NAME, story }], score: expect.any(Number), explains: ['create.int64'] },
    ]);
    for (const format of ['terminal', 'html', 'markdown', 'github', 'junit', 'json']) {
      const text = findReporter(format, reporters)(report, { colour: false, width: 100 }).replace(/\s+/g, ' ');
      expect(text, format).toContain(story.replace(/\s+/g, ' '));
      if (format !== 'json') expect(text, format).toContain('Looks like');
      if (format === 'terminal') expect(text).not.toContain('Usually');
    }
  });

  test('and nothing where nothing fails', async () => {
    expect((await reportOn({})).looksLike).toBeUndefined();
  });

  test('and only about what was selected', async () => {
    const { looksLike } = await reportOn({ faults: [NAME] }, { only: ['list.*'] });
    expect(looksLike).toBeUndefined();
  });

  test('although other clients write', async () => {
    const signature = await signatureOfRun({ seed: 9, faults: [NAME], variants: ['other-clients-all-the-time'] });
    const [first] = explain(signature, entries);
    expect(first?.entries[0]?.faults.map(({ name }) => name)).toContain(NAME);
  });
});
