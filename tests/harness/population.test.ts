import { describe, expect, onTestFinished, test } from 'vitest';
import { STATUSES } from '../../harness/animal.ts';
import type { RunSettings } from '../../harness/context.ts';
import { openTarget } from '../../harness/http/target.ts';
import { CROWD, Population } from '../../harness/population.ts';
import { Inconclusive, Skipped } from '../../harness/verdicts.ts';
import { startReference } from '../../reference/server.ts';
import { settingsFor, TEST_KEY } from '../support.ts';
import { replyOf } from './replies.ts';
import { serveHttp } from './servers.ts';

const pet = (id: number, status?: string) => ({ id, name: `animal ${id}`, categoryId: 1, ...(status && { status }) });

/** A population that found so many animals of each status, and nothing else. */
function having(counts: Readonly<Record<string, number>>, readOnly = false): Population {
  const population = new Population({ mark: 'mark', categories: [], readOnly });
  const animals = Object.entries(counts).flatMap(([status, count]) =>
    Array.from({ length: count }, () => (status === 'none' ? undefined : status)),
  );
  population.noteFound(replyOf({ body: JSON.stringify(animals.map((status, index) => pet(index + 1, status))) }));
  return population;
}

async function openReference(animals: number, changes: Partial<RunSettings> = {}) {
  const reference = await startReference({ apiKey: TEST_KEY, animals });
  const target = openTarget(settingsFor(reference.baseUrl, changes), new AbortController().signal);
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
  test('creates a crowd where nothing is held, all of one status, marked, and once for all who ask', async () => {
    const { reference, api, population } = await openReference(0);
    const needs = [population.holds(20, api), population.holds(100, api), population.holdsOfOneStatus(CROWD, api)];
    await Promise.all(needs);
    expect(reference.animals()).toBe(CROWD);
    expect(new Set(population.created.map(({ status }) => status))).toEqual(new Set([population.crowdedStatus]));
    expect(population.created.every(({ name }) => /^conformance-\w+-crowd-\d+$/.test(name))).toBe(true);
    expect(await population.holdsOfOneStatus(CROWD, api)).toBe(population.crowdedStatus);
    expect(reference.animals()).toBe(CROWD);
  });

  test('creates only what is missing', async () => {
    const { reference, api, population, look } = await openReference(100);
    await look();
    const held = population.held('available');
    expect(held).toBeGreaterThan(50);
    expect(await population.holdsOfOneStatus(CROWD, api)).toBe('available');
    expect(reference.animals()).toBe(100 + CROWD - held);
  });

  test('creates nothing where enough are held', async () => {
    const { reference, api, population, look } = await openReference(30);
    await look();
    await population.holds(30, api);
    expect(reference.animals()).toBe(30);
  });

  test('leaves the quiet status alone', async () => {
    const { api, population, look } = await openReference(40);
    await look();
    const quiet = population.quietStatus;
    const before = population.held(quiet);
    await population.holds(CROWD, api);
    expect(population.quietStatus).toBe(quiet);
    expect(population.held(quiet)).toBe(before);
    expect(population.created.length).toBeGreaterThan(0);
  });

  test('is inconclusive where creations are refused, or the budget is too small', async () => {
    const { api, population } = await openReference(0, { maxCreates: 5 });
    await expect(population.holds(20, api)).rejects.toBeInstanceOf(Inconclusive);
    expect(population.created).toHaveLength(5);
    const origin = await serveHttp((_request, response) => response.writeHead(400).end('{}'));
    const refusing = openTarget(settingsFor(`${origin}/v1`), new AbortController().signal);
    onTestFinished(() => refusing.close());
    const end = await refusing.population.holds(20, refusing.apiFor('x')).catch((error: unknown) => error);
    expect(end).toBeInstanceOf(Inconclusive);
    expect((end as Error).message).toMatch(/^An animal that was needed could not be created/);
  });

  test('is ruled out in a read-only run, unless nothing is missing', async () => {
    const { reference, api, population, look } = await openReference(10, { readOnly: true });
    await look();
    await population.holds(10, api);
    const end = await population.holds(20, api).catch((error: unknown) => error);
    expect(end).toBeInstanceOf(Skipped);
    expect((end as Error).message).toBe('Read-only: the target shows 10 animals and 20 are needed.');
    expect(reference.animals()).toBe(10);
  });
});

