import { defined, unlessEmpty } from '../basics/defined.ts';
import { once } from '../basics/memoize.ts';
import { STEADY } from '../http/interruptions.ts';
import type { Decision } from '../model/decision.ts';
import type { Exchange } from '../model/exchange.ts';
import { sentenceOf } from '../model/reasons.ts';
import type { ArchivedFacts, Observation, RecordedExchange, Report, Result } from '../model/report.ts';
import { curlNetwork } from '../report/curl.ts';
import { latencyOf } from '../report/latency.ts';
import { resultOf } from '../report/result.ts';
import { recordedExchange, type Showing } from '../report/shown-exchange.ts';
import { SUITE_NAME, SUITE_VERSION } from '../report/suite-version.ts';
import { verdictOf } from '../report/verdict.ts';
import { Redactor } from '../secrets/redact.ts';
import { networkSecrets, shownNetwork } from '../settings/network.ts';
import { isSelected } from '../settings/selection.ts';
import type { RunSettings } from '../settings/settings.ts';
import { keysWhere } from '../settings/table.ts';
import type { RunFacts } from './run-facts.ts';
import type { Decisions, Suite } from './suite.ts';

/** In characters: how much a report shows of a body. */
const LONGEST_BODY = 16 * 1024;

export interface Composed {
  readonly report: Report;
  /** The whole record without secrets, made only when it is asked for. */
  readonly record: () => readonly RecordedExchange[];
  /** What the run knew besides. */
  readonly known: () => ArchivedFacts;
}

/** Knows every secret of a run. */
export function redactorFor({ settings, hidden }: RunFacts): Redactor {
  const redactor = new Redactor(settings.apiKey, networkSecrets(settings));
  for (const [text, shown] of hidden) redactor.add(text, shown);
  return redactor;
}

/** The report of a run, or of as much of it as there is: the same function of the record either way. */
export function composeReport(record: readonly Exchange[], facts: RunFacts, suite: Suite): Composed {
  const { settings, untested, startedAt } = facts;
  const redactor = redactorFor(facts);
  const decisions = suite.decide(record, facts);
  const ended: RunFacts = defined({ ...facts, stopped: decisions.stopped ?? facts.stopped });
  const byNumber = new Map(record.map((exchange) => [exchange.number, exchange]));
  const showing: Showing = {
    origin: new URL(settings.baseUrl).origin,
    startedAt,
    redactor,
    curlNetwork: curlNetwork(settings),
    longestBody: LONGEST_BODY,
    operationOf: suite.operationOf,
    exampleOf: suite.exampleOf,
    labelOf: decisions.labelOf,
    exchange: (number) => byNumber.get(number),
  };
  const isTested = untested === undefined || ended.stopped?.kind === 'interrupted';
  const results = isTested ? resultsOf(decisions, suite, settings, showing) : [];
  const { diagnosis, ...verdict } = concluded(results, ended);
  const warnings = [...settingsWarnings(settings), ...(facts.warnings ?? []), ...(decisions.warnings ?? [])];
  const { population, lost, created, attempts } = decisions;
  const latency = latencyOf(record, suite.operationOf);
  const redacted = <T>(data: T): T => redactor.data(data, showing.origin);
  return {
    report: redacted<Report>(
      defined({
        schemaVersion: 1,
        ...verdict,
        diagnosis,
        warnings: unlessEmpty(warnings),
        suite: { name: SUITE_NAME, version: SUITE_VERSION },
        target: { baseUrl: redactor.address(settings.baseUrl) },
        run: defined({
          id: settings.runId,
          seed: settings.seed,
          startedAt: new Date(startedAt).toISOString(),
          durationMs: facts.durationMs,
          waitedMs: facts.waitedMs || undefined,
          requests: record.length,
          creations: created.length,
          latency: unlessEmpty(latency),
          population: isTested ? population : undefined,
          interruptions: unlessEmpty(facts.interruptions),
          attempts,
          values: valuesIn(record),
          created,
          lost,
          settings: shownSettings(settings),
        }),
        results,
        observations: observationsOf(results),
      }),
    ),
    // Several reporters ask for it, and to redact it takes long.
    record: once(() => record.map((exchange) => redacted(recordedExchange(exchange, showing)))),
    known: () => redacted(archivedFacts(facts, decisions)),
  };
}

