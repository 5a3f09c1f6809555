import { applyGate, type Gate } from '../harness/gate/gate.ts';
import type { Composed } from '../harness/report/compose.ts';
import { isViolated } from '../harness/report/conclusion.ts';
import { reporters } from '../reporters/index.ts';
import { count, cut } from '../reporters/text.ts';
import { type Destination, deliver, prepareDestinations, presentationOf } from './destinations.ts';
import { type Invocation, isSwitchedOn } from './invocation.ts';
import { say } from './io.ts';
import { type LivePage, openLive } from './live.ts';
import { settingsOf, withAddress } from './settings.ts';
import { type Target, withTarget } from './target.ts';
import { watch, watchedBy } from './watch.ts';

export async function run(invocation: Invocation): Promise<number> {
  const { flags, operands, io } = invocation;
  const { settings, gate } = await settingsOf(withAddress(flags, operands[0]), io);
  const folders = await watchedBy(flags, settings, io.cwd);
  const destinations = await prepareDestinations(settings.reporters, reporters, io, presentationOf(flags));
  const check = { ...invocation, gate, destinations };
  return withTarget(settings, invocation, async (target) => {
    if (folders === undefined) return checkOnce(target, check);
    const live = isSwitchedOn(flags, 'ui') ? await openLive() : undefined;
    if (live) await say(io, `The report is at ${live.url} and follows every run.`);
    const written = [settings.ledger, ...destinations.map(({ file }) => file)].filter((file) => file !== undefined);
    try {
      return await watch(target, folders, written, (again) => checkOnce(again, { ...check, live }), io);
    } finally {
      await live?.close();
    }
  });
}

interface Check extends Invocation {
  readonly gate: Gate;
  readonly destinations: readonly Destination[];
  readonly live?: LivePage | undefined;
}

/** A run and its reports. One that gives way to the next run has no reports. */
async function checkOnce(target: Target, { gate, io, parts, destinations, live }: Check): Promise<number> {
  const { settings, signal } = target;
  const hasTerminal = io.stderr.isTTY === true;
  const overwrite = (text: string) => void (hasTerminal && io.stderr.write(`\r\u001b[2K${text}`, () => undefined));
  const gated = ({ report }: Composed) => applyGate(report, gate, { ...settings, today: settings.now });
  /** "212 requests, 2 failed so far: list.ok, create.echo" */
  const onProgress = (requests: number, soFar: () => Composed) => {
    const report = gated(soFar());
    const failed = report.results.filter(isViolated).map(({ id }) => id);
    const which = failed.length === 0 ? '' : `, ${failed.length} failed so far: ${failed.join(', ')}`;
    const words = `${count(requests, 'request')}${which}`;
    overwrite(cut(words, (io.stderr.columns ?? 80) - 1));
    live?.show(report, `Running: ${words}.`);
  };
  const options = { signal, ...((hasTerminal || live) && { onProgress }) };
  const composed = await parts.run(settings, options).finally(() => overwrite(''));
  const report = gated(composed);
  const exitCode = target.exitCode(report.exitCode);
  if (target.isOutdated?.()) return exitCode;
  live?.show(report, 'Waiting for a change.');
  return (await deliver({ ...report, exitCode }, destinations, io, composed.record)) || exitCode;
}
