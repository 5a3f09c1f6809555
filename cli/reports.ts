import { checkedBaseline } from '../harness/gate/apply-baseline.ts';
import { applyOtherBaseline } from '../harness/gate/gate.ts';
import { concluded } from '../harness/report/concluded.ts';
import { SUITE_NAME } from '../harness/report/suite-version.ts';
import { finderOf, readerOf } from '../harness/settings/settings.ts';
import { deliver, prepareDestinations, sayVerdict } from './destinations.ts';
import { readReport } from './files.ts';
import { type Invocation, isSwitchedOn } from './invocation.ts';
import { say } from './io.ts';

/** Only the flags count: the environment is about runs. */
const choicesOf = (flags: Invocation['flags']) => readerOf(finderOf(flags, {}, ''))('reporters');

export async function renderReport(invocation: Invocation): Promise<number> {
  const { flags, io } = invocation;
  const [name = ''] = invocation.operands;
  const found = await readReport(name, io.cwd);
  const report = concluded(found);
  if (report.verdict !== found.verdict || report.exitCode !== found.exitCode) {
    const what = `${found.verdict} with exit code ${found.exitCode}`;
    await say(io, `Warning: ${name} was edited. It says ${what}, which does not follow from its results.`);
  }
  const known = { verbose: isSwitchedOn(flags, 'verbose'), file: name };
  const destinations = await prepareDestinations(choicesOf(flags), io, known);
  return deliver(report, destinations, io);
}

/** Decides the later report as its run would have, with the earlier one as its baseline. */
export async function compare({ flags, operands: [before = '', after = ''], io }: Invocation): Promise<number> {
  const known = { verbose: isSwitchedOn(flags, 'verbose'), file: after };
  const destinations = await prepareDestinations(choicesOf(flags), io, known);
  const baseline = checkedBaseline(await readReport(before, io.cwd), before, SUITE_NAME);
  const report = applyOtherBaseline(await readReport(after, io.cwd), baseline);
  const code = (await deliver(report, destinations, io)) || report.exitCode;
  await sayVerdict(report, destinations, io, code);
  return code;
}
