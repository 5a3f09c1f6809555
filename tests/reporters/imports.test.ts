import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../reporters', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const imports = new Map(
  files.map((file) => {
    const source = readFileSync(join(folder, file), 'utf8');
    return [file, [...source.matchAll(/ from '(\.[^']+)'/g)].map(([, path = '']) => join(dirname(file), path))];
  }),
);

function circleOf(file: string, path: readonly string[] = []): readonly string[] {
  if (path.includes(file)) return path.slice(path.indexOf(file));
  return (imports.get(file) ?? []).flatMap((next) => circleOf(next, [...path, file]));
}

test('no file of the reporters imports itself through others, and they know nothing but the report', () => {
  expect(files.length).toBeGreaterThan(30);
  expect(files.flatMap((file) => circleOf(file))).toEqual([]);
  const outside = [...imports.values()].flat().filter((path) => path.startsWith('..'));
  expect(outside.filter((path) => !/^\.\.\/harness\/(report|settings|json)\//.test(path))).toEqual([]);
});
