import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { codeOf } from '../harness/error-code.ts';
import { checkedReport } from '../harness/report/checked-report.ts';
import type { Report } from '../harness/report/model.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import type { Io } from './io.ts';

/** Standing for standard input where a file is asked for. */
export const STDIN = '-';

/** The report in a file, or a usage error that tells what is wrong with it. */
export async function readReport(operand: string, io: Pick<Io, 'cwd' | 'stdin'>): Promise<Report> {
  const name = nameOf(operand);
  return checkedReport(parse(await contentOf(operand, name, io), name), name);
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
