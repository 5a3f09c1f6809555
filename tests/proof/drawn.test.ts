import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { selections, singleFaults } from '../../proof/faults.ts';
import { numbersTo } from '../../proof/part.ts';
import { singleVariants } from '../../proof/variants.ts';
import { worlds } from '../../proof/worlds.ts';
import { randomFrom } from '../../reference/random.ts';

/** How many cases of a part are drawn, of which none may come out differently; `npm run proof` runs them all. */
const COUNTS = [
  [singleFaults, 12],
  [singleVariants, 4],
  [selections, 2],
  [worlds, 3],
] as const;

/** Each commit draws other cases; a copy without its history always draws the same ones. */
function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' });
  } catch {
    return 'no commit';
  }
}

const random = randomFrom(createHash('sha256').update(commit()).digest().readUInt32BE());

/** As far apart as possible, from a place that chance decides: every case is drawn as often as any other. */
function draw<Item>(items: readonly Item[], count: number): readonly Item[] {
  const start = random();
  const places = numbersTo(count).map((number) => Math.floor(((number - start) / count) * items.length));
  return items.filter((_, index) => places.includes(index));
}

for (const [part, count] of COUNTS) {
  const drawn = draw(part.cases({ seeds: 1, nights: 1 }), count).map(({ name, run }) => [name, run] as const);
  test.each(drawn)(`of the ${part.name} of the proof: %s`, async (_name, run) => {
    // Of claims with exceptions, a few cases show nothing.
    const claims = Object.entries(await run()).filter(([name]) => !part.also?.[name]?.tolerated);
    expect(claims.flatMap(([, problems]) => problems)).toEqual([]);
  });
}
