import { type Check, STAGES } from './check.ts';
import type { RunSettings } from './context.ts';
import type { Reply } from './http/reply.ts';
import type { Replays } from './replays.ts';
import { composeReport } from './report/compose.ts';
import type { Report, Result, Row } from './report/model.ts';
import { Session } from './session.ts';

export interface InlineOptions {
  /** What the report has a row for, in its order; that of the checks unless given. */
  readonly rows?: readonly Row[];
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number, current: string) => void) | undefined;
  /** What is known from an earlier run, to ask for nothing else. */
  readonly replays?: Replays;
  /** Sees every exchange, once the last has been made. */
  readonly lookAt?: (journal: readonly Reply[]) => void;
}

/**
 * The whole run inside the calling process, without a runner of its own: for those who have one already, such as our
 * tests, which start it by the hundred, and for rehearsals, which look at what was sent.
 */
export async function runInline(
  settings: RunSettings,
  checks: readonly Check[],
  options: InlineOptions = {},
): Promise<Report> {
  const { rows = checks, signal = new AbortController().signal, onProgress, replays, lookAt } = options;
  const startedAt = new Date();
  const start = performance.now();
  const session = new Session(settings, checks, signal, replays);
  const results: Result[] = [];
  const decide = async ({ id }: Check) => {
    results.push(await session.decide(id));
    onProgress?.(results.length, checks.length, id);
  };
  try {
    onProgress?.(0, checks.length, 'preflight');
    const untested = await session.preflight();
    if (untested === undefined) {
      for (const stage of STAGES) await Promise.all(checks.filter((check) => check.stage === stage).map(decide));
    }
    lookAt?.(session.journal);
    return composeReport({
      settings,
      rows,
      results,
      totals: session.totals,
      created: session.takeCreated(),
      startedAt,
      durationMs: Math.round(performance.now() - start),
      interrupted: signal.aborted,
      ...(untested !== undefined && { untested }),
    });
  } finally {
    await session.close();
  }
}
