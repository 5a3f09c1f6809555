import { existsSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { waiverFormOf } from '../harness/gate/waiver-form.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import type { Invocation } from './invocation.ts';
import { succeed } from './io.ts';
import { replaceFile } from './output-file.ts';
import { readReport } from './read-files.ts';

const USAGE = 'write petstore-conformance waivers init report.json [--output FILE]';

export async function waivers({ flags, operands: [action, from], io }: Invocation): Promise<number> {
  if (action !== 'init' || from === undefined) throw new UsageError(`waivers needs an action and a report: ${USAGE}.`);
  const name = flags.get('output')?.at(-1) ?? 'waivers.yaml';
  const file = resolve(io.cwd, name);
  const report = await readReport(from, io);
  if (existsSync(file)) {
    throw new UsageError(`${name} already exists and is not overwritten: choose another file with --output.`);
  }
  const form = waiverFormOf(report, extname(name) === '.json' ? 'json' : 'yaml');
  if (form.count === 0) return succeed(io, `There is nothing to waive in ${from}, so ${name} was not written.\n`);
  await replaceFile(file, form.text);
  return succeed(io, `${name}: ${form.count} to fill in with a reason, an owner and the last day (until).\n`);
}
