import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';

/*
 * Makes the package small: a few minified files instead of hundreds, no pictures, and a manifest without what only a
 * clone needs. What is changed outside of dist is put back when the package is packed.
 */

const DIST = 'dist';
/** As deep as most modules, because some of them find files relative to themselves. */
const BUNDLE = 'bundle/js';
const ENTRIES = {
  main: 'cli/main.js',
  index: 'library/index.js',
  vitest: 'library/vitest.js',
};

/** Part of the bundler, for templates that contain the end of a script. */
const HELPER = '@oxc-project/runtime';

async function bundle(): Promise<void> {
  const scripts = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  const input = Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(DIST, file)]));
  const external = (id: string) => /^[a-z@]/.test(id) && !id.startsWith(DIST) && !id.startsWith(HELPER);
  const build = await rolldown({ input, platform: 'node', external });
  await build.write({
    dir: join(DIST, BUNDLE),
    minify: true,
    chunkFileNames: '[name].js',
    entryFileNames: '[name].js',
  });
  for (const file of scripts) rmSync(join(DIST, file));
  for (const name of readdirSync(join(DIST, 'schemas'))) {
    const file = join(DIST, 'schemas', name);
    writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))));
  }
  writeFileSync(join(DIST, ENTRIES.main), `#!/usr/bin/env node\nimport '../${BUNDLE}/main.js';\n`);
  for (const name of ['index', 'vitest'] as const) {
    writeFileSync(join(DIST, ENTRIES[name]), `export * from '../${BUNDLE}/${name}.js';\n`);
  }
}

/** Users of the package run none of the scripts, and npm warns whoever installs a tarball that has some. */
function withoutScripts(text: string): string {
  const { scripts: _scripts, devDependencies: _packages, ...rest } = JSON.parse(text);
  return `${JSON.stringify(rest, undefined, 2)}\n`;
}

/** They are larger than all the rest. */
function withoutPictures(text: string): string {
  return text.replaceAll(/^!\[[^\]]*\]\((?!https?:)[^)]*\)\n\n?/gm, '');
}

function change(file: string, edit: (text: string) => string): void {
  const text = readFileSync(file, 'utf8');
  const original = join(DIST, 'originals', file);
  mkdirSync(dirname(original), { recursive: true });
  writeFileSync(original, text);
  writeFileSync(file, edit(text));
}

await bundle();
for (const page of ['README.md', 'docs/reference.md']) change(page, withoutPictures);
// At last: what fails before leaves the manifest as it is.
change('package.json', withoutScripts);
