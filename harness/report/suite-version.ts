import { readFileSync } from 'node:fs';

export const SUITE_NAME = 'petstore-conformance';

/** From package.json: two folders up in the sources, three in the compiled package. */
export const SUITE_VERSION = readVersion();

function readVersion(): string {
  for (const path of ['../../package.json', '../../../package.json']) {
    try {
      const manifest = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Record<string, unknown>;
      if (manifest.name === SUITE_NAME) return String(manifest.version);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  throw new Error(`The package.json of ${SUITE_NAME} is missing.`);
}
