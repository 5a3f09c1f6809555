import { afterEach, describe, expect, it } from 'vitest';
import { intermittentListFaults } from '../../reference/faults/intermittent-lists.ts';
import { intermittentPetFaults } from '../../reference/faults/intermittent-pets.ts';
import { intermittentRefusalFaults } from '../../reference/faults/intermittent-refusals.ts';
import { type Reference, startReference } from '../../reference/server.ts';
import { API_KEY, ask, create, type Question } from './ask.ts';
import { NEW_PET, type Probe, petOf, post, probes, withToken } from './intermittent-probes.ts';

const TIMES = 30;

let server: Reference | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const started = async (fault?: string, pets = 130) => {
  server = await startReference({ apiKey: API_KEY, pets, faults: fault === undefined ? [] : [fault] });
  return server.baseUrl;
};

async function repeated(baseUrl: string, { question, wrong }: Probe): Promise<boolean[]> {
  const seen: boolean[] = [];
  for (let turn = 0; turn < TIMES; turn += 1) seen.push(wrong(await ask(baseUrl, question)));
  return seen;
}

describe('a fault that shows at every nth answer', () => {
  it.each(Object.entries(probes))('%s', async (name, probe) => {
    const seen = await repeated(await started(name), probe);
    expect(seen).toContain(true);
    expect(seen).toContain(false);
  });

  it('is absent from the conforming server', async () => {
    const baseUrl = await started();
    for (const [name, probe] of Object.entries(probes)) {
      expect(probe.wrong(await ask(baseUrl, probe.question)), name).toBe(false);
    }
  });

  it.each(wrongTokens())('%s lets every third wrong token in', async (_operation, question) => {
    const baseUrl = await started('every-third-wrong-token-accepted');
    const statuses: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) statuses.push((await ask(baseUrl, question)).status);
    expect(statuses.slice(0, 2)).toEqual([401, 401]);
    expect(statuses[2]).toBeLessThan(300);
  });

  it('every-tenth-creation-repeats-an-id: ten creations have nine ids', async () => {
    const baseUrl = await started('every-tenth-creation-repeats-an-id', 0);
    const ids = new Set<number>();
    for (let turn = 0; turn < 10; turn += 1) ids.add(petOf(await create(baseUrl, NEW_PET)).id);
    expect(ids.size).toBe(9);
  });

  it.each([
    ['every-second-400-stores-the-pet', post('{"name":"Tom","categoryId":7,"status":"lost"}'), 400],
    ['every-second-401-stores-the-pet', post(NEW_PET, withToken('another')), 401],
  ] as const)('%s', async (name, question, status) => {
    const baseUrl = await started(name, 0);
    for (let turn = 0; turn < 4; turn += 1) expect((await ask(baseUrl, question)).status).toBe(status);
    expect(server?.pets()).toBe(2);
  });
});

function wrongTokens(): [string, Question][] {
  const headers = withToken('another') ?? {};
  return [
    ['listPets', { path: '/pets', headers }],
    ['createPet', post(NEW_PET, headers)],
    ['getPet', { path: '/pets/2', headers }],
  ];
}

it('covers every fault that counts answers', () => {
  const counted = [...intermittentListFaults, ...intermittentPetFaults, ...intermittentRefusalFaults];
  const elsewhere = [
    'every-tenth-creation-repeats-an-id',
    'every-second-400-stores-the-pet',
    'every-second-401-stores-the-pet',
  ];
  expect([...Object.keys(probes), ...elsewhere].sort()).toEqual(counted.map(({ name }) => name).sort());
});
