import { describe, expect, test } from 'vitest';
import type { Headers } from '../../harness/model/wire.ts';
import { simulate } from '../../proof/simulation/simulate.ts';
import { unsentValues } from '../../proof/unsent-values.ts';
import { CLIENTS } from '../../suites/inputs/clients.ts';
import { coveringRows, randomFrom } from '../../suites/inputs/covering.ts';
import { DAYS } from '../../suites/inputs/creation-rows.ts';
import { CLIENT_HEADERS, CONNECTIONS, HEADERS, headersAt } from '../../suites/inputs/headers.ts';
import { isRefusable, NAMES } from '../../suites/inputs/names.ts';
import { CATEGORIES, FRAMINGS, PET_STATUSES, SPELLINGS } from '../../suites/inputs/new-pets.ts';
import { limitsOfRun } from '../../suites/inputs/queries.ts';
import { servedBy } from '../../suites/inputs/samples.ts';
import { TOKEN_CHANGES, TOKEN_KINDS, textOf } from '../../suites/inputs/token-changes.ts';
import { inTable, sentBy, valueIn } from '../../suites/inputs/value.ts';
import { labelOf, TABLES, valuesFor } from '../../suites/inputs/values.ts';
import { CREATIONS } from '../../suites/probes/drive.ts';
import { cutInto, everyPair, pairsWith } from '../../suites/probes/neighbours.ts';
import { classify } from '../../suites/reading/request.ts';
import { catalogue } from '../../suites/requirements/index.ts';
import { pairsIn, pairsOfRun } from './value-pairs.ts';

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

  // The referee checks it on every simulated run; here it fails with the names alone.
  test('by default sends every common value, and gets each error often', async () => {
    const { record } = await simulate({ seed: 1 });
    expect(idsOf(unsentValues(record(), whole))).toEqual([]);
    for (const status of [400, 401, 404]) {
      const given = record().filter(({ response, operation }) => operation && response?.status === status);
      expect([status, given.length >= 30]).toEqual([status, true]);
    }
  });

  test('where some pets exist sends every common value, too', async () => {
    const { record } = await simulate({ seed: 1, pets: 60 });
    expect(idsOf(unsentValues(record(), whole))).toEqual([]);
  });

  test('that lacks a value names it, unless the settings or the target rule it out', () => {
    const unsent = idsOf(unsentValues([{ input: ['name/emoji'] }, {}], whole));
    expect(unsent).toContain('name/quotes');
    expect(unsent).not.toContain('name/emoji');
    expect(unsent).not.toContain('status/available');
    expect(unsent).not.toContain('token/deleted');
    expect(unsent).not.toContain('pet-id/same-double-above');
    expect(idsOf(unsentValues([], { ...whole, thorough: true }))).toContain('token/deleted');
    for (const setting of [{ readOnly: true }, { only: ['list.'] }, { categoryIds: ['7'] }, { now: '2031-01-01' }])
      expect(unsentValues([], { ...whole, ...setting })).toEqual([]);
  });

  test('on a stocked target sends every common value within three days, but for those that create too much', async () => {
    expect(DAYS).toBe(3);
    const days = ['2026-03-02', '2026-03-03', '2026-03-04'];
    const runs = await Promise.all(days.map((now) => simulate({ seed: 1, pets: 400, settings: { now } })));
    const unsent = unsentValues(
      runs.flatMap(({ record }) => record()),
      whole,
    );
    expect(unsent.filter(({ note }) => note !== 'where no page is full')).toEqual([]);
    expect(idsOf(unsent)).toEqual(['history/random', 'name/random']);
    for (const { report } of runs) expect(report.run.creations).toBeLessThanOrEqual(CREATIONS.stocked);
  });
});

