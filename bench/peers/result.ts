import type { Fault, Variant } from '../../reference/change.ts';
import type { Tool, Verdict } from './tools.ts';

export interface Run {
  readonly verdict: Verdict;
  readonly ms: number;
  readonly requests: number;
}

/** A tool with what it made of each server, by name. */
export interface Entry {
  readonly tool: Tool;
  readonly folder: string;
  readonly versions: readonly string[];
  readonly runs: Map<string, Run>;
  /** Why it could not be measured. */
  problem?: string;
}

/** The first entry is the suite itself. */
export interface Comparison {
  readonly entries: readonly Entry[];
  readonly faults: readonly Fault[];
  readonly variants: readonly Variant[];
  readonly pets: number;
}
