import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { applyGate } from '../harness/gate/gate.ts';
import { codeOf } from '../harness/settings/error-code.ts';
import { readerOf } from '../harness/settings/settings.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { checkedPart } from '../harness/shard/check-shards.ts';
import { mergeParts } from '../harness/shard/merge-parts.ts';
import { partNamesOf } from '../harness/shard/parts.ts';
import type { PartEnd } from '../harness/shard/shard.ts';
import { readShards } from '../harness/vitest/run-shard.ts';
import { reporters } from '../reporters/index.ts';
import { catalogue } from '../suites/catalogue.ts';
import { checks } from '../suites/index.ts';
import { deliver, prepareDestinations, presentationOf } from './destinations.ts';
import type { Invocation } from './invocation.ts';
import { readGate } from './read-files.ts';
import { sourcesOf } from './settings.ts';

const ADVICE = 'name a folder with what petstore-conformance shard wrote, and nothing else';

export async function merge({ flags, operands: [folder], io }: Invocation): Promise<number> {
  if (folder === undefined) throw new UsageError('merge needs a folder: write petstore-conformance merge FOLDER.');
  const sources = await sourcesOf(flags, io, ['strict', 'requireAll', 'reporters', 'waivers', 'baseline', 'now']);
  const read = readerOf(...sources);
  const severity = { strict: read('strict'), requireAll: read('requireAll') };
  const destinations = await prepareDestinations(read('reporters'), reporters, io, presentationOf(flags));
  const gate = await readGate({ waivers: read('waivers'), baseline: read('baseline') }, io);
  const parts = (await partsIn(folder, resolve(io.cwd, folder))).map((part) => checkedPart(part, folder));
  const today = parts[0]?.sheet.settings.now ?? read('now');
  const report = applyGate(mergeParts(parts, catalogue, severity), gate, { ...severity, today });
  await deliver(report, destinations, io);
  return report.exitCode;
}

async function partsIn(name: string, folder: string): Promise<readonly PartEnd[]> {
  const files = await readdir(folder).catch((error: unknown) => {
    throw new UsageError(`${name} cannot be read (${codeOf(error)}): ${ADVICE}.`);
  });
  if (files.length === 0) throw new UsageError(`${name} is empty: ${ADVICE}.`);
  for (const file of files) {
    if (!(await isBlob(join(folder, file)))) throw new UsageError(`${join(name, file)} is not a shard: ${ADVICE}.`);
  }
  // A blob that cannot be merged comes from another suite or another version of the runner.
  return readShards(folder, partNamesOf(checks)).catch((error: unknown) => {
    const [why] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new UsageError(`The files in ${name} cannot be merged (${why}): ${ADVICE}.`);
  });
}

/** A rough check, which does not need the runner. */
async function isBlob(file: string): Promise<boolean> {
  if (!(await stat(file)).isFile()) return false;
  try {
    const content: unknown = JSON.parse(await readFile(file, 'utf8'));
    return Array.isArray(content) && Array.isArray(content[0]) && typeof content[1] === 'string';
  } catch {
    return false;
  }
}
