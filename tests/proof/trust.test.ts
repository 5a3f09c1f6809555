import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readExplanations } from '../../proof/mutation/explanations.ts';
import { type MutationSummary, SUMMARY_FILE } from '../../proof/mutation/result.ts';
import { trustDocument } from '../../proof/trust-document.ts';
import { faults } from '../../reference/faults/index.ts';
import { variants } from '../../reference/variants/index.ts';
import { catalogue } from '../../suites/catalogue.ts';

test('docs/trust.md is current; if not, run npm run trust', () => {
  const mutation = JSON.parse(readFileSync(SUMMARY_FILE, 'utf8')) as MutationSummary;
  const explanations = readExplanations('.');
  const current = trustDocument({ requirements: catalogue, faults, variants, mutation, explanations });
  expect(readFileSync('docs/trust.md', 'utf8')).toBe(current);
});
