import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** By the name of the package, as a consumer would: sources and the compiled package are not equally deep. */
const manifest = createRequire(import.meta.url).resolve('petstore-conformance/package.json');
const PAGE = join(dirname(manifest), 'docs/frameworks.md');

/** The frameworks that the page names for a requirement, and where the page is; undefined if there are none. */
export function frameworksWith(id: string): string | undefined {
  const [, ...sections] = readFileSync(PAGE, 'utf8').split('\n## ');
  const titles = sections.filter((text) => text.includes(`\`${id}\``)).map((text) => text.split('\n', 1)[0]);
  return titles.length > 0 ? `${titles.join('; ')}. What fails there, and the fix: ${PAGE}` : undefined;
}
