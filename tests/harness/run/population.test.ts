import { describe, expect, onTestFinished, test } from 'vitest';
import type { RunSettings } from '../../../harness/run/context.ts';
import { STATUSES } from '../../../harness/run/pet.ts';
import { CROWD, Population } from '../../../harness/run/population.ts';
import { openTarget } from '../../../harness/run/target.ts';
import { Inconclusive, Skipped } from '../../../harness/verdict/verdicts.ts';
import { startReference } from '../../../reference/server.ts';
import { settingsFor, TEST_KEY } from '../../support.ts';
import { creationReply, replyOf } from '../replies.ts';
import { serveHttp } from '../servers.ts';

const pet = (id: number, status?: string) => ({ id, name: `pet ${id}`, categoryId: 1, ...(status && { status }) });

/** A population that found so many pets of each status, and nothing else. */
function having(counts: Readonly<Record<string, number>>, readOnly = false): Population {
  const population = new Population({ mark: 'mark', categories: [], readOnly });
  const statuses = Object.entries(counts).flatMap(([status, count]) =>
    Array.from({ length: count }, () => (status === 'none' ? undefined : status)),
  );
  population.noteFound(replyOf({ body: JSON.stringify(statuses.map((status, index) => pet(index + 1, status))) }));
  return population;
}

/** A creation that was answered with 201. */
const created = (id: number, status?: string) => {
  const { id: _id, ...sent } = pet(id, status);
  return creationReply(sent, 201, pet(id, status));
};

async function openReference(pets: number, changes: Partial<RunSettings> = {}) {
  const reference = await startReference({ apiKey: TEST_KEY, pets });
  const target = openTarget(settingsFor(reference.baseUrl, changes), new AbortController().signal, () => undefined);
  onTestFinished(async () => {
    await target.close();
    await reference.close();
  });
  const api = target.apiFor('list.limit.maximum');
  const look = async () => {
    for (const status of [undefined, ...STATUSES]) {
      target.population.noteFound(await api.listPets(status ? { limit: 100, status } : { limit: 100 }));
    }
  };
  return { reference, api, population: target.population, look };
}

describe('topping up', () => {
  test('creates a crowd where there is none, all of one status, marked, and once for all who ask', async () => {
    const { reference, api, population } = await openReference(0);
    await api.createPet(population.newPet('first', population.crowdedStatus));
    const needs = [population.ensure(20, api), population.ensure(100, api), population.ensureOfOneStatus(CROWD, api)];
    await Promise.all(needs);
    expect(reference.pets()).toBe(CROWD);
    expect(new Set(population.created.map(({ pet: { status } }) => status))).toEqual(
      new Set([population.crowdedStatus]),
    );
    const names = population.created.slice(1).map(({ pet: { name } }) => name);
    expect(names.every((name) => /^conformance-\w+-crowd-\d+$/.test(name))).toBe(true);
    expect(new Set(names).size).toBe(CROWD - 1);
    expect(await population.ensureOfOneStatus(CROWD, api)).toBe(population.crowdedStatus);
    expect(reference.pets()).toBe(CROWD);
  });

  test('creates only what is missing', async () => {
    const { reference, api, population, look } = await openReference(100);
    await look();
    // Whether a status is accepted at all is seen from a creation.
    await api.createPet(population.newPet('first', 'available'));
    const count = population.count('available');
    expect(count).toBeGreaterThan(50);
    expect(await population.ensureOfOneStatus(CROWD, api)).toBe('available');
    expect(reference.pets()).toBe(101 + CROWD - count);
  });

  test('creates nothing where enough exist', async () => {
    const { reference, api, population, look } = await openReference(30);
    await look();
    await population.ensure(30, api);
    expect(reference.pets()).toBe(30);
  });

  test('leaves the quiet status alone', async () => {
    const { api, population, look } = await openReference(40);
    await look();
    const quiet = population.quietStatus;
    const before = population.count(quiet);
    await population.ensure(CROWD, api);
    expect(population.quietStatus).toBe(quiet);
    expect(population.count(quiet)).toBe(before);
    expect(population.created.length).toBeGreaterThan(0);
  });

  test('is inconclusive where creations are refused, or the budget is too small', async () => {
    const { api, population } = await openReference(0, { maxCreates: 5 });
    await expect(population.ensure(20, api)).rejects.toBeInstanceOf(Inconclusive);
    expect(population.created).toHaveLength(5);
    const origin = await serveHttp((_request, response) => response.writeHead(400).end('{}'));
    const refusing = openTarget(settingsFor(`${origin}/v1`), new AbortController().signal, () => undefined);
    onTestFinished(() => refusing.close());
    const end = await refusing.population.ensure(20, refusing.apiFor('x')).catch((error: unknown) => error);
    expect(end).toBeInstanceOf(Inconclusive);
    expect((end as Inconclusive).reason).toMatchObject({ kind: 'no-control', control: 'a creation', status: 400 });
  });

  test('is ruled out in a read-only run, unless nothing is missing', async () => {
    const { reference, api, population, look } = await openReference(10, { readOnly: true });
    await look();
    await population.ensure(10, api);
    const end = await population.ensure(20, api).catch((error: unknown) => error);
    expect(end).toBeInstanceOf(Skipped);
    expect((end as Skipped).reason).toEqual({ kind: 'read-only', needs: '20 pets, and 10 are visible' });
    expect(reference.pets()).toBe(10);
  });
});

