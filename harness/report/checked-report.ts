import { UsageError } from '../basics/usage-error.ts';
import { errorIn } from '../json/schema.ts';
import type { Report } from '../model/report.ts';
import { SUITE_VERSION } from './suite-version.ts';

/** Far more than any report of ours; what recurses into a value much deeper ends the process. */
const MAX_DEPTH = 100;

/** Returns the value if it is a report; otherwise throws a usage error that says why. */
export function checkedReport(value: unknown, name: string): Report {
  if (isDeeperThan(value, MAX_DEPTH)) {
    throw new UsageError(`${name} is nested more than ${MAX_DEPTH} levels deep: this is not a report of this suite.`);
  }
  const error = errorIn(value, 'report');
  if (error === undefined) return value as Report;
  const { version } = (value as Partial<Report> | null)?.suite ?? {};
  if (typeof version === 'string' && version !== SUITE_VERSION) {
    throw new UsageError(
      `${name} was written by version ${version}, which ${SUITE_VERSION} cannot read. From the record of its run: petstore-conformance inspect RUN.har --reporter json=${name}`,
    );
  }
  const why = `${error.instancePath.slice(1).replaceAll('/', '.') || 'it'} ${error.message}`;
  throw new UsageError(`${name} is not a report of petstore-conformance: ${why}. Make one with --reporter json=FILE.`);
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((inner) => depth === 0 || isDeeperThan(inner, depth - 1));
}
