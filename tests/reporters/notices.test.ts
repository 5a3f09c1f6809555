import { expect, test } from 'vitest';
import { applyGate } from '../../harness/gate/gate.ts';
import { renderGithub } from '../../reporters/github.ts';
import { renderTerminal } from '../../reporters/terminal.ts';
import { reportOf, resultOf } from './samples.ts';

const ids = ['list.ok', 'list.unique', 'create.echo', 'get.found'];
const baseline = reportOf(ids.map((id) => resultOf(id)));
const unselected = { outcome: 'skipped', why: { kind: 'not-selected' } } as const;
const selected = reportOf(ids.map((id) => resultOf(id, id === 'list.ok' ? {} : unselected)));
const gated = applyGate(selected, { baseline }, { strict: false, today: '2026-11-15' });

test('what the user did not select is one line, whatever the baseline has', () => {
  const shown = renderTerminal(gated, { colour: false, width: 200 });
  expect(shown).not.toContain('in the baseline it passed');
  expect(shown).toContain('3 requirements of the baseline were not selected, and so not checked.');
});

test('an annotation about no requirement has the name of the suite', () => {
  const other = {
    ...gated,
    gate: applyGate(
      { ...selected, run: { ...selected.run, seed: 7 } },
      { baseline },
      { strict: false, today: '2026-11-15' },
    ).gate,
  };
  const shown = renderGithub(other as typeof gated);
  expect(shown).not.toContain('title= (');
  expect(shown).toContain('title=petstore-conformance (not comparable)::The baseline was made with seed 42 (now 7)');
});