describe('changes of one token', () => {
  const texts = TOKEN_CHANGES.map((change) => ({ change, text: textOf(change, { name: 'Rex', categoryId: 71 }) }));
  const kindOf = (body: string) => {
    const headers = [['Content-Type', 'application/json'] as const];
    return classify({ method: 'POST', path: '/pets', headers, body }, { basePath: '', apiKey: 'k' }).body;
  };

  test('are hundreds of texts, each once, of every kind', () => {
    expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length);
    expect(texts.length).toBeGreaterThan(600);
    expect([...new Set(TOKEN_CHANGES.map(([kind]) => kind))]).toEqual(TOKEN_KINDS.values.map(({ id }) => id));
    const lacking = [
      "'",
      '=',
      '=>',
      ';',
      'None',
      'True',
      'undefined',
      '0x10',
      '1.',
      '.5',
      '+1',
      '007',
      '\u00a0',
      '\f',
    ].filter((piece) => !texts.some(({ text }) => text.includes(piece)));
    expect(lacking).toEqual([]);
  });

  test('are never JSON, and a warning unless a key is missing', () => {
    const others = texts.filter(({ text }) => kindOf(text) !== 'lenient-body');
    expect(others.map(({ text }) => [text, kindOf(text)])).toEqual([
      ['{:"Rex","categoryId":71}', 'bad-body'],
      ['{"name":"Rex",:71}', 'bad-body'],
    ]);
  });

  test('are shrunk, and only a thorough run sends them', async () => {
    const only = ['create.lenient-body'];
    const [usual, thorough] = await Promise.all(
      [false, true].map((isThorough) =>
        simulate({ seed: 1, faults: ['json-with-none'], settings: { thorough: isThorough, only } }),
      ),
    );
    const outcomeIn = (run: typeof usual) => run?.report.results.find(({ id }) => id === 'create.lenient-body');
    expect(outcomeIn(usual)?.outcome).toBe('pass');
    expect(outcomeIn(thorough)).toMatchObject({ outcome: 'warn', counterexample: { value: expect.any(String) } });
  });
});

describe('limits from 1 to 100', () => {
  const all = Array.from({ length: 100 }, (_, at) => at + 1);
  const union = (runs: readonly (readonly { readonly limit: number }[])[]) =>
    [...new Set(runs.flat().map(({ limit }) => limit))].sort((a, b) => a - b);

  test('are all sent by two seeds in a row, and on three days in a row', () => {
    const days = [1, 2, 3];
    expect(union([1, 2].map((seed) => limitsOfRun(seed, '2026-03-01', false)))).toEqual(all);
    expect(union(days.map((day) => limitsOfRun(5, `2026-03-0${day}`, false)))).toEqual(all);
    expect(union([limitsOfRun(1, '2026-03-01', true)])).toEqual(all);
    expect(limitsOfRun(1, '2026-03-01', false)).toHaveLength(71);
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

describe('pairs of values', () => {
  const tables = {
    category: CATEGORIES,
    status: PET_STATUSES,
    spelling: SPELLINGS,
    connection: CONNECTIONS,
    framing: sentBy(FRAMINGS, false),
  };

  test('are covered by few rows: a choice by chance needs many more', () => {
    const largest = CATEGORIES.values.length * SPELLINGS.values.length;
    const covering = coveringRows(tables, randomFrom(1), 1000);
    expect(pairsIn(covering, tables).covered).toBe(pairsIn(covering, tables).all);
    expect(covering.length).toBeLessThanOrEqual(largest * 1.25);
    const half = pairsIn(coveringRows(tables, randomFrom(2), largest / 2), tables);
    expect(half.covered / half.all).toBeGreaterThan(0.72);
  });
});

describe('the creations of a run', () => {
  const pairs = (isThorough: boolean) =>
    Array.from({ length: isThorough ? 3 : 20 }, (_, at) => pairsOfRun(at + 1, isThorough));

  test('cover as many pairs as a good choice does: by chance, some seeds cover 30 fewer', () => {
    expect(pairs(false).filter(({ covered }) => covered < 870)).toEqual([]);
  });

  test('cover all pairs if they are thorough, but for categories that mark a name', () => {
    const unmarked = NAMES.values.filter((name) => name.isUnmarked && !isRefusable(name)).length;
    const others = CATEGORIES.values.filter((value) => !value.isRare).length - 1;
    expect(pairs(true).filter(({ covered, all }) => covered < all - unmarked * others)).toEqual([]);
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
