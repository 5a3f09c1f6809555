import type { Known, RecordedExchange, Report } from '../harness/report/model.ts';
import type { Grouping, Section } from '../harness/report/section.ts';

export interface RenderOptions {
  readonly colour: boolean;
  /** In characters. */
  readonly width: number;
  /** Only the terminal report leaves anything out. */
  readonly verbose?: boolean;
  readonly groupBy?: Grouping;
  /** Without its sections, results can only be grouped by area. */
  readonly specification?: readonly Section[];
  /** The JSON report, as the user names it; without it, a finding is replayed by a run of its own. */
  readonly file?: string;
  /** Every exchange of the run, redacted, for the HTTP Archive; otherwise it has those of the report. */
  readonly record?: readonly RecordedExchange[];
  /** What the run knew besides its record, for the HTTP Archive. */
  readonly known?: Known;
}

/** A report, and the file that has it as JSON. */
export interface StoredReport extends Report {
  readonly file?: string;
}

export function stored(report: Report, { file }: Partial<Pick<RenderOptions, 'file'>>): StoredReport {
  return file === undefined ? report : { ...report, file };
}

export type Render<Model = Report> = (model: Model, options: RenderOptions) => string;

export type Forms<Model = Report> = ReadonlyMap<string, Render<Model>>;
