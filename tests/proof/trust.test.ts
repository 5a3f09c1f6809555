import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { trustDocument } from '../../proof/trust-document.ts';

test('docs/trust.md is current; if not, run npm run trust', () => {
  expect(readFileSync('docs/trust.md', 'utf8')).toBe(trustDocument());
});
