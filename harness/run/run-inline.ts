import type { Recorded } from '../http/reply.ts';
import { composeReport } from '../report/compose.ts';
import type { Report, Result, Row } from '../report/model.ts';
import type { Suite } from './check.ts';
import type { RunSettings } from './context.ts';
import type { Replays } from './replays.ts';
import { Session } from './session.ts';

interface InlineOptions {
  /** The rows of the report; the checks unless given. */
  readonly rows?: readonly Row[];
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number, current: string) => void) | undefined;
  /** Failures of an earlier run: nothing else is tried. */
  readonly replays?: Replays;
  /** Called at the end, with every exchange. */
  readonly lookAt?: (journal: readonly Recorded[]) => void;
}

/** The whole run inside the calling process, without a test runner: for programs, tests and rehearsals. */
export async function runInline(settings: RunSettings, suite: Suite, options: InlineOptions = {}): Promise<Report> {
  const { rows = suite.checks, signal = new AbortController().signal, onProgress, replays, lookAt } = options;
  const startedAt = new Date();
  const start = performance.now();
  const session = new Session(settings, suite, signal, replays);
  let results: readonly Result[] = [];
  let done = 0;
  const total = session.due.length;
  try {
    onProgress?.(0, total, 'preflight');
    const untested = await session.preflight();
    if (untested === undefined) {
      await Promise.all(
        session.due.map(async ({ id }) => {
          await session.decide(id);
          done += 1;
          onProgress?.(done, total, id);
        }),
      );
      results = await session.finish();
    }
    lookAt?.(session.journal);
    return composeReport({
      settings,
      rows,
      results,
      ...session.takeSummary(),
      startedAt,
      durationMs: Math.round(performance.now() - start),
      interrupted: signal.aborted,
      ...(untested !== undefined && { untested }),
    });
  } finally {
    await session.close();
  }
}
