import { readdirSync, readFileSync } from 'node:fs';
import { transformSync } from 'rolldown/utils';

const FOLDERS = ['reference', 'reference/rules', 'reference/json'];

/** Source that is no part of what the conforming server does, each with the reason why it is left as it is. */
export const NOT_MUTATED: Readonly<Record<string, string>> = {
  'reference/change.ts': 'It applies faults and variants, of which the conforming server has none.',
  'reference/preload.ts': 'It makes up the pets of a demonstration; any valid pet would do.',
  'reference/random.ts': 'Only faults and variants draw by chance.',
};

/** What the server imports for its faults and variants, with none in it. */
const STAND_INS: Readonly<Record<string, string>> = {
  'reference/faults/index.js': 'export const faults = [];',
  'reference/variants/index.js': 'export const variantsNamed = () => [];',
};

/** The TypeScript of the conforming server, by its path below the package's root. */
export function readSources(): ReadonlyMap<string, string> {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
  );
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
}

/** The same server as JavaScript that runs. */
export function compiled(sources: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const modules = [...sources].map(([file, source]): [string, string] => {
    const { code } = transformSync(file, source, { typescript: { rewriteImportExtensions: 'rewrite' } });
    return [file.replace(/\.ts$/, '.js'), code];
  });
  return new Map([...modules, ...Object.entries(STAND_INS)]);
}
