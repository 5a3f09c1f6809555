import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Report } from '../harness/report/model.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { codeOf } from './error-code.ts';
import type { Io } from './io.ts';

/** Standing for standard input where a file is asked for. */
export const STDIN = '-';

/** The report in a file, or a usage error that tells what is wrong with it. */
export async function readReport(operand: string, io: Pick<Io, 'cwd' | 'stdin'>): Promise<Report> {
  const name = nameOf(operand);
  const value = parse(await contentOf(operand, name, io), name);
  if (isReport(value)) return value;
  const why = complaint(isReport.errors?.[0]);
  throw new UsageError(`${name} is not a report of petstore-conformance: ${why}. Make one with --reporter json=FILE.`);
}

export function nameOf(operand: string): string {
  return operand === STDIN ? 'standard input' : operand;
}

async function contentOf(operand: string, name: string, { cwd, stdin }: Pick<Io, 'cwd' | 'stdin'>): Promise<string> {
  if (operand === STDIN) return text(stdin);
  try {
    return await readFile(resolve(cwd, operand), 'utf8');
  } catch (error) {
    throw new UsageError(`${name} cannot be read (${codeOf(error)}): name a report that --reporter json=FILE wrote.`);
  }
}

function parse(content: string, name: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new UsageError(`${name} is not JSON: name a report that --reporter json=FILE wrote.`);
  }
}

const ajv = new Ajv2020();
addFormats.default(ajv);
const isReport = ajv.compile<Report>(
  JSON.parse(readFileSync(new URL('../schemas/report.schema.json', import.meta.url), 'utf8')),
);

function complaint(error: ErrorObject | undefined): string {
  const path = error?.instancePath.slice(1).replaceAll('/', '.') ?? '';
  return `${path === '' ? 'it' : path} ${error?.message ?? 'is not valid'}`;
}
