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
  /** It is the last report, which replay takes where no file is named. */
  readonly isKept?: boolean;
  /** The one that the command ends with, if it is not that of the report. */
  readonly exitCode?: number;
  readonly caller?: Caller;
  /** Every exchange of the run, redacted, for the HTTP Archive; otherwise it has those of the report. */
  readonly record?: readonly RecordedExchange[];
  /** What the run knew besides its record, for the HTTP Archive. */
  readonly known?: ArchivedFacts;
}

/** How the user runs the command, so that what is printed can be pasted. */
export interface Caller {
  /** The words that start it. */
  readonly command: readonly string[];
  /** Flags that say where the key is. */
  readonly flags: readonly string[];
  /** The shell has the key in its environment. */
  readonly hasKey: boolean;
  /** The command that starts the server. */
  readonly server?: readonly string[];
}

/** A report, the file that has it as JSON, and who reads it. */
export interface StoredReport extends Report {
  readonly file?: string;
  readonly isKept?: boolean;
  readonly caller?: Caller;
}

type Storage = Pick<StoredReport, 'file' | 'isKept' | 'caller'>;

export function stored(report: Report, { file, isKept = false, caller }: Storage): StoredReport {
  return defined({ ...report, file, isKept, caller });
}

export type Render = (report: Report, options: RenderOptions) => string;
