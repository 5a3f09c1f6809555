import './vitest-types.ts';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { Created, Outcome, Result } from '../report/model.ts';
import type { Untested } from '../run/preflight.ts';
import type { Session } from '../run/session.ts';
import type { PartEnd } from '../shard/shard.ts';

type Summary = ReturnType<Session['takeSummary']>;
type OnSign = (done: number, current: string, outcome?: Outcome) => void;

/** Collects the results from the runner. */
export class Collector implements Reporter {
  readonly #results = new Map<string, Result>();
  readonly #created: Created[] = [];
  #latest: Omit<Summary, 'created'> = { totals: { requests: 0, creations: 0 }, interruptions: [], warnings: [] };
  untested: Untested | undefined;
  fault: string | undefined;
  /** Of a shard, or of all shards when they are merged. */
  parts: readonly PartEnd[] = [];
  #done = 0;
  readonly #onSign: OnSign;

  constructor(onSign: OnSign = () => undefined) {
    this.#onSign = onSign;
  }

  get results(): readonly Result[] {
    return [...this.#results.values()];
  }

  get summary(): Summary {
    return { ...this.#latest, created: this.#created };
  }

  onTestModuleCollected(): void {
    this.#onSign(0, 'preflight');
  }

  onTestCaseResult(test: TestCase): void {
    const meta = test.meta();
    const { result, results = [], untested, created = [], totals, interruptions = [], warnings = [], gaveUp } = meta;
    this.#created.push(...created);
    if (totals && totals.requests >= this.#latest.totals.requests) {
      this.#latest = { totals, interruptions, warnings, ...(gaveUp !== undefined && { gaveUp }) };
    }
    if (untested !== undefined) this.untested = untested;
    for (const decided of [...(result ? [result] : []), ...results]) this.#results.set(decided.id, decided);
    this.#note(test.result().errors);
    this.#done += 1;
    this.#onSign(this.#done, test.name, result?.outcome);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { readonly message?: string }[]): void {
    this.parts = modules.flatMap(partEndOf);
    this.#note(unhandled);
    for (const module of modules) {
      this.#note(module.errors());
      for (const suite of module.children.allSuites()) this.#note(suite.errors());
    }
    if (modules.length === 0) this.fault ??= 'the runner found no checks';
  }

  #note(errors: readonly { readonly message?: string; readonly stack?: string | undefined }[] = []): void {
    const [first] = errors;
    if (first) this.fault ??= first.stack ?? first.message ?? 'unknown';
  }
}

/** None if the part did not finish. */
function partEndOf(module: TestModule): readonly PartEnd[] {
  const metas = [...module.children.allTests()].map((test) => test.meta());
  const { sheet, totals, durationMs, results = [], bases = [] } = metas.find((meta) => meta.sheet !== undefined) ?? {};
  if (sheet === undefined || totals === undefined || durationMs === undefined) return [];
  const created = metas.flatMap((meta) => meta.created ?? []);
  return [{ name: module.project.name, sheet, results, bases, totals, created, durationMs }];
}
