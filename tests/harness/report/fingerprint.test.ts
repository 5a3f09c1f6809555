import { describe, expect, test } from 'vitest';
import { fingerprintOf } from '../../../harness/report/fingerprint.ts';

describe('a fingerprint', () => {
  test('is the same for the same parts, and for no others', () => {
    expect(fingerprintOf(['list.ok', 'limit/zero'])).toBe(fingerprintOf(['list.ok', 'limit/zero']));
    const different = [['list.ok', 'limit/zero'], ['list.ok'], ['list.ok', 'limit/one'], ['list.oklimit/zero']];
    expect(new Set(different.map(fingerprintOf)).size).toBe(different.length);
  });

  test('is short, and no number to YAML', () => expect(fingerprintOf(['x'])).toMatch(/^f[0-9a-f]{11}$/));
});
