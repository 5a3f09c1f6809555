import { isOpen, isViolated } from '../../harness/report/conclusion.ts';
import { type Report, type Result, type Row, rowOf } from '../../harness/report/model.ts';
import { type Entrant, partyOf } from '../compare/model.ts';
import { type EffectiveOutcome, effectiveOutcomeOf } from '../effective-outcome.ts';
import { groupBy } from '../group.ts';
import { latenciesIn } from '../latency.ts';
import { cut } from '../text.ts';
import { findingSentence } from '../verdict.ts';
import type { Figures, History, LeftOut } from './model.ts';
import { targetHistory } from './target-history.ts';

const LONGEST_FINDING = 400;

/** A report without its weight: exchanges, cases and the list of created pets stay behind. */
export interface Summary {
  readonly baseUrl: string;
  readonly figures: Figures;
  readonly results: ReadonlyMap<string, Seen>;
  readonly observations: Report['observations'];
}

export interface Seen {
  /** Undefined where the run did not try to decide it. */
  readonly state: 'pass' | 'violated' | 'open' | undefined;
  readonly effective: EffectiveOutcome;
  /** Of a violation. */
  readonly finding?: string;
}

/** Takes one report at a time, in any order, so that a thousand of them need the memory of one. */
export class HistoryBuilder {
  readonly #summaries: Summary[] = [];
  readonly #labels = new Map<string, string>();
  readonly #leftOut: LeftOut[] = [];
  readonly #rows = new Map<string, { readonly row: Row; readonly startedAt: string }>();

  add(entrant: Entrant): void {
    const { label, report } = entrant;
    const run = `${report.run.id} ${report.run.startedAt} ${report.target.baseUrl}`;
    const twin = this.#labels.get(run);
    if (twin !== undefined) {
      this.leaveOut({ label, why: `It is the same run as ${twin}.` });
      return;
    }
    this.#labels.set(run, label);
    this.#summaries.push(summaryOf(entrant));
    for (const result of report.results) this.#remember(result, report.run.startedAt);
  }

  leaveOut(file: LeftOut): void {
    this.#leftOut.push(file);
  }

  get isEmpty(): boolean {
    return this.#summaries.length === 0;
  }

  build(): History {
    const inTime = [...this.#summaries].sort((one, other) => timeOf(one) - timeOf(other));
    const rows = [...this.#rows.values()].map(({ row }) => row);
    return {
      kind: 'history',
      targets: [...groupBy(inTime, ({ baseUrl }) => baseUrl)].map(([baseUrl, summaries]) =>
        targetHistory(baseUrl, summaries, rows),
      ),
      leftOut: this.#leftOut,
    };
  }

  /** The words of the newest report count, and observations are a matter of their own. */
  #remember(result: Result, startedAt: string): void {
    if (result.level === 'INFO') return;
    const known = this.#rows.get(result.id);
    if (known === undefined || known.startedAt < startedAt)
      this.#rows.set(result.id, { row: rowOf(result), startedAt });
  }
}

function timeOf({ figures }: Summary): number {
  return Date.parse(figures.startedAt) || 0;
}

function summaryOf(entrant: Entrant): Summary {
  const { run, results, observations } = entrant.report;
  const { baseUrl, ...party } = partyOf(entrant);
  const { durationMs, requests, creations } = run;
  const population = populationIn(run);
  return {
    baseUrl,
    figures: {
      ...party,
      durationMs,
      requests,
      creations,
      ...(population && { population }),
      latencies: latenciesIn(observations),
    },
    results: new Map(results.filter(({ level }) => level !== 'INFO').map((result) => [result.id, seenIn(result)])),
    observations: observations.map(({ id, statement, value }) => ({ id, statement, value })),
  };
}

function seenIn(result: Result): Seen {
  const effective = effectiveOutcomeOf(result);
  if (isViolated(result))
    return { state: 'violated', effective, finding: cut(findingSentence(result), LONGEST_FINDING) };
  if (isOpen(result)) return { state: 'open', effective };
  return { state: result.outcome === 'pass' ? 'pass' : undefined, effective };
}

/** Reports of earlier versions have none. */
function populationIn({ population }: Report['run']): Readonly<Record<string, number>> | undefined {
  return population && Object.fromEntries(population.statuses.map(({ status, pets }) => [status, pets]));
}
