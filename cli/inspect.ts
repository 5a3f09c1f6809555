import { recordFromHar } from '../harness/archive/har.ts';
import { UsageError } from '../harness/basics/usage-error.ts';
import { applyOtherBaseline } from '../harness/gate/gate.ts';
import { isObject } from '../harness/json/exact-json.ts';
import { finderOf, settingsBy } from '../harness/settings/settings.ts';
import { count } from '../reporters/text.ts';
import { inspectRecording } from '../suites/inspect.ts';
import { deliver, prepareDestinations, sayVerdict } from './destinations.ts';
import { readJson } from './files.ts';
import { type Invocation, isSwitchedOn } from './invocation.ts';
import { say } from './io.ts';
import { readGate } from './settings.ts';

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
