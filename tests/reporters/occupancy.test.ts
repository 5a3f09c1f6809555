import { expect, test } from 'vitest';
import { mergeOccupancies, occupancyOf } from '../../harness/report/occupancy.ts';
import { renderHtml } from '../../reporters/html/index.ts';
import { renderMarkdown } from '../../reporters/markdown.ts';
import { renderTerminal } from '../../reporters/terminal.ts';
import { reportOf, resultOf } from './samples.ts';

function counts(available: number, pending: number, sold: number, added = 5) {
  return [
    { status: 'available' as const, pets: available, added: 40 },
    { status: 'pending' as const, pets: pending, added },
    { status: 'sold' as const, pets: sold, added },
  ];
}

function reportWith(population: ReturnType<typeof occupancyOf>, outcome: 'pass' | 'unobservable' = 'pass') {
  const { run } = reportOf([]);
  return reportOf([resultOf('list.complete', { outcome })], { run: { ...run, population } });
}

test.each([
  ['the room of every status that is not full', counts(120, 40, 50), 11],
  [
    'a status that nothing is added to, as it is filled later',
    [...counts(120, 0, 50, 0), ...counts(0, 0, 95).slice(2)],
    31,
  ],
  ['nothing left', counts(120, 100, 101), 0],
  ['a run that adds nothing', counts(120, 40, 50, 0), undefined],
])('the forecast counts %s', (_case, counted, runsLeft) => {
  expect(occupancyOf(counted, 100).runsLeft).toBe(runsLeft);
});

test('rounds and shards of one run add up', () => {
  const merged = mergeOccupancies([
    occupancyOf(counts(90, 10, 10), 100),
    undefined,
    occupancyOf(counts(130, 20, 20), 100),
  ]);
  expect(merged?.statuses.map(({ pets, added }) => [pets, added])).toEqual([
    [130, 80],
    [20, 10],
    [20, 10],
  ]);
  expect(merged?.runsLeft).toBe(8);
});

test('a terminal speaks of it from twenty runs before, the other forms always', () => {
  const far = reportWith(occupancyOf(counts(120, 40, 50, 2), 100));
  const soon = reportWith(occupancyOf(counts(120, 40, 50), 100));
  const sentence = /This target is full after about 28 more runs/;
  expect(renderTerminal(far, { colour: false, width: 100 })).not.toMatch(/more runs/);
  for (const render of [renderHtml, renderMarkdown]) expect(render(far)).toMatch(sentence);
  expect(renderMarkdown(far)).toContain('available 120 or more (40 added), pending 40 (2 added)');
  expect(renderTerminal(soon, { colour: false, width: 100 }).split('\n')).toContain(
    'This target is full after about 11 more runs: remove the pets in the ledger, or use a fresh target.',
  );
});

test('a full target is an obstacle only where something is unobservable', () => {
  const full = occupancyOf(counts(120, 100, 101), 100);
  expect(renderMarkdown(reportWith(full))).not.toContain('This target is full');
  expect(renderMarkdown(reportWith(full, 'unobservable'))).toContain('This target is full: remove the pets');
});
