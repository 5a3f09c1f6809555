import { beforeAll, describe, expect, it } from 'vitest';
import { type Fault, faults } from '../../reference/faults/index.ts';
import { startReference } from '../../reference/server.ts';
import { API_KEY } from './ask.ts';
import { converse } from './conversation.ts';
import { MUST, SHOULD } from './requirement-ids.ts';

async function conversationWith(fault?: Fault): Promise<readonly string[]> {
  const server = await startReference({
    apiKey: API_KEY,
    ...(fault === undefined ? {} : { faults: [fault.name], animals: 0 }),
  });
  try {
    return await converse(server.baseUrl);
  } finally {
    await server.close();
  }
}

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

describe('what faults do', () => {
  let conforming: readonly string[];
  beforeAll(async () => {
    conforming = await conversationWith();
  });

  it('is nothing where there is no fault: the same conversation twice', async () => {
    expect(await conversationWith()).toEqual(conforming);
  });

  it.each(faults.map((fault) => [fault.name, fault] as const))('%s shows', async (_name, fault) => {
    expect(await conversationWith(fault)).not.toEqual(conforming);
  });
});
