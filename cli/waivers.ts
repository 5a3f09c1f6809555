import { existsSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { UsageError } from '../harness/basics/usage-error.ts';
import { waiverFormOf } from '../harness/gate/waiver-form.ts';
import { isViolated } from '../harness/report/verdict.ts';
import { escapedReport, visible } from '../reporters/escape-controls.ts';
import { count } from '../reporters/text.ts';
import { readReport, replaceFile } from './files.ts';
import type { Invocation } from './invocation.ts';
import { succeed } from './io.ts';

export async function waivers({ flags, operands: [action, from = ''], io }: Invocation): Promise<number> {
  if (action !== 'init')
    throw new UsageError('waivers has one action: write petstore-conformance waivers init REPORT.json.');
  const name = flags.get('output')?.at(-1) ?? 'waivers.yaml';
  const report = await readReport(from, io.cwd);
  const output = resolve(io.cwd, name);
  if (existsSync(output)) {
    throw new UsageError(`${name} already exists and is not overwritten: choose another file with --output.`);
  }
  // Comments quote what a server said, and people read them in a terminal.
  const form = waiverFormOf(escapedReport(report), extname(name) === '.json' ? 'json' : 'yaml');
  await replaceFile(output, form.text);
  const none = `Nothing failed in ${from}, so ${name} is a valid file without waivers.\n`;
  if (form.count === 0) return succeed(io, visible(none));
  const number = (level: string) => report.results.filter((one) => one.level === level && isViolated(one)).length;
  const entries = `${count(form.count, 'waiver')} to fill in, for ${number('MUST')} MUST and ${number('SHOULD')} SHOULD,`;
  return succeed(io, visible(`${name}: ${entries} with a reason, an owner and the last day (until).\n`));
}
