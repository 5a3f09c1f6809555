import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';

/** Everything that a run is made of, and nothing that only tests or documents need. */
const FOLDERS = ['cli', 'harness', 'library', 'reference', 'reporters', 'schemas', 'suites'];
const IS_SOURCE = /(?<!\.test)\.ts$|\.(json|yaml)$/;

/** What packing writes, because a packed suite comes without its sources. */
export const SOURCES_DIGEST = 'dist/sources.sha256';

let digest: string | undefined;

/**
 * Says which suite decided. Compiled and packed code differs from the sources byte for byte, so it is the digest of the
 * sources in each of these forms. A clone is taken at its word that `dist` was built from the sources beside it.
 */
export function suiteDigest(): string {
  const root = dirname(createRequire(import.meta.url).resolve('petstore-conformance/package.json'));
  digest ??= existsSync(join(root, 'cli/main.ts'))
    ? digestOfSources(root)
    : readFileSync(join(root, SOURCES_DIGEST), 'utf8').trim();
  return digest;
}

export function digestOfSources(root: string): string {
  const hash = createHash('sha256');
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name).replaceAll(sep, '/'),
    ),
  );
  for (const file of files.filter((name) => IS_SOURCE.test(name)).toSorted()) {
    // A checkout may have other line ends.
    const text = readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n');
    hash.update(`${file}\n${text.length}\n${text}`);
  }
  return hash.digest('hex');
}
