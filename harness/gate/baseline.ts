import type { Report } from '../report/model.ts';
import { UsageError } from '../settings/usage-error.ts';

/** A run that did not come to its end knows too little for another to be measured by it. */
export function checkedBaseline(report: Report, name: string): Report {
  if (report.diagnosis === undefined) return report;
  throw new UsageError(`${name} is no baseline, as its run did not come to its end: name the report of one that did.`);
}
