import { describe, expect, test } from 'vitest';
import type { Headers } from '../../harness/model/wire.ts';
import { simulate } from '../../proof/simulation/simulate.ts';
import { unsentValues } from '../../proof/unsent-values.ts';
import { CLIENTS } from '../../suites/inputs/clients.ts';
import { CLIENT_HEADERS, HEADERS, headersAt } from '../../suites/inputs/headers.ts';
import { servedBy, TABLES } from '../../suites/inputs/tables.ts';
import { inTable, valueIn } from '../../suites/inputs/value.ts';
import { labelOf, valuesFor } from '../../suites/inputs/values.ts';
import { CREATIONS } from '../../suites/probes/amounts.ts';
import { cutInto, everyPair, pairsWith } from '../../suites/probes/neighbours.ts';
import { catalogue } from '../../suites/requirements/index.ts';

const rows = TABLES.flatMap((table) => table.values.map((value) => ({ table, value, id: inTable(table, value) })));

describe('the tables', () => {
  test('have ids in kebab-case, each once, and a label for each', () => {
    expect(rows.filter(({ id }) => !/^[a-z][a-z0-9-]*\/[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(new Set(TABLES.map(({ id }) => id)).size).toBe(TABLES.length);
    expect(rows.filter(({ value }) => value.label.trim() === '')).toEqual([]);
    expect(labelOf('name/emoji')).toBe('name with emoji');
  });

  test('have no value that is sent and decided by nobody', () => {
    const isServing = ({ table, value }: (typeof rows)[number]) =>
      value.id === table.plain || value.observes !== undefined || servedBy(value, table).length > 0;
    expect(rows.filter((row) => !isServing(row)).map(({ id }) => id)).toEqual([]);
    expect(TABLES.filter(({ values }) => values.length === 0)).toEqual([]);
    for (const { id } of catalogue.filter(({ id: one }) =>
      /^create\.|^get\.unk|^list\.limit\.[amb]|^auth\.inv/.test(one),
    ))
      if (!/create\.(minimal|id|no-effect)/.test(id)) expect([id, valuesFor(id).length > 0]).toEqual([id, true]);
  });

  test('list common values before rare ones', () => {
    for (const { id } of catalogue) {
      const firstRare = valuesFor(id).findIndex(({ isRare }) => isRare);
      if (firstRare >= 0)
        expect(
          valuesFor(id)
            .slice(firstRare)
            .every(({ isRare }) => isRare),
        ).toBe(true);
    }
  });
});

describe('a run', () => {
  const whole = { thorough: false, readOnly: false, only: [], skip: [], categoryIds: [], now: '2026-03-01' };
  const idsOf = (values: readonly { readonly id: string }[]) => values.map(({ id }) => id);

  test('that lacks a value names it, unless the settings or the target rule it out', () => {
    const unsent = idsOf(unsentValues([{ input: ['name/emoji'] }, {}], whole));
    expect(unsent).toContain('name/quotes');
    expect(unsent).not.toContain('name/emoji');
    expect(unsent).not.toContain('status/available');
    expect(unsent).not.toContain('name/undefined');
    expect(unsent).not.toContain('pet-id/same-double-above');
    expect(idsOf(unsentValues([], { ...whole, thorough: true }))).toContain('name/undefined');
    for (const setting of [{ readOnly: true }, { only: ['list.'] }, { categoryIds: ['7'] }, { now: '2031-01-01' }])
      expect(unsentValues([], { ...whole, ...setting })).toEqual([]);
  });

  test('on a stocked target sends every common value that is not listed as too much for it', async () => {
    const { record, report } = await simulate({ seed: 1, pets: 400 });
    const unsent = unsentValues(record(), whole);
    expect(unsent.filter(({ note }) => note !== 'where no page is full')).toEqual([]);
    expect(idsOf(unsent)).toContain('history/random');
    expect(idsOf(unsent)).not.toContain('category/beyond-double');
    expect(report.run.creations).toBeLessThanOrEqual(CREATIONS.stocked);
  });
});

describe('clients', () => {
  const KEY: Headers = [['Authorization', 'Bearer k']];
  const TYPE: Headers = [['Content-Type', 'application/json; charset=utf-8']];
  const OTHERS: Headers = [
    ['Accept', 'application/json'],
    ['Accept-Encoding', 'identity'],
    ['User-Agent', 'suite/1'],
  ];
  const rewritten = (id: string, plain: Headers) =>
    valueIn(CLIENT_HEADERS, id)
      .rewrite(plain)
      .map((header) => header.join(': '));

  test('send their headers in their order and case, with the type of the body and the name of the suite', () => {
    expect(rewritten('axios', [...KEY, ...TYPE, ...OTHERS])).toEqual([
      'Accept: application/json, text/plain, */*',
      'Content-Type: application/json; charset=utf-8',
      'Authorization: Bearer k',
      'User-Agent: axios/1.21.1 suite/1',
      'Accept-Encoding: gzip, compress, deflate, br',
    ]);
    expect(rewritten('reqwest', [...KEY, ...OTHERS])).toEqual([
      'authorization: Bearer k',
      'accept: */*',
      'User-Agent: suite/1',
    ]);
    expect(rewritten('axios-wrapper', [...KEY, ...OTHERS])).toContain('Content-Type: application/json');
  });

  test('send whatever stands for the key, in its place', () => {
    const others: Headers = [
      ['X-API-Key', 'k'],
      ['Cookie', 'token=k'],
    ];
    expect(rewritten('curl', [...others, ...OTHERS]).slice(1)).toEqual([
      'Accept: */*',
      'X-API-Key: k',
      'Cookie: token=k',
    ]);
  });

  test('consist of differences that are values of their own', () => {
    const lines = CLIENTS.flatMap((client) => client.lines.filter((line) => line.includes(': ')));
    const labels = HEADERS.values.map(({ label }) => label.toLowerCase());
    const isListed = (line: string) => labels.some((label) => label.startsWith(`${line}, as `.toLowerCase()));
    expect(lines.filter((line) => !isListed(line))).toEqual([]);
    expect(valueIn(CLIENT_HEADERS, 'curl').parts).toEqual(['accept-any', 'no-encoding', 'agent-curl']);
  });

  test('with one difference are plain otherwise', () => {
    expect(rewritten('no-accept', [...KEY, ...OTHERS])).toEqual([
      'Authorization: Bearer k',
      'Accept-Encoding: identity',
      'User-Agent: suite/1',
    ]);
    expect(labelOf('headers/accept-axios')).toBe('Accept: application/json, text/plain, */*, as axios sends');
  });

  test('take their turn, and every fourth request is plain', () => {
    const turns = Array.from({ length: 2 * CLIENTS.length }, (_, at) => headersAt(at));
    expect(new Set(turns)).toEqual(new Set(['accept-json', ...CLIENTS.map(({ id }) => id)]));
    expect(turns.filter((id) => id === 'accept-json')).toHaveLength(CLIENTS.length / 2);
  });

  const agents = CLIENTS.flatMap(({ lines }) => lines.find((line) => /^user-agent: /i.test(line))?.slice(12) ?? []);

  test.each([
    ['a fresh target', {}, ['createPet 201', 'createPet 400', 'createPet 401', 'getPet 200', 'getPet 404']],
    ['a stocked target', { pets: 400 }, ['createPet 400', 'createPet 401', 'getPet 404']],
    ['a target that is only read', { pets: 60, settings: { readOnly: true } }, ['getPet 404']],
  ])('meet every operation and refusal on %s', async (_name, world, more) => {
    const { record } = await simulate({ seed: 1, ...world });
    const met = record().flatMap(({ operation, request, response }) => {
      const agent = request.headers.find(([name]) => /^user-agent$/i.test(name))?.[1] ?? '';
      return agents.filter((one) => agent.startsWith(one)).map((one) => `${operation} ${response?.status} ${one}`);
    });
    const kinds = ['listPets 200', 'listPets 400', 'listPets 401', 'getPet 401', ...more];
    const wanted = kinds.flatMap((kind) => agents.map((agent) => `${kind} ${agent}`));
    expect(wanted.filter((one) => !met.includes(one))).toEqual([]);
  });
});

describe('kinds of requests', () => {
  const pairsIn = (order: readonly string[]) => order.slice(1).map((kind, at) => `${order[at]}${kind}`);
  const sorted = (pairs: readonly string[]) => [...new Set(pairs)].toSorted();

  test('follow each other one, and themselves', () => {
    const order = everyPair(['a', 'b', 'c', 'd']);
    expect([order.length, new Set(pairsIn([...order, 'a'])).size]).toEqual([16, 16]);
  });

  test.each([1, 3, 4, 6, 20])('lose no pair if they are sent over %i connections', (count) => {
    const lanes = cutInto(
      count,
      everyPair(['a', 'b', 'c', 'd']).map((kind) => [kind]),
    );
    expect(lanes).toHaveLength(count);
    expect(sorted(lanes.flatMap(pairsIn))).toHaveLength(16);
  });

  test('go with creations, of which there are no more than pairs', () => {
    const lanes = cutInto(3, pairsWith('+', ['a', 'b', 'c', 'd', 'e']));
    const pairs = ['++', ...['a', 'b', 'c', 'd', 'e'].flatMap((kind) => [`${kind}+`, `+${kind}`])];
    expect(sorted(lanes.flatMap(pairsIn))).toEqual(sorted(pairs));
    expect(lanes.flat().filter((kind) => kind === '+')).toHaveLength(6);
  });

  test('need not exist', () => {
    expect(cutInto(2, pairsWith('+', []))).toEqual([[], []]);
  });
});