describe('the statuses', () => {
  test('the one with the fewest pets is the quiet one, and the fullest of the others is crowded', () => {
    const population = having({ available: 9, pending: 2, sold: 5, none: 30 });
    expect([population.quietStatus, population.crowdedStatus]).toEqual(['pending', 'available']);
    const other = having({ available: 1, pending: 3, sold: 7 });
    expect([other.quietStatus, other.crowdedStatus]).toEqual(['available', 'sold']);
  });

  test('creations change the crowded one, never the quiet one', () => {
    const population = having({ available: 3, pending: 2, sold: 1 });
    for (let id = 100; id < 110; id += 1) {
      population.note(created(id, 'pending'));
      population.note(created(id + 100, 'sold'));
    }
    expect([population.quietStatus, population.crowdedStatus]).toEqual(['sold', 'pending']);
  });

  test('a pet without one counts among all, and under none', () => {
    const population = having({ none: 3, sold: 1 });
    expect([population.count(), population.count('sold'), population.count('available')]).toEqual([4, 1, 0]);
  });
});

describe('what is known', () => {
  test('counts a pet once, however often it is found', () => {
    const population = having({ sold: 2 });
    population.noteFound(replyOf({ body: JSON.stringify([pet(1, 'sold'), pet(3, 'sold')]) }));
    expect(population.count()).toBe(3);
    population.note(created(3, 'sold'));
    expect([population.count(), population.count('sold')]).toEqual([3, 3]);
  });

  test('leaves out what is not a pet, and what was not created', () => {
    const population = having({});
    population.noteFound(replyOf({ body: '[{"id":"1"},{"id":1,"name":"x","categoryId":1,"status":"lost"},null]' }));
    population.noteFound(replyOf({ status: 500, body: JSON.stringify([pet(1)]) }));
    population.note(creationReply(pet(1), 200, pet(1)));
    population.note(creationReply(pet(1), 201, {}));
    population.note(replyOf({ operation: 'getPet', status: 201, body: JSON.stringify(pet(1)) }));
    expect([population.count(), population.known.length]).toEqual([0, 0]);
  });

  test('leaves out pets that share an id', () => {
    const population = having({});
    for (const id of [1, 2, 2]) population.note(created(id));
    expect(population.known.map(({ id }) => id)).toEqual([1]);
    expect(population.ownPet(1)?.pet).toMatchObject({ id: 1 });
    expect(population.ownPet(2)).toBeUndefined();
    expect(population.ownPet(3)).toBeUndefined();
    expect(population.creationsOf(2)).toHaveLength(2);
  });

  test('is inconclusive where no pet can be fetched, and stays with the first that can', () => {
    const population = having({});
    expect(() => population.anyFetchable()).toThrow(Inconclusive);
    population.noteFetchable({ id: 1, name: 'a', categoryId: 1 });
    population.noteFetchable({ id: 2, name: 'b', categoryId: 1 });
    expect(population.anyFetchable().id).toBe(1);
  });
});

