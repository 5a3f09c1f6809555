import { describe, expect, it } from 'vitest';
import { faults } from '../../reference/faults/index.ts';
import { MUST, SHOULD } from './requirement-ids.ts';

describe('what faults declare', () => {
  it('has names of its own, in kebab-case, and a sentence for each', () => {
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
    for (const { name, story } of faults) {
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(story).toMatch(/^[A-Z0-9].*\.$/i);
    }
  });

  it('names requirements that exist, and each of them once', () => {
    for (const { violates, warns = [] } of faults) {
      expect(MUST).toEqual(expect.arrayContaining([...violates]));
      expect(SHOULD).toEqual(expect.arrayContaining([...warns]));
      expect(violates.length + warns.length).toBeGreaterThan(0);
      expect(new Set(violates).size).toBe(violates.length);
    }
  });

  it.each(MUST)('breaks %s in two ways at least', (id) => {
    expect(faults.filter(({ violates }) => violates.includes(id)).length).toBeGreaterThanOrEqual(2);
  });

  it.each(SHOULD)('warns of %s', (id) => {
    expect(faults.some(({ warns }) => warns?.includes(id))).toBe(true);
  });
});
