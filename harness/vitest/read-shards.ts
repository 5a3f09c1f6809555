import type { PartEnd } from '../shard/shard.ts';
import { createRunner } from './create-runner.ts';
import { ENTRY } from './entry.ts';
import { PartCollector } from './part-collector.ts';

/** What the blobs in a folder hold, part by part, in the order of the names. */
export async function readShards(folder: string, partNames: readonly string[]): Promise<readonly PartEnd[]> {
  const collector = new PartCollector();
  const runner = await createRunner({
    file: ENTRY,
    reporters: [collector],
    projects: partNames.map((name) => ({ name })),
  });
  try {
    await runner.mergeReports(folder);
  } finally {
    await runner.close();
  }
  return collector.parts.toSorted((a, b) => partNames.indexOf(a.name) - partNames.indexOf(b.name));
}