/** What a later run can be compared on. */
function valuesIn(record: readonly Exchange[]): readonly string[] {
  return [...new Set(record.flatMap(({ input = [] }) => input))].toSorted();
}

function archivedFacts(
  { settings, untested, missingIds, stopped, interruptions, spent }: RunFacts,
  { ledger }: Decisions,
): ArchivedFacts {
  const { length: keyLength } = settings.apiKey;
  return defined({ keyLength, ledger, missingIds, interruptions, spent, untested, stopped });
}

function resultsOf({ decided }: Decisions, { rows }: Suite, settings: RunSettings, showing: Showing) {
  const byId = new Map(decided.map((one) => [one.id, one]));
  return rows.map((row) => {
    const { id } = row;
    const unselected: Decision = { id, outcome: 'skipped', why: { kind: 'not-selected' } };
    if (!isSelected(id, settings)) return resultOf(row, unselected, showing);
    return resultOf(row, byId.get(id) ?? { id, outcome: 'inconclusive', why: { kind: 'not-reached' } }, showing);
  });
}

function concluded(results: readonly Result[], facts: RunFacts): Pick<Report, 'verdict' | 'exitCode' | 'diagnosis'> {
  const { settings, stopped, untested, interruptions } = facts;
  if (stopped?.kind === 'ledger-unwritable') {
    return { verdict: 'untested', exitCode: 2, diagnosis: `${sentenceOf(stopped)} Choose another file for --ledger.` };
  }
  const verdict = verdictOf(results, settings);
  if (stopped?.kind === 'interrupted') return { verdict, exitCode: 130, diagnosis: 'The run was interrupted.' };
  if (untested !== undefined) return { verdict: 'untested', exitCode: 3, diagnosis: untested };
  const diagnosis = stopped ? sentenceOf(stopped) : tooManyInterruptions(interruptions);
  if (verdict === 'violating') return defined({ verdict, exitCode: 1, diagnosis });
  if (diagnosis !== undefined) return { verdict: 'incomplete', exitCode: 4, diagnosis };
  return { verdict, exitCode: verdict === 'conforming' ? 0 : 4 };
}

function tooManyInterruptions(interruptions: RunFacts['interruptions']): string | undefined {
  if (interruptions.length <= STEADY) return undefined;
  const statuses = [...new Set(interruptions.map(({ status }) => status || 'no connection'))].sort().join(', ');
  return `The server was interrupted ${interruptions.length} times (${statuses}): check what is in front of it. If that limits requests, lower --concurrency or set --max-rps.`;
}

function observationsOf(results: readonly Result[]): readonly Observation[] {
  return results
    .filter(({ outcome }) => outcome === 'observed')
    .map(({ id, statement, reason = '', data }) => defined({ id, statement, value: reason, data }));
}

function settingsWarnings({ apiKey, insecure }: Pick<RunSettings, 'apiKey' | 'insecure'>): readonly string[] {
  return [insecure ? INSECURE : undefined, new Redactor(apiKey).warning].filter((warning) => warning !== undefined);
}

const INSECURE = 'The certificate of the server was not verified (--insecure), so another server may have answered.';

/** The secrets, the paths of this machine, and what the report shows elsewhere. */
const UNSHOWN: readonly string[] = [
  ...keysWhere((row) => row.isSecret || row.isPath || row.topic === 'reports'),
  ...['baseUrl', 'runId'],
];

function shownSettings(settings: RunSettings): Report['run']['settings'] {
  const shown = Object.entries(settings).filter(([key]) => !UNSHOWN.includes(key));
  return defined({ ...Object.fromEntries(shown), ...shownNetwork(settings) }) as Report['run']['settings'];
}
