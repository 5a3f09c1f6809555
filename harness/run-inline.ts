import { type Check, STAGES } from './check.ts';
import type { RunSettings } from './context.ts';
import type { Reply } from './http/reply.ts';
import type { Replays } from './replays.ts';
import { composeReport } from './report/compose.ts';
import type { Report, Result } from './report/model.ts';
import { Session } from './session.ts';

export interface InlineOptions {
  readonly signal?: AbortSignal;
  /** What is known from an earlier run, to ask for nothing else. */
  readonly replays?: Replays;
  /** Sees every exchange, once the last has been made. */
  readonly lookAt?: (journal: readonly Reply[]) => void;
}

/**
 * The whole run inside the calling process, without a runner of its own: for tests, which start it by the hundred, and
 * for rehearsals, which look at what was sent.
 */
export async function runInline(
  settings: RunSettings,
  checks: readonly Check[],
  { signal = new AbortController().signal, replays = new Map(), lookAt = () => undefined }: InlineOptions = {},
): Promise<Report> {
  const startedAt = new Date();
  const start = performance.now();
  const session = new Session(settings, checks, signal, replays);
  const results: Result[] = [];
  try {
    const untested = await session.preflight();
    if (untested === undefined) {
      for (const stage of STAGES) {
        const due = checks.filter((check) => check.stage === stage);
        results.push(...(await Promise.all(due.map((check) => session.decide(check.id)))));
      }
    }
    lookAt(session.journal);
    return composeReport({
      settings,
      rows: checks,
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
