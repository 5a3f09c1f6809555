import type { Settings } from './settings.ts';

/** Settings with which a run can start. */
export type RunSettings = Settings & {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Part of every created name. Different in every run, whatever its seed. */
  readonly runId: string;
};
