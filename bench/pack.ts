import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/*
 * Makes the package small: a few minified files instead of hundreds. Only what is packed is changed, so a checkout keeps
 * readable stack traces.
 */

const DIST = 'dist';
/** As deep as most modules, because some of them find files relative to themselves. */
const BUNDLE = 'bundle/js';
const ENTRIES = {
  main: 'cli/main.js',
  index: 'library/index.js',
  vitest: 'library/vitest.js',
  worker: 'library/worker.js',
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

if (['pack', 'publish'].includes(process.env.npm_command ?? '')) await bundle();
