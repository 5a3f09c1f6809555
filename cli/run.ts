import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { applyGate, type Gate } from '../harness/gate/gate.ts';
import type { Composed } from '../harness/report/compose.ts';
import { isViolated } from '../harness/report/conclusion.ts';
import type { Report } from '../harness/report/model.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { reporters } from '../reporters/index.ts';
import { count, cut } from '../reporters/text.ts';
import { type Destination, deliver, prepareDestinations, presentationOf } from './destinations.ts';
import { isSwitchedOn } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { say } from './io.ts';
import { type LivePage, openLive } from './live.ts';
import { readGate } from './read-files.ts';
import { settingsOf, withAddress } from './settings.ts';
import { type Target, withTarget } from './target.ts';
import { watch, watchedBy } from './watch.ts';

export async function run(invocation: Invocation): Promise<number> {
  const { flags, operands, io } = invocation;
  const { settings: given, find } = await settingsOf(withAddress(flags, operands[0]), io);
  const folders = await watchedBy(flags, given, io.cwd);
  const [isOpened, hasPage] = ['open', 'ui'].map((name) => isSwitchedOn(flags, name));
  const html = given.reporters.find(({ name, file }) => name === 'html' && file !== undefined)?.file;
  if (isOpened && folders === undefined && html === undefined) {
    throw new UsageError('--open needs a page to open: add --reporter html=report.html.');
  }
  const destinations = await prepareDestinations(given.reporters, reporters, io, presentationOf(flags));
  const gate = await readGate(given, io);
  // The same inputs, so that a difference is a change of the server.
  const seed = find('seed') === undefined ? gate.baseline?.run.seed : undefined;
  const settings = seed === undefined ? given : { ...given, seed };
  const check = { ...invocation, gate, destinations };
  return withTarget(settings, invocation, async (target) => {
    if (folders === undefined) {
      const code = await checkOnce(target, check);
      if (isOpened && html !== undefined) await openPage(resolve(io.cwd, html), invocation);
      return code;
    }
    const live = hasPage || isOpened ? await openLive() : undefined;
    if (live) await say(io, `The report is at ${live.url} and follows every run.`);
    if (live && isOpened) await openPage(live.url, invocation);
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
  const onProgress = (requests: number, soFar: () => Composed) => {
    const report = gated(soFar());
    const words = progressInWords(requests, report);
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

/** "212 requests, 2 failed so far: list.ok, create.echo" */
function progressInWords(requests: number, { results }: Report): string {
  const failed = results.filter(isViolated).map(({ id }) => id);
  const which = failed.length === 0 ? '' : `, ${failed.length} failed so far: ${failed.join(', ')}`;
  return `${count(requests, 'request')}${which}`;
}

/** Without a shell, and only in an interactive terminal: nobody would close the page elsewhere. */
async function openPage(page: string, { io }: Invocation): Promise<void> {
  if (io.stdout.isTTY !== true || io.stderr.isTTY !== true) return;
  const opener = { darwin: 'open', win32: 'explorer.exe' }[process.platform as string] ?? 'xdg-open';
  const child = spawn(opener, [page], { detached: true, stdio: 'ignore' });
  await once(child, 'spawn').catch(() => say(io, `${page} could not be opened with ${opener}.`));
  child.unref();
}
