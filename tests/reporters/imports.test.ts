import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const GROUND = 'harness/(basics|json|model|secrets|settings)/|schemas/';

/** What each folder may import besides itself. The folder with the longest name counts. */
const ALLOWED = {
  'harness/basics': /^$/,
  'harness/json': /^harness\/basics\//,
  'harness/model': /^harness\/(basics|json)\//,
  'harness/secrets': /^harness\/(basics|json|model)\//,
  'harness/settings': /^harness\/(basics|json|model|secrets)\//,
  'harness/http': new RegExp(`^(${GROUND})`),
  'harness/archive': new RegExp(`^(${GROUND})`),
  'harness/report': new RegExp(`^(${GROUND})`),
  'harness/server': new RegExp(`^(${GROUND})`),
  'harness/gate': new RegExp(`^(${GROUND}|harness/report/)`),
  'harness/engine': /^(harness|schemas)\//,
  reference: /^$/,
  'suites/reading': /^harness\//,
  'suites/world': /^(harness|suites\/reading)\//,
  'suites/requirements/rules': /^(harness|suites\/(reading|world))\//,
  'suites/requirements': /^(harness|suites\/(reading|world))\//,
  'suites/inputs': /^(harness|suites\/(reading|world|requirements))\//,
  'suites/decisions': /^(harness|suites\/(reading|world|requirements|inputs))\//,
  'suites/probes': /^(harness|suites\/(reading|world|requirements|inputs|decisions))\//,
  // vitest.ts is what `npx vitest run --project conformance` calls.
  suites: /^(harness\/|library\/vitest)/,
  reporters: /^harness\/(basics|model|report|settings|json)\//,
  library: /^(harness|suites|reporters)\//,
  cli: /^(harness|suites|reporters|library|reference)\//,
  proof: /^(harness|suites|reporters|reference|library)\//,
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const imports = new Map(
  ['harness', 'reference', 'suites', 'reporters', 'library', 'cli', 'proof'].flatMap((folder) =>
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

/** The folder whose rule counts for a file. */
function folderOf(file: string): string {
  const folders = Object.keys(ALLOWED).filter((folder) => file.startsWith(`${folder}/`));
  return folders.reduce((longest, folder) => (folder.length > longest.length ? folder : longest), '');
}

test('each folder imports only what it may', () => {
  const broken = [...imports].flatMap(([file, paths]) => {
    const folder = folderOf(file);
    const allowed = ALLOWED[folder as keyof typeof ALLOWED];
    return paths
      .filter((path) => !path.startsWith(`${folder}/`) && !allowed.test(path))
      .map((path) => `${file} > ${path}`);
  });
  expect(broken.sort()).toEqual([]);
});

test.each(Object.keys(ALLOWED))('there are files in %s', (folder) => {
  expect([...imports.keys()].filter((file) => folderOf(file) === folder)).not.toEqual([]);
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

test.each<[file: string, packages: readonly string[]]>([
  ['cli/main.ts', []],
  ['cli/help.ts', []],
  ['cli/catalogue.ts', []],
  ['cli/explain.ts', ['fast-check']],
  ['cli/reports.ts', ['dotenv']],
  ['cli/run.ts', ['dotenv']],
  ['suites/index.ts', ['fast-check']],
  ['harness/engine/run.ts', ['undici']],
])('%s loads only the packages that it needs: %j', (file, packages) => {
  expect(new Set(packagesOf(file))).toEqual(new Set(packages));
});
