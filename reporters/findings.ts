import { groupBy } from '../harness/basics/group-by.ts';
import { jsonText } from '../harness/json/json-text.ts';
import type { Report } from '../harness/model/report.ts';
import { countsOf, effectiveOutcomeOf, withEffectiveOutcome } from './effective-outcome.ts';
import { curlIn, firstOf } from './evidence.ts';
import { type RenderOptions, type StoredReport, stored } from './options.ts';
import { replayCommand } from './replay-command.ts';
import { orderedStories, type ShownStory } from './stories.ts';
import { failsTheRun, noticesElsewhere, verdictInWords } from './verdict.ts';

/** For programs that act on what is wrong: a line of JSON for each story, and a last line with the verdict. */
export function renderFindings(given: Report, options: Partial<RenderOptions> = {}): string {
  const report = stored(given, options);
  const findings = orderedStories(report).map((finding) => findingLine(finding, report));
  const lines = [...findings, verdictLine(report, options.exitCode ?? report.exitCode)];
  // What is undefined is left out.
  return lines.map((line) => `${jsonText(line)}\n`).join('');
}

function findingLine({ lead, others }: ShownStory, report: StoredReport) {
  const { id, level, statement, section, example, excuse } = lead;
  const { expected, actual, frequency, intermittent, cause, serverLog } = firstOf(lead);
  const violations = [lead, ...others].flatMap((part) => part.violations ?? []);
  const culprits = (lead.violations ?? []).flatMap(({ inputs = [] }) => inputs);
  return {
    type: 'finding',
    id,
    level,
    outcome: effectiveOutcomeOf(lead),
    failsTheRun: [lead, ...others].some((part) => failsTheRun(part, report)),
    statement,
    section,
    expected,
    actual,
    example,
    culprits: [...new Set(culprits)],
    frequency,
    intermittent,
    alsoViolates: others.map((part) => part.id),
    fingerprints: violations.map(({ fingerprint }) => fingerprint),
    cause,
    excuse,
    curl: curlIn(lead),
    replay: replayCommand(lead, report),
    serverLog,
  };
}

function verdictLine(report: Report, exitCode: number) {
  const { verdict, diagnosis, warnings, suite, target, run, results, gate } = report;
  const { id, seed, startedAt, durationMs, requests, creations } = run;
  return {
    type: 'verdict',
    verdict,
    sentence: verdictInWords(report).sentence,
    exitCode,
    diagnosis,
    warnings,
    counts: Object.fromEntries(countsOf(results)),
    undecided: undecidedIn(report),
    notices: gate && noticesElsewhere(report),
    suite: { name: suite.name, version: suite.version },
    target,
    run: { id, seed, startedAt, durationMs, requests, creations },
  };
}

/** Each reason once, with the requirements that it keeps open. */
function undecidedIn({ results }: Report) {
  const open = (['inconclusive', 'unobservable'] as const).flatMap((outcome) => withEffectiveOutcome(results, outcome));
  const byReason = groupBy(open, ({ reason = '' }) => reason);
  return [...byReason].map(([reason, members]) => ({ reason, ids: members.map(({ id }) => id) }));
}
