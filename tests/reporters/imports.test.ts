import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** What each folder may import besides itself. */
const ALLOWED = {
  harness: /^schemas\//,
  reference: /^$/,
  // vitest.ts is what `npx vitest run --project conformance` calls.
  suites: /^(harness\/|library\/vitest)/,
  reporters: /^harness\/(extremes|(report|settings|json)\/)/,
  library: /^(harness|suites|reporters)\//,
  cli: /^(harness|suites|reporters|library|reference)\//,
  proof: /^(harness|suites|reporters|reference|library)\/|^cli\/(simulated-wire|verification)/,
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const imports = new Map(
  Object.keys(ALLOWED).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => {
        const source = readFileSync(join(root, folder, file), 'utf8');
        const paths = [...source.matchAll(/(?: from |\bimport\()'(\.[^']+)'/g)].map(([, path = '']) => path);
        return [join(folder, file), paths.map((path) => join(folder, dirname(file), path))] as const;
      }),
  ),
);

const visited = new Set<string>();

/** The first circle that a file leads to. Every file is visited once, or it would take forever with a circle. */
function circleOf(file: string, path: readonly string[] = []): readonly string[] {
  if (path.includes(file)) return path.slice(path.indexOf(file));
  if (visited.has(file)) return [];
  visited.add(file);
  for (const next of imports.get(file) ?? []) {
    const found = circleOf(next, [...path, file]);
    if (found.length > 0) return found;
  }
  return [];
}

test('no file imports itself through others', () => {
  expect([...imports.keys()].flatMap((file) => circleOf(file))).toEqual([]);
});

test('the harness knows nothing of pets', () => {
  const harness = [...imports.keys()].filter((file) => /^harness\/(?!settings\/table)/.test(file));
  const known = /\/pets\b|(list|create|get)Pets?\b|'(available|pending|sold)'|\b(auth|list|create|get|errors)\.[a-z]+-/;
  expect(harness.filter((file) => known.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test.each(Object.entries(ALLOWED))('%s imports only what it may', (folder, allowed) => {
  const own = [...imports].filter(([file]) => file.startsWith(`${folder}/`)).flatMap(([, paths]) => paths);
  expect(own.length).toBeGreaterThan(10);
  expect(own.filter((path) => !path.startsWith(`${folder}/`) && !allowed.test(path))).toEqual([]);
});

/** The packages that are loaded with a file, through others or by itself. */
function packagesOf(file: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const source = readFileSync(join(root, file), 'utf8');
  const names = [...source.matchAll(/^(?:import|export) (?!type )[^;]*? from '([^']+)';$/gm)].map(
    ([, name = '']) => name,
  );
  return names.flatMap((name) => {
    if (name.startsWith('.')) return packagesOf(join(dirname(file), name), seen);
    return name.startsWith('node:') ? [] : [name];
  });
}

test('the command starts without the packages that only the thread of a run needs, or a file that it reads', () => {
  const loaded = ['cli/main.ts', 'cli/run.ts', 'library/run-in-worker.ts'].flatMap((file) => packagesOf(file));
  // The requirements check the shape of pets.
  expect(new Set(loaded)).toEqual(new Set(['ajv-formats', 'ajv/dist/2020.js', 'dotenv', 'ignore']));
  expect(packagesOf('library/worker.ts')).toEqual(expect.arrayContaining(['fast-check']));
});
