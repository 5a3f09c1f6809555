import './vitest-types.ts';
import type { Reporter, TestModule } from 'vitest/node';
import type { PartEnd } from '../shard/shard.ts';

/** Keeps what every part hands over: in a run of a shard, or when the shards are merged. */
export class PartCollector implements Reporter {
  parts: readonly PartEnd[] = [];

  onTestRunEnd(modules: readonly TestModule[]): void {
    this.parts = modules.flatMap(partEndOf);
  }
}

/** None where the part did not come to its end. */
function partEndOf(module: TestModule): readonly PartEnd[] {
  const metas = [...module.children.allTests()].map((test) => test.meta());
  const { sheet, totals, durationMs, results = [], bases = [] } = metas.find((meta) => meta.sheet !== undefined) ?? {};
  if (sheet === undefined || totals === undefined || durationMs === undefined) return [];
  return [
    {
      name: module.project.name,
      sheet,
      results,
      bases,
      totals,
      created: metas.flatMap(({ created }) => created ?? []),
      durationMs,
    },
  ];
}
