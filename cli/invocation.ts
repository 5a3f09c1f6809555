import type { Flags } from '../harness/settings/settings.ts';
import type { Io } from './io.ts';
import type { Parts } from './parts.ts';

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
  /** None unless given. */
  readonly mostOperands?: number;
  /** Loads the command on demand, and resolves with the exit code. */
  readonly execute: (invocation: Invocation) => Promise<number>;
}
