import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createNameKindFaults } from '../../reference/faults/create-name-kinds.ts';
import { faults } from '../../reference/faults/index.ts';
import { lenientJsonFaults } from '../../reference/faults/lenient-json.ts';
import { type Reference, startReference } from '../../reference/server.ts';
import { API_KEY, ask, create, type Reply, WITH_KEY } from './ask.ts';

let server: Reference | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const started = async (...names: string[]) => {
  server = await startReference({ apiKey: API_KEY, pets: 0, faults: names });
  return server.baseUrl;
};

const NEW_PET = '{"name":"Tom","categoryId":1}';
const nameIn = (reply: Reply): string => JSON.parse(reply.text).name;
const WITH_JSON = { ...WITH_KEY, 'content-type': 'application/json' };

/** A text of the kind that each lenient parser takes for JSON. */
const texts: Readonly<Record<string, string>> = {
  'json-with-nan': '{"name":"Tom","categoryId":1,"weight":NaN}',
  'json-with-comments': '{"name":"Tom", /* the cat */ "categoryId":1} // end',
  'json-with-hash-comments': '{"name":"Tom", # the cat\n"categoryId":1}',
  'json-with-single-quotes': "{'name':'Tom','categoryId':1}",
  'json-with-trailing-commas': '{"name":"Tom","categoryId":1,}',
  'json-with-bare-keys': '{name:"Tom",categoryId:1}',
  'json-with-bare-text': '{"name":Tom,"categoryId":1}',
  'json-with-equals-signs': '{"name"="Tom";"categoryId"=1}',
  'json-with-hexadecimal-numbers': '{"name":"Tom","categoryId":0x1}',
  'json-with-leading-zeros': '{"name":"Tom","categoryId":001}',
  'json-with-plus-signs': '{"name":"Tom","categoryId":+1}',
  'json-with-dangling-points': '{"name":"Tom","categoryId":1.}',
  'json-with-hexadecimal-escapes': '{"name":"\\x54om","categoryId":1}',
  'json-with-unknown-escapes': '{"name":"T\\om","categoryId":1}',
  'json-with-raw-line-breaks': '{"name":"Tom\n","categoryId":1}',
  'json-with-any-white-space': '{"name":"Tom",\u00a0"categoryId":1}',
  'first-of-several-documents': `${NEW_PET}\n{"name":"Ann","categoryId":2}`,
  'last-of-several-documents': `{"name":"Ann","categoryId":2} ${NEW_PET}`,
  'json-up-to-a-nul': `${NEW_PET}\0and more`,
  'json-behind-a-guard': `)]}'\n${NEW_PET}`,
  'python-literals': "{'name': 'Tom', 'categoryId': 1, 'tame': True, 'status': None}",
  'literals-in-any-case': '{"name":"Tom","categoryId":1,"tame":TRUE}',
  'yaml-accepted': 'name: Tom\ncategoryId: 1\n',
  'form-accepted': 'name=Tom&categoryId=1',
};

describe('lenient parsers', () => {
  it('each has a text', () => {
    expect(lenientJsonFaults.map(({ name }) => name).sort()).toEqual(Object.keys(texts).sort());
  });

  it.each(Object.entries(texts))('%s: %j', async (name, text) => {
    const baseUrl = await started(name);
    const reply = await create(baseUrl, text);
    expect(reply.status).toBe(201);
    expect(nameIn(reply).trim()).toBe('Tom');
    expect((await create(baseUrl, '{"name":"Tom","categoryId":')).status).toBe(400);
    expect((await create(baseUrl, '[1]')).status).toBe(400);
    expect(nameIn(await create(baseUrl, '{"name":"\'0x1\' // # NaN, => a=b;","categoryId":1}'))).toBe(
      "'0x1' // # NaN, => a=b;",
    );
  });

  it('are refused by the conforming server', async () => {
    const baseUrl = await started();
    for (const [name, text] of Object.entries(texts)) expect((await create(baseUrl, text)).status, name).toBe(400);
  });
});

/** A name of the kind that each fault alters, and what it becomes. */
const names: Readonly<Record<string, readonly [string, string]>> = {
  'name-cut-at-250': ['x'.repeat(255), 'x'.repeat(250)],
  'name-cut-at-255-bytes': ['ü'.repeat(200), 'ü'.repeat(127)],
  'name-compatibility-forms-replaced': ['\ufb01n', 'fin'],
  'name-decomposed': ['\u00e9', 'e\u0301'],
  'name-loses-combining-marks': ['e\u0301', 'e'],
  'name-loses-joiners': ['👩\u200d👧', '👩👧'],
  'name-loses-soft-hyphens': ['kit\u00adten', 'kitten'],
  'name-loses-zero-width-spaces': ['kit\u200bten', 'kitten'],
  'name-loses-variation-selectors': ['❤\ufe0f', '❤'],
  'name-loses-direction-marks': ['קט\u200fה', 'קטה'],
  'name-with-plain-spaces': ['a\u00a0b', 'a b'],
  'name-with-narrow-spaces': ['a\u3000b', 'a b'],
  'name-with-plain-line-separators': ['a\u2028b', 'a b'],
  'name-line-breaks-folded': ['a\nb', 'a b'],
  'name-loses-trailing-spaces': [' a ', ' a'],
  'name-loses-leading-spaces': [' a ', 'a '],
  'name-with-straight-quotes': ['O’Malley “Tom”', 'O\'Malley "Tom"'],
  'name-with-plain-dashes': ['a–b', 'a-b'],
  'name-with-three-points': ['a…', 'a...'],
  'name-entities-decoded': ['a &amp; b', 'a & b'],
  'name-tags-stripped': ['<b>Tom</b>', 'Tom'],
  'name-templates-evaluated': ['a {{b}} c', 'a  c'],
  'name-percent-decoded': ['a%20b', 'a b'],
  'name-plus-is-a-space': ['a+b', 'a b'],
  'name-of-digits-loses-zeros': ['007', '7'],
  'name-like-a-float-rewritten': ['1.50', '1.5'],
  'name-of-null-emptied': ['null', ''],
  'name-dates-rewritten': ['2024-01-31', '31/01/2024'],
  'name-letters-folded': ['Großer', 'Grosser'],
  'name-formula-guarded': ['=1+1', "'=1+1"],
  'name-sql-comment-cut': ['a -- b', 'a '],
};