test('a new pet carries the mark, a known category, and a status only where one is wanted', () => {
  const population = new Population({ mark: 'conformance-x', categories: [7n, 8n], readOnly: false });
  expect(population.newPet('one')).toEqual({ name: 'conformance-x-one', categoryId: 7n });
  expect(population.newPet('one', 'sold')).toEqual({ name: 'conformance-x-one', categoryId: 7n, status: 'sold' });
  expect(having({}).newPet('one').categoryId).toBe(1n);
});

describe('a refused creation', () => {
  const refused = (name: string, status = 400) => creationReply({ name, categoryId: 'x' }, status, {});
  const ours = (label: string) => `mark-${label}`;

  test.each([400, 401])('is found by its name where it was refused with %i', (status) => {
    const population = having({});
    const reply = refused(ours('one'), status);
    population.note(reply);
    population.note(refused(ours('one'), status));
    expect(population.refusalOf(ours('one'))?.exchange).toBe(reply.exchange);
    expect(population.refusalOf(ours('two'))).toBeUndefined();
    expect(population.refusalOf(7)).toBeUndefined();
  });

  test.each([
    ['before', [201, 400]],
    ['after', [400, 201]],
  ])('says nothing of a name that was accepted %s it', (_when, statuses) => {
    const population = having({});
    for (const status of statuses) population.note(refused(ours('one'), status));
    expect(population.refusalOf(ours('one'))).toBeUndefined();
  });

  test.each([0, 404, 429, 500, 502])(
    'is not one where the answer is %i: nobody knows what became of the name',
    (status) => {
      const population = having({});
      population.note(refused(ours('one'), status));
      population.note(refused(ours('one'), 400));
      expect(population.refusalOf(ours('one'))).toBeUndefined();
    },
  );

  test('does not count under a name without the mark of this run', () => {
    const population = having({});
    population.note(refused('Rex'));
    expect(population.refusalOf('Rex')).toBeUndefined();
  });
});

describe('a creation that should have been refused', () => {
  test.each([200, 201])('is remembered where it is answered with %i, and is not a pet to rely on', (status) => {
    const population = having({});
    population.note(creationReply({ ...pet(5), status: 'lost' }, status, pet(5), { toBeRefused: true }));
    expect([...population.acceptedInvalid]).toEqual(['5']);
    expect([population.known, population.creationsOf(5)]).toEqual([[], []]);
  });

  test('is not remembered where it is refused', () => {
    const population = having({});
    population.note(creationReply(pet(5), 400, { id: 5 }, { toBeRefused: true }));
    expect(population.acceptedInvalid.size).toBe(0);
  });
});

describe('what a creation shows', () => {
  test('a status is sent along once the service has accepted one', () => {
    const population = having({ sold: 3 });
    expect(population.ifAccepted('sold')).toBeUndefined();
    population.note(created(7));
    expect(population.ifAccepted('sold')).toBeUndefined();
    population.note(created(8, 'available'));
    expect(population.ifAccepted('sold')).toBe('sold');
  });

  test('when it was confirmed', () => {
    const population = having({});
    const { id: _id, ...sent } = pet(1);
    population.note(creationReply(sent, 201, pet(1), { sentAt: 40 }));
    expect(population.ownPet(1)).toMatchObject({ createdAt: 41 });
  });

  test('but not by an id that the client sent', () => {
    const population = having({});
    population.note(creationReply(pet(1), 201, pet(1)));
    expect(population.ownPet(1)).toBeUndefined();
  });

  test('names that are ours are distinguished from others', () => {
    const population = having({});
    expect([population.isOurs('mark-one'), population.isOurs('conformance-other-one')]).toEqual([true, false]);
  });

  test('unique names never repeat', () => {
    const population = having({});
    const names = ['a', 'a', 'b'].map((label) => population.uniquePet(label).name);
    expect(new Set(names).size).toBe(3);
  });
});
