import { existsSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { waiverFormOf } from '../harness/gate/waiver-form.ts';
import { isViolated } from '../harness/report/conclusion.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { visible } from '../reporters/escape-controls.ts';
import { readReport, replaceFile } from './files.ts';
import type { Invocation } from './invocation.ts';
import { succeed } from './io.ts';

const USAGE = 'write petstore-conformance waivers init report.json [--output FILE]';

export async function waivers({ flags, operands: [action, from], io }: Invocation): Promise<number> {
  if (action !== 'init' || from === undefined) throw new UsageError(`waivers needs an action and a report: ${USAGE}.`);
  const name = flags.get('output')?.at(-1) ?? 'waivers.yaml';
  const file = resolve(io.cwd, name);
  const report = await readReport(from, io.cwd);
  if (existsSync(file)) {
    throw new UsageError(`${name} already exists and is not overwritten: choose another file with --output.`);
  }
  const form = waiverFormOf(report, extname(name) === '.json' ? 'json' : 'yaml');
  await replaceFile(file, form.text);
  if (form.count === 0)
    return succeed(io, visible(`Nothing failed in ${from}, so ${name} is a valid file without waivers.\n`));
  const number = (level: string) => report.results.filter((one) => one.level === level && isViolated(one)).length;
  const what = `${form.count} to fill in (${number('MUST')} MUST, ${number('SHOULD')} SHOULD)`;
  const optional = number('SHOULD') > 0 ? ' A SHOULD needs a waiver only with --strict.' : '';
  return succeed(io, visible(`${name}: ${what} with a reason, an owner and the last day (until).${optional}\n`));
}
