import { rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { finderOf, resolveSettings, type Settings } from '../harness/settings/settings.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { type Part, partsOf, partsOfShard } from '../harness/shard/parts.ts';
import type { PartEnd, Shard } from '../harness/shard/shard.ts';
import { runShard } from '../harness/vitest/run-shard.ts';
import { count } from '../reporters/text.ts';
import { checks } from '../suites/index.ts';
import { exitCodes } from './exit-codes.ts';
import type { Invocation } from './invocation.ts';
import { type Io, print, succeed } from './io.ts';
import { asideOf, cannotBeWritten, checkWritable, isOutOfRoom } from './output-file.ts';
import { settingsOf } from './settings.ts';
import { withTarget } from './target.ts';

/** Writes a file for the merge, unless the shard did not finish. */
export async function shard({ operands, flags, io, parts: installed }: Invocation): Promise<number> {
  const [shardText = '', folder] = operands;
  const shard = shardOf(shardText);
  if (folder === undefined) {
    throw new UsageError(`shard needs a folder: write petstore-conformance shard ${shardText} FOLDER.`);
  }
  const settings = await settingsOf(flags, io, (...sources) => {
    const resolved = resolveSettings(...sources);
    refuseWhatCannotBeMerged(finderOf(...sources), resolved);
    return resolved;
  });
  const parts = partsOf(checks, settings);
  if (shard.count > parts.length) {
    throw new UsageError(
      `There is nothing for ${shard.count} shards to do: shard these settings out over ${parts.length} at most.`,
    );
  }
  const name = `shard-${shard.index}-of-${shard.count}.json`;
  const file = resolve(io.cwd, folder, name);
  await checkWritable(file);
  await rm(file, { force: true });
  const own = partsOfShard(parts, shard);
  return withTarget(settings, { io, parts: installed, sessions: own.length }, async (target) => {
    const blob = asideOf(file);
    try {
      const end = await runShard({ ...target, shard, parts: own, blob });
      if (target.signal.aborted) return notWritten(shard, 'It was interrupted.', exitCodes.interrupted.code, io);
      if (end.untested !== undefined) {
        const { code } = end.untested.isUsage ? exitCodes.usage : exitCodes.untested;
        return notWritten(shard, end.untested.diagnosis, code, io);
      }
      if (end.fault !== undefined) throw new Error(end.fault);
      await rename(blob, file);
      return await succeed(io, summaryOf(shard, end.parts, own, join(folder, name)));
    } catch (error) {
      throw isOutOfRoom(error) ? cannotBeWritten(join(folder, name), error) : error;
    } finally {
      await rm(blob, { force: true });
    }
  });
}

function shardOf(text: string): Shard {
  const [, index = 0, count = 0] = /^(\d{1,3})\/(\d{1,3})$/.exec(text)?.map(Number) ?? [];
  if (index >= 1 && index <= count) return { index, count };
  throw new UsageError('shard needs a shard from 1/N to N/N: write petstore-conformance shard 1/3 FOLDER.');
}

function refuseWhatCannotBeMerged(find: ReturnType<typeof finderOf>, { repeat }: Settings): void {
  if (find('baseUrl') === undefined) {
    throw new UsageError('shard needs a server that every shard reaches: give --base-url and --api-key.');
  }
  if (find('seed') === undefined) {
    throw new UsageError('shard needs a seed, the same for every shard: give --seed N.');
  }
  if (repeat > 1) throw new UsageError('A shard runs once: remove PETSTORE_REPEAT.');
}

async function notWritten({ index, count: shards }: Shard, why: string, code: number, { stderr }: Io): Promise<number> {
  await print(stderr, `Shard ${index} of ${shards} was not written. ${why}\n`);
  return code;
}

function summaryOf(shard: Shard, ends: readonly PartEnd[], parts: readonly Part[], file: string): string {
  const names = parts.map(({ name }) => name).filter((name) => ends.some((end) => end.name === name));
  const requests = ends.reduce((sum, { totals }) => sum + totals.requests, 0);
  return `Shard ${shard.index} of ${shard.count}: ${names.join(', ')}; ${count(requests, 'request')}; written to ${file}.\n`;
}
