import { limitsOf } from '../harness/engine/limits.ts';
import { userAgentOf } from '../harness/engine/run-id.ts';
import { applyGate, type Gate } from '../harness/gate/gate.ts';
import type { Ran } from '../harness/report/compose.ts';
import { isViolated } from '../harness/report/conclusion.ts';
import { Redactor } from '../harness/secrets/redact.ts';
import { shownNetwork } from '../harness/settings/network.ts';
import { isSelected } from '../harness/settings/selection.ts';
import { finderOf, settingsBy } from '../harness/settings/settings.ts';
import { reporters } from '../reporters/index.ts';
import { renderJson } from '../reporters/json.ts';
import { count, cut, labelled, paragraphs } from '../reporters/text.ts';
import { idsThatCanFail } from '../suites/catalogue.ts';
import {
  checkSubject,
  type Destination,
  deliver,
  prepareDestinations,
  presentationOf,
  sayVerdict,
} from './destinations.ts';
import { type Invocation, isSwitchedOn } from './invocation.ts';
import { say, succeed } from './io.ts';
import { type LivePage, openLive } from './live.ts';
import { settingsOf } from './settings.ts';
import { type Target, withTarget } from './target.ts';
import { watch, watchedBy } from './watch.ts';

export async function run(invocation: Invocation): Promise<number> {
  const { flags, io, parts } = invocation;
  const { settings, gate } = await settingsOf(flags, io);
  checkSubject(settings.reporters, settings.subject);
  const watched = await watchedBy(flags, settings, io.cwd);
  const destinations = await prepareDestinations(settings.reporters, reporters, io, presentationOf(flags));
  const check = { ...invocation, gate, destinations };
  return withTarget(settings, invocation, async (target) => {
    if (watched === undefined) return checkOnce(target, check);
    const live = isSwitchedOn(flags, 'ui') ? await openLive() : undefined;
    if (live) await say(io, `The report is at ${live.url} and follows every run.`);
    const own = [settings.ledger, ...destinations.map(({ file }) => file)].filter((file) => file !== undefined);
    const runAgain = (again: Target) => checkOnce(again, { ...check, live }).finally(() => parts.prepareRun?.());
    try {
      return await watch(target, { ...watched, own }, runAgain, io);
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
  const gated = ({ report }: Pick<Ran, 'report'>) => applyGate(report, gate, { ...settings, today: settings.now });
  /** "212 requests, 2 failed so far: list.ok, create.echo" */
  const onProgress = (requests: number, soFar: Pick<Ran, 'report'>) => {
    const report = gated(soFar);
    const failed = report.results.filter(isViolated).map(({ id }) => id);
    const which = failed.length === 0 ? '' : `, ${failed.length} failed so far: ${failed.join(', ')}`;
    const words = `${count(requests, 'request')}${which}`;
    overwrite(cut(words, (io.stderr.columns ?? 80) - 1));
    live?.show(report, `Running: ${words}.`);
  };
  const options = { signal, ...((hasTerminal || live) && { onProgress }) };
  const ran = await parts.run(settings, options).finally(() => overwrite(''));
  const decided = gated(ran);
  const exitCode = target.exitCode(decided.exitCode);
  if (target.isOutdated?.()) return exitCode;
  const report = { ...decided, exitCode };
  live?.show(report, 'Waiting for a change.');
  const written = await deliver(report, destinations, io, ran);
  await sayVerdict(report, destinations, io);
  return written || exitCode;
}

/** What a run sends, its limits, and whether it could start: every setting and file is checked as for a run. */
export async function plan({ flags, io }: Invocation): Promise<number> {
  const { settings } = await settingsOf(flags, io, (...sources) => settingsBy(finderOf(...sources)));
  checkSubject(settings.reporters, settings.subject);
  await prepareDestinations(settings.reporters, reporters, io);
  const { baseUrl, apiKey = '', readOnly } = settings;
  const selected = idsThatCanFail.filter((id) => isSelected(id, settings));
  const { maxCreates, maxBadCredentials } = limitsOf(settings);
  const { planOf } = await import('./dry-run.ts');
  const { requests, creations, creationsWhereStocked } = await planOf(settings);
  const plan = {
    target: baseUrl === undefined ? 'the embedded reference server' : new Redactor(apiKey).address(baseUrl),
    ...shownNetwork(settings),
    userAgent: userAgentOf('…'),
    seed: settings.seed,
    requirements: `${selected.length} of ${idsThatCanFail.length}${readOnly ? ', less those that need a creation' : ''}`,
    requestsToAConformingServerAtMost: requests,
    petsOnAnEmptyConformingServerAtMost: creations,
    petsWhereAPageIsFullAtMost: creationsWhereStocked,
    creationsAtMost: maxCreates,
    badCredentialsAtMost: maxBadCredentials,
    requestsAtOnceAtMost: settings.concurrency,
    requestsPerSecondAtMost: settings.maxRps ?? 'no limit',
    secondsAtMost: settings.maxDurationMs / 1000,
  };
  if (isSwitchedOn(flags, 'json')) return succeed(io, renderJson(plan));
  const rows = Object.entries(plan).map(([name, value]) => [wordsOf(name), String(value)] as const);
  return succeed(io, paragraphs([['A run with these settings (nothing is sent now)'], labelled(rows, 100)]));
}

/** secondsAtMost -> Seconds at most */
function wordsOf(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;
}
