import { isObject } from '../harness/json/exact-json.ts';
import { recordFromHar, recordFromReport } from '../harness/record/har.ts';
import { checkedReport } from '../harness/report/checked-report.ts';
import { parseBaseUrl } from '../harness/settings/hosts.ts';
import { finderOf, settingsBy } from '../harness/settings/settings.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { reporters } from '../reporters/index.ts';
import { inspectRecording } from '../suites/inspect.ts';
import { deliver, prepareDestinations, presentationOf } from './destinations.ts';
import { readJson } from './files.ts';
import type { Invocation } from './invocation.ts';
import { say } from './io.ts';
import { obtainKey } from './settings.ts';

const ADVICE = 'name a HAR file, or a report that --reporter json=FILE wrote';

/** Checks recorded traffic. The settings are flags only: the environment is about a server, and none is asked. */
export async function inspect({ flags, operands: [name], io }: Invocation): Promise<number> {
  if (name === undefined) throw new UsageError('inspect needs a file: write petstore-conformance inspect traffic.har.');
  const settings = settingsBy(finderOf(flags, {}, ''));
  const destinations = await prepareDestinations(settings.reporters, reporters, io, presentationOf(flags));
  const key = settings.apiKey === undefined ? undefined : await obtainKey(settings.apiKey, io.stdin);
  const value = await readJson(name, io.cwd, ADVICE);
  const isHar = isObject(value) && isObject(value.log);
  const recording = isHar ? recordFromHar(value, name, settings.baseUrl) : recordFromReport(checkedReport(value, name));
  const { record } = recording;
  const baseUrl = parseBaseUrl(recording.baseUrl, `The address in ${name}`);
  const inspected = inspectRecording(recording, { ...settings, baseUrl, apiKey: key ?? '', runId: '' }, key);
  await say(io, `${record.length} exchanges with ${baseUrl} are checked, and nothing is sent.`);
  if (inspected.assumesKey) {
    await say(io, 'Without --api-key, credentials count as right where the service accepted them.');
  }
  return (await deliver(inspected.report, destinations, io, inspected.record)) || inspected.report.exitCode;
}
