import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** What each folder may import besides itself. */
const ALLOWED = {
  harness: /^schemas\//,
  reference: /^$/,
  suites: /^(harness|library)\//,
  reporters: /^harness\/(report|settings|json)\//,
  library: /^(harness|suites|reporters)\//,
  cli: /^(harness|suites|reporters|library|reference)\//,
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const imports = new Map(
  Object.keys(ALLOWED).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => {
        const source = readFileSync(join(root, folder, file), 'utf8');
        const paths = [...source.matchAll(/ from '(\.[^']+)'/g)].map(([, path = '']) => path);
        return [join(folder, file), paths.map((path) => join(folder, dirname(file), path))] as const;
      }),
  ),
);

const free = new Set<string>();

function circleOf(file: string, path: readonly string[] = []): readonly string[] {
  if (path.includes(file)) return path.slice(path.indexOf(file));
  const found = free.has(file) ? [] : (imports.get(file) ?? []).flatMap((next) => circleOf(next, [...path, file]));
  if (found.length === 0) free.add(file);
  return found;
}

test('no file imports itself through others', () => {
  expect([...imports.keys()].flatMap((file) => circleOf(file))).toEqual([]);
});

test.each(Object.entries(ALLOWED))('%s imports only what it may', (folder, allowed) => {
  const own = [...imports].filter(([file]) => file.startsWith(`${folder}/`)).flatMap(([, paths]) => paths);
  expect(own.length).toBeGreaterThan(10);
  expect(own.filter((path) => !path.startsWith(`${folder}/`) && !allowed.test(path))).toEqual([]);
});