describe('names of one kind', () => {
  it('each has an example', () => {
    expect(createNameKindFaults.map(({ name }) => name).sort()).toEqual(Object.keys(names).sort());
  });

  it.each(Object.entries(names))('%s', async (fault, [name, altered]) => {
    const baseUrl = await started(fault);
    const reply = await create(baseUrl, JSON.stringify({ name, categoryId: 1 }));
    expect(reply.status).toBe(201);
    expect(nameIn(reply)).toBe(altered);
    expect(nameIn(await create(baseUrl, NEW_PET))).toBe('Tom');
  });

  it('are kept by the conforming server', async () => {
    const baseUrl = await started();
    for (const [name] of Object.values(names)) {
      expect(nameIn(await create(baseUrl, JSON.stringify({ name, categoryId: 1 })))).toBe(name);
    }
  });
});

describe('bodies that are read too loosely', () => {
  it.each([
    ['keys-without-case', '{"NAME":"Tom","categoryid":1}', 201],
    ['keys-with-a-capital', '{"Name":"Tom","CategoryId":1}', 201],
    ['keys-with-a-capital', '{"NAME":"Tom","categoryId":1}', 400],
    ['tiny-fraction-rounded', '{"name":"Tom","categoryId":1.0000000000000001}', 201],
    ['tiny-fraction-rounded', '{"name":"Tom","categoryId":1e-400}', 400],
    ['tiny-fraction-rounded', '{"name":"Tom","categoryId":1.5}', 400],
    ['underflow-is-zero', '{"name":"Tom","categoryId":1e-400}', 201],
    ['underflow-is-zero', '{"name":"Tom","categoryId":1e400}', 400],
    ['nul-in-name-crashes', '{"name":"a\\u0000b","categoryId":1}', 500],
    ['broken-json-beyond-ascii-crashes', '{"name":"ü","categoryId":', 500],
    ['broken-json-beyond-ascii-crashes', '{"name":"u","categoryId":', 400],
    ['every-status-refused', '{"name":"Tom","categoryId":1,"status":"sold"}', 400],
    ['every-creation-refused', NEW_PET, 400],
  ])('%s: %s gets %i', async (name, body, status) => {
    const baseUrl = await started(name);
    expect((await create(baseUrl, body)).status).toBe(status);
    if (name !== 'every-creation-refused') expect((await create(baseUrl, NEW_PET)).status).toBe(201);
  });

  it('name-cut-at-nul', async () => {
    const baseUrl = await started('name-cut-at-nul');
    expect(nameIn(await create(baseUrl, '{"name":"a\\u0000b","categoryId":1}'))).toBe('a');
  });

  it('broken-json-beyond-ascii-breaks-the-connection', async () => {
    const baseUrl = await started('broken-json-beyond-ascii-breaks-the-connection');
    await expect(create(baseUrl, '{"name":"ü","categoryId":')).rejects.toThrow();
    expect((await create(baseUrl, '{"name":"u","categoryId":')).status).toBe(400);
    expect((await create(baseUrl, '{"name":"ü","categoryId":1}')).status).toBe(201);
  });

  it.each([
    ['chunked-body-is-empty', 400],
    ['chunked-body-refused', 411],
  ])('%s', async (name, status) => {
    const baseUrl = await started(name);
    const headers = { ...WITH_JSON, 'transfer-encoding': 'chunked' };
    expect((await ask(baseUrl, { method: 'POST', path: '/pets', headers, body: NEW_PET })).status).toBe(status);
    expect((await create(baseUrl, NEW_PET)).status).toBe(201);
  });

  it.each([
    ['refused-creation-stored-later', WITH_JSON, '{"name":"Tom","categoryId":"1"}', 400],
    ['unauthorised-creation-stored-later', { 'content-type': 'application/json' }, NEW_PET, 401],
  ])('%s', async (name, headers, body, status) => {
    const baseUrl = await started(name);
    expect((await ask(baseUrl, { method: 'POST', path: '/pets', headers, body })).status).toBe(status);
    expect(server?.pets()).toBe(0);
    await expect.poll(() => server?.pets(), { timeout: 10_000 }).toBe(1);
    await delay(50);
    expect(server?.pets()).toBe(1);
  });
});

it('declares one requirement for each', () => {
  const tested = [...Object.keys(texts), ...Object.keys(names)];
  for (const { name, violates } of faults.filter((fault) => tested.includes(fault.name))) {
    expect(violates, name).toEqual([name.startsWith('name') ? 'create.echo' : 'create.bad-body']);
  }
});