describe('the statuses', () => {
  test('the one with the fewest animals is the quiet one, and the fullest of the others is crowded', () => {
    const population = having({ available: 9, pending: 2, sold: 5, none: 30 });
    expect([population.quietStatus, population.crowdedStatus]).toEqual(['pending', 'available']);
    const other = having({ available: 1, pending: 3, sold: 7 });
    expect([other.quietStatus, other.crowdedStatus]).toEqual(['available', 'sold']);
  });

  test('creations change the crowded one, never the quiet one', () => {
    const population = having({ available: 3, pending: 2, sold: 1 });
    for (let id = 100; id < 110; id += 1) {
      population.noteCreation(replyOf({ status: 201, body: JSON.stringify(pet(id, 'pending')) }));
      population.noteCreation(replyOf({ status: 201, body: JSON.stringify(pet(id + 100, 'sold')) }));
    }
    expect([population.quietStatus, population.crowdedStatus]).toEqual(['sold', 'pending']);
  });

  test('an animal without one counts among all, and under none', () => {
    const population = having({ none: 3, sold: 1 });
    expect([population.held(), population.held('sold'), population.held('available')]).toEqual([4, 1, 0]);
  });
});

describe('what is known', () => {
  test('counts an animal once, however often it is found', () => {
    const population = having({ sold: 2 });
    population.noteFound(replyOf({ body: JSON.stringify([pet(1, 'sold'), pet(3, 'sold')]) }));
    expect(population.held()).toBe(3);
    population.noteCreation(replyOf({ status: 201, body: JSON.stringify(pet(3, 'sold')) }));
    expect([population.held(), population.held('sold')]).toEqual([3, 3]);
  });

  test('leaves out what is no animal, and what was not created', () => {
    const population = having({});
    population.noteFound(replyOf({ body: '[{"id":"1"},{"id":1,"name":"x","categoryId":1,"status":"lost"},null]' }));
    population.noteFound(replyOf({ status: 500, body: JSON.stringify([pet(1)]) }));
    population.noteCreation(replyOf({ status: 200, body: JSON.stringify(pet(1)) }));
    population.noteCreation(replyOf({ status: 201, body: '{}' }));
    expect([population.held(), population.known.length]).toEqual([0, 0]);
  });

  test('leaves out animals that share an id', () => {
    const population = having({});
    for (const id of [1, 2, 2]) population.noteCreation(replyOf({ status: 201, body: JSON.stringify(pet(id)) }));
    expect(population.known.map(({ id }) => id)).toEqual([1]);
  });

  test('is inconclusive where no animal can be fetched, and stays with the first that can', () => {
    const population = having({});
    expect(() => population.anyFetchable()).toThrow(Inconclusive);
    population.noteFetchable({ id: 1, name: 'a', categoryId: 1 });
    population.noteFetchable({ id: 2, name: 'b', categoryId: 1 });
    expect(population.anyFetchable().id).toBe(1);
  });
});

test('a new animal carries the mark, a known category, and a status only where one is wanted', () => {
  const population = new Population({ mark: 'conformance-x', categories: [7n, 8n], readOnly: false });
  expect(population.newPet('one')).toEqual({ name: 'conformance-x-one', categoryId: 7n });
  expect(population.newPet('one', 'sold')).toEqual({ name: 'conformance-x-one', categoryId: 7n, status: 'sold' });
  expect(having({}).newPet('one').categoryId).toBe(1n);
});
