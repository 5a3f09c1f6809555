import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { groupBy } from '../../harness/basics/group-by.ts';

/* The table of concepts in CONTRIBUTING.md, held against the files of the product. */

const PRODUCT = ['suites', 'harness', 'reporters', 'cli', 'library'];

const root = fileURLToPath(new URL('../..', import.meta.url));

const files = PRODUCT.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file)),
);

const [, table = ''] = /^## The concepts$(.*?)^## /ms.exec(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')) ?? [];

/** The paths that each row names. A folder ends in a slash. */
const rows = [...table.matchAll(/^\| (\w+) \| .* \| (`.*`) \|$/gm)].map(([, name = '', paths = '']) => ({
  name,
  paths: [...paths.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
}));

/** The names of the rows to which a file belongs: those that name it, or else the folder nearest to it. */
function conceptsOf(file: string): readonly string[] {
  const named = rows.flatMap(({ name, paths }) => paths.map((path) => ({ name, path })));
  const fitting = named.filter(({ path }) => path === file || (path.endsWith('/') && file.startsWith(path)));
  const longest = Math.max(...fitting.map(({ path }) => path.length));
  return fitting.filter(({ path }) => path.length === longest).map(({ name }) => name);
}

test('there are at most thirty-five concepts', () => {
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.length).toBeLessThanOrEqual(35);
});

test('every file of the product belongs to one of them', () => {
  expect(files.filter((file) => conceptsOf(file).length !== 1)).toEqual([]);
});

test('every path in the table exists, and every concept has a file', () => {
  const isThere = (path: string) =>
    statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() === path.endsWith('/');
  expect(rows.flatMap(({ paths }) => paths).filter((path) => !isThere(path))).toEqual([]);
  const used = new Set(files.flatMap(conceptsOf));
  expect(rows.filter(({ name }) => !used.has(name)).map(({ name }) => name)).toEqual(['Fault', 'Referee']);
});

/** What a file defines and exports. What it passes on is defined elsewhere. */
function exportedBy(file: string): readonly string[] {
  const source = readFileSync(join(root, file), 'utf8');
  const definitions = source.matchAll(
    /^export (?:async |abstract |declare )*(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm,
  );
  return [...definitions].map(([, name = '']) => name);
}

test('no two files export the same name', () => {
  const defined = files.flatMap((file) => [...new Set(exportedBy(file))].map((name) => ({ name, file })));
  expect(defined.length).toBeGreaterThan(500);
  const twice = [...groupBy(defined, ({ name }) => name)].filter(([, all]) => all.length > 1);
  expect(twice.map(([name]) => name).sort()).toEqual([]);
});
