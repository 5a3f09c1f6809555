import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coveragePage } from '../../bench/coverage-page.ts';
import { catalogue, catalogueRowOf } from '../../suites/requirements/index.ts';
import { Session } from './session.ts';

async function outputOf(...argv: string[]): Promise<string> {
  const session = new Session();
  expect(await session.main(...argv)).toBe(0);
  return session.stdout.text;
}

test('list has a line for each requirement, with its columns aligned', async () => {
  const lines = (await outputOf('list')).split('\n').filter((line) => line.startsWith('  '));
  expect(lines).toHaveLength(catalogue.length);
  for (const [index, { id, level, statement }] of catalogue.entries()) {
    expect(lines[index]).toMatch(new RegExp(`^ {2}${id} +${level} `));
    expect(lines[index]?.endsWith(statement)).toBe(true);
  }
  const columns = new Set(catalogue.map(({ level }, index) => lines[index]?.indexOf(` ${level} `)));
  expect(columns.size).toBe(1);
});

test('list --json is the catalogue', async () => {
  expect(JSON.parse(await outputOf('list', '--json'))).toEqual(catalogue.map(catalogueRowOf));
});

test('explain shows everything about a requirement', async () => {
  const [requirement] = catalogue;
  const text = (await outputOf('explain', requirement?.id ?? '')).replace(/\s+/g, ' ');
  for (const words of [requirement?.statement, requirement?.section, requirement?.checked, requirement?.usually]) {
    expect(text).toContain(words);
  }
  expect(text).toContain(`petstore-conformance --only ${requirement?.id}`);
});

test('explain names the frameworks that often fail a requirement, and the page about them', async () => {
  const text = (await outputOf('explain', 'create.int64')).replace(/\s+/g, ' ');
  expect(text).toMatch(/Frameworks .*Koa and Joi.*\/docs\/ ?frameworks\.md/);
  expect(await outputOf('explain', 'version.path')).not.toContain('Frameworks');
});

test('explain of a family describes each member once', async () => {
  const lines = (await outputOf('explain', 'auth.missing')).split('\n');
  expect(lines.filter((line) => line.startsWith('auth.'))).toEqual([
    'auth.missing.listPets',
    'auth.missing.createPet',
    'auth.missing.getPet',
  ]);
});

test.each([
  [['list.limit.*'], /^list\.limit\./],
  [['auth.missing'], /^auth\.missing\./],
  [['*.401', 'create.int64'], /\.401$|^create\.int64$/],
  [['create.?cho'], /^create\.echo$/],
])('list and explain take the globs of --only: %j', async (patterns, wanted) => {
  const ids = catalogue.map(({ id }) => id).filter((id) => wanted.test(id));
  expect(ids.length).toBeGreaterThan(0);
  expect(JSON.parse(await outputOf('list', '--json', ...patterns)).map(({ id }: { id: string }) => id)).toEqual(ids);
  const listed = (await outputOf('list', ...patterns)).matchAll(/^ {2}([a-z]\S+) /gm);
  expect([...listed].map(([, id]) => id)).toEqual(ids);
  const explained = (await outputOf('explain', ...patterns)).matchAll(/^[a-z]\S+$/gm);
  expect([...explained].map(([id]) => id)).toEqual(ids);
});

test('a glob that matches nothing is a usage error beside one that does', async () => {
  for (const command of ['list', 'explain']) {
    const session = new Session();
    expect(await session.main(command, 'list.*', 'lst.*')).toBe(2);
    expect(session.stderr.text).toContain('There is no requirement "lst.*": ');
  }
});

test.each([
  ['auth.mising', 'There is no requirement "auth.mising": perhaps auth.missing'],
  ['zzzzzzzz', 'There is no requirement "zzzzzzzz": see petstore-conformance list.'],
])('explain %s is a usage error', async (id, sentence) => {
  const session = new Session();
  expect(await session.main('explain', id)).toBe(2);
  expect(session.stderr.text).toContain(sentence);
});

test('docs/coverage.md is current; if not, run npm run coverage', () => {
  const current = readFileSync(new URL('../../docs/coverage.md', import.meta.url), 'utf8');
  expect(current).toBe(coveragePage());
});
