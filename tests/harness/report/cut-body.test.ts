import { expect, test } from 'vitest';
import { cutInTheMiddle, keptText } from '../../../harness/report/cut-body.ts';

const LONGEST = 400;

test('a text that is not long is left as it is', () => {
  expect(cutInTheMiddle('', LONGEST)).toBe('');
  expect(cutInTheMiddle('x'.repeat(LONGEST), LONGEST)).toBe('x'.repeat(LONGEST));
  expect(keptText('x'.repeat(16_384))).toBe('x'.repeat(16_384));
});

test('a long text keeps its two ends, and says what is left out', () => {
  const short = cutInTheMiddle(`start${'x'.repeat(2 * LONGEST)}end`, LONGEST);
  expect(short).toMatch(/^startx+ … \[408 of 808 characters are left out here\] … x+end$/);
  expect(keptText(`start${'x'.repeat(1_000_000)}end`)).toMatch(/^startx{4091} … x{4093}end$/);
});

test('no character is cut in two', () => {
  for (const shift of ['', 'x']) {
    expect(cutInTheMiddle(`${shift}${'🐈'.repeat(LONGEST)}`, LONGEST)).not.toMatch(/\p{Surrogate}/u);
  }
});
