import type { Composed } from '../harness/report/compose.ts';
import type { RunSettings } from '../harness/settings/run-settings.ts';
import type { Flags } from '../harness/settings/settings.ts';
import type { WorkerOptions } from '../library/run-in-worker.ts';
import type { Reference, ReferenceOptions } from '../reference/server.ts';
import type { Io } from './io.ts';

export interface Flag {
  readonly flag: string;
  readonly short?: string;
  readonly variable?: string;
  /** Absent for a switch. */
  readonly placeholder?: string;
  readonly description: string;
  readonly default?: string;
}

export interface Invocation {
  readonly flags: Flags;
  readonly operands: readonly string[];
  readonly io: Io;
  readonly parts: Parts;
}

export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly flags: readonly Flag[];
  readonly maxOperands: number;
  /** Resolves with the exit code. */
  readonly execute: (invocation: Invocation) => Promise<number>;
}

/** What tests replace. Loaded on demand, because most commands need none of it. */
export const installedParts = {
  run: async (settings: RunSettings, options: WorkerOptions): Promise<Composed> =>
    (await import('../library/run-in-worker.ts')).runInWorker(settings, options),
  startReference: async (options: ReferenceOptions): Promise<Pick<Reference, 'baseUrl' | 'close'>> =>
    (await import('../reference/server.ts')).startReference(options),
};

export type Parts = Readonly<typeof installedParts>;
