import { fileSchema } from '../json/schema.ts';
import { UsageError } from '../settings/usage-error.ts';
import type { Report } from './model.ts';

const reportSchema = fileSchema<Report>('report');

/** Returns the value if it is a report; otherwise throws a usage error that says why. */
export function checkedReport(value: unknown, name: string): Report {
  const isReport = reportSchema();
  if (isReport(value)) return value;
  const { instancePath = '', message = 'is not valid' } = isReport.errors?.[0] ?? {};
  const why = `${instancePath.slice(1).replaceAll('/', '.') || 'it'} ${message}`;
  throw new UsageError(`${name} is not a report of petstore-conformance: ${why}. Make one with --reporter json=FILE.`);
}
