import { existsSync, statSync } from 'node:fs';
import { extname, relative, resolve } from 'node:path';
import { recordFromHar } from '../harness/archive/har.ts';
import { UsageError } from '../harness/basics/usage-error.ts';
import { checkedBaseline } from '../harness/gate/apply-baseline.ts';
import { applyOtherBaseline } from '../harness/gate/gate.ts';
import { waiverFormOf } from '../harness/gate/waiver-form.ts';
import { isObject } from '../harness/json/exact-json.ts';
import { concluded } from '../harness/report/concluded.ts';
import { SUITE_NAME } from '../harness/report/suite-version.ts';
import { isViolated } from '../harness/report/verdict.ts';
import { finderOf, readerOf, settingsBy } from '../harness/settings/settings.ts';
import { escapedReport, visible } from '../reporters/escape-controls.ts';
import { HistoryBuilder } from '../reporters/history.ts';
import { historySentence, renderHistory } from '../reporters/html/history.ts';
import { count } from '../reporters/text.ts';
import { inspectRecording } from '../suites/inspect.ts';
import { deliver, prepareDestinations, sayVerdict } from './destinations.ts';
import { FOR_ME, filesBelow, readJson, readReport, replaceFile } from './files.ts';
import { type Invocation, isSwitchedOn } from './invocation.ts';
import { type Io, say, succeed } from './io.ts';
import { readGate } from './settings.ts';

/** Only the flags count: the environment is about runs. */
const readerIn = (flags: Invocation['flags']) => readerOf(finderOf(flags, {}, ''));
const choicesOf = (flags: Invocation['flags']) => readerIn(flags)('reporters');

export async function renderReport(invocation: Invocation): Promise<number> {
  const { flags, io } = invocation;
  const [name = ''] = invocation.operands;
  const found = await readReport(name, io.cwd);
  const report = concluded(found);
  if (report.verdict !== found.verdict || report.exitCode !== found.exitCode) {
    const what = `${found.verdict} with exit code ${found.exitCode}`;
    await say(io, `Warning: ${name} was edited. It says ${what}, which does not follow from its results.`);
  }
  const known = {
    verbose: isSwitchedOn(flags, 'verbose'),
    file: name,
  };
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

/** One page of many reports. It only shows, so it succeeds even if a server fails. */
export async function history({ flags, operands, io }: Invocation): Promise<number> {
  const output = flags.get('output')?.at(-1) ?? 'history.html';
  const builder = new HistoryBuilder();
  for (const operand of operands) {
    const place = resolve(io.cwd, operand);
    const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory();
    if (!isFolder) builder.add(operand, await readReport(operand, io.cwd));
    else for (const file of reportsIn(place, builder)) await addReport(relative(io.cwd, file), builder, io);
  }
  if (builder.isEmpty) throw new UsageError(`No report found in ${operands.join(', ')}: name a report or a folder.`);
  const built = builder.build();
  await replaceFile(resolve(io.cwd, output), renderHistory(built), FOR_ME);
  return succeed(io, visible(`${output}: ${historySentence(built)}\n`));
}

function reportsIn(folder: string, builder: HistoryBuilder): readonly string[] {
  const files = filesBelow(folder, (unreadable, why) => builder.leaveOut(unreadable, why));
  const named = files.filter((file) => file.endsWith('.json')).toSorted();
  // A pipe or a device may never end.
  const isOdd = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() === false;
  for (const file of named.filter(isOdd)) builder.leaveOut(file, `${file} is not a regular file.`);
  return named.filter((file) => !isOdd(file));
}

/** One at a time, so that only summaries stay in memory. */
async function addReport(file: string, builder: HistoryBuilder, io: Io): Promise<void> {
  try {
    builder.add(file, await readReport(file, io.cwd));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    builder.leaveOut(file, error.message);
  }
}

/** Decides a record again. The settings are flags only: the environment is about a server, and none is asked. */
export async function inspect({ flags, operands: [name = ''], io }: Invocation): Promise<number> {
  const settings = settingsBy(finderOf(flags, {}, ''));
  const destinations = await prepareDestinations(settings.reporters, io, { verbose: isSwitchedOn(flags, 'verbose') });
  const advice = 'name the HAR file that a run wrote with --reporter har=FILE';
  const value = await readJson(name, io.cwd, advice);
  if (isObject(value) && 'schemaVersion' in value) {
    throw new UsageError(`${name} is a report, which has only the exchanges of its findings: ${advice}.`);
  }
  const recording = recordFromHar(value, name);
  const inspected = inspectRecording(recording, settings);
  const exchanges = count(recording.record.length, 'exchange');
  await say(io, `${exchanges} with ${recording.baseUrl} decided again, and nothing is sent.`);
  const { baseline } = await readGate({ waivers: undefined, baseline: settings.baseline }, io);
  const report = baseline ? applyOtherBaseline(inspected.report, baseline) : inspected.report;
  const written = await deliver(report, destinations, io, inspected);
  const code = written || report.exitCode;
  await sayVerdict(report, destinations, io, code);
  return code;
}

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
