import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { UsageError } from '../settings/usage-error.ts';
import type { Report } from './model.ts';

/** The same value where it is a report, or a usage error that tells why it is none. */
export function checkedReport(value: unknown, name: string): Report {
  isReport ??= compiledSchema();
  if (isReport(value)) return value;
  const why = complaint(isReport.errors?.[0]);
  throw new UsageError(`${name} is not a report of petstore-conformance: ${why}. Make one with --reporter json=FILE.`);
}

/** Compiled only when it is needed, as that takes longer than loading everything else here. */
let isReport: ValidateFunction<Report> | undefined;

function compiledSchema(): ValidateFunction<Report> {
  const ajv = new Ajv2020();
  addFormats.default(ajv);
  return ajv.compile<Report>(
    JSON.parse(readFileSync(new URL('../../schemas/report.schema.json', import.meta.url), 'utf8')),
  );
}

function complaint(error: ErrorObject | undefined): string {
  const path = error?.instancePath.slice(1).replaceAll('/', '.') ?? '';
  return `${path === '' ? 'it' : path} ${error?.message ?? 'is not valid'}`;
}
