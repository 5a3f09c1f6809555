import type { Flags } from '../harness/settings/settings.ts';
import type { Io } from './io.ts';
import type { Parts } from './parts.ts';

/** A flag as the help shows it. Settings are flags with a variable and a default besides. */
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
  readonly mostOperands: number;
  /** Loads the command only when it is asked for, and resolves with the exit code. */
  readonly execute: (invocation: Invocation) => Promise<number>;
}
