import { defined } from '../harness/basics/defined.ts';
import type { ArchivedFacts, RecordedExchange, Report } from '../harness/model/report.ts';

export interface RenderOptions {
  readonly colour: boolean;
  /** In characters. */
  readonly width: number;
  /** Only the terminal report leaves anything out. */
  readonly verbose?: boolean;
  /** The JSON report, as the user names it; without it, a finding is replayed by a run of its own. */
  readonly file?: string;
  /** The one that the command ends with, if it is not that of the report. */
  readonly exitCode?: number;
  /** Every exchange of the run, redacted, for the HTTP Archive; otherwise it has those of the report. */
  readonly record?: readonly RecordedExchange[];
  /** What the run knew besides its record, for the HTTP Archive. */
  readonly known?: ArchivedFacts;
}

/** A report, and the file that has it as JSON. */
export interface StoredReport extends Report {
  readonly file?: string;
}

export function stored(report: Report, { file }: Pick<StoredReport, 'file'>): StoredReport {
  return defined({ ...report, file });
}

export type Render = (report: Report, options: RenderOptions) => string;
