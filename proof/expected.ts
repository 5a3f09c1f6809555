import type { Outcome, Report, Result } from '../harness/model/report.ts';
import { storiesIn } from '../harness/report/stories.ts';
import type { Fault } from '../reference/faults/index.ts';
import type { Variant } from '../reference/variants/index.ts';

/** What a run comes to that it must not come to: one sentence for each, none if all is well. */
export type Problems = readonly string[];

const REPORTED: readonly Outcome[] = ['fail', 'warn'];

export function outcomesOf({ results }: Report): ReadonlyMap<string, Outcome> {
  return new Map(results.map(({ id, outcome }) => [id, outcome]));
}

export function reportedIn({ results }: Report): readonly string[] {
  return results.filter(({ outcome }) => REPORTED.includes(outcome)).map(({ id }) => id);
}

export function requirementsOf({ violates, warns = [] }: Fault): readonly string[] {
  return [...violates, ...warns];
}

/** One fault and nothing else: its requirements and what it is known to break as well, in stories of its requirements. */
export function exactly(report: Report, fault: Fault): Problems {
  const due = requirementsOf(fault);
  const known = [...due, ...(fault.also ?? [])];
  const outcomes = outcomesOf(report);
  const missed = due.filter((id) => {
    const outcome = outcomes.get(id) ?? 'skipped';
    return fault.mayStayOpen ? outcome === 'pass' : !REPORTED.includes(outcome);
  });
  const isFound = fault.anyOf && missed.length < due.length;
  const isQuiet = fault.violates.length > 0 && !fault.mayStayOpen && report.exitCode !== 1;
  return [
    ...(isFound ? [] : missed).map((id) => `${id} ends as ${outcomes.get(id)}`),
    ...reportedIn(report)
      .filter((id) => !known.includes(id))
      .map((id) => `${id} is reported as well`),
    ...extraStories(report, due),
    ...(isQuiet ? [`exit code ${report.exitCode}`] : []),
  ];
}

/** Stories in which none of these requirements is. */
function extraStories(report: Report, due: readonly string[]): Problems {
  const stories = storiesIn(report).map((story) => story.map(({ result }) => result.id));
  return stories
    .filter((ids) => !ids.some((id) => due.includes(id)))
    .map(([first, ...others]) => `${first} is a story as well (${others.join(', ')})`);
}

/** Faults in an environment: none of their requirements passes, unless it hides them, and no other story is about a MUST. */
export function neverPasses(report: Report, faults: readonly Fault[], mayPass = false): Problems {
  const due = faults.flatMap(({ violates }) => violates);
  const hasFailed = (id: string) => report.results.some((result) => result.id === id && result.outcome === 'fail');
  // Of a fault that shows in whatever comes next, one requirement is enough.
  const isFound = ({ anyOf, violates }: Fault) => anyOf && violates.some(hasFailed);
  const mustNotPass = faults.filter((fault) => !isFound(fault)).flatMap(({ violates }) => violates);
  // Requirements on other error statuses pass where none was seen, and say so.
  const isUnseen = ({ id, reason }: Result) => id.endsWith('.other') && reason !== undefined;
  const isPassed = (result: Result) =>
    mustNotPass.includes(result.id) && result.outcome === 'pass' && !isUnseen(result);
  const others = faults.flatMap(({ warns = [], also = [] }) => [...warns, ...also]);
  const firsts = storiesIn(report).map(([{ result }]) => result);
  const extra = firsts.filter(({ level }) => level === 'MUST').map(({ id }) => id);
  return [
    ...(mayPass ? [] : report.results.filter(isPassed)).map(({ id }) => `${id} passes`),
    ...extra.filter((id) => ![...due, ...others].includes(id)).map((id) => `${id} is a story as well`),
  ];
}

/** A conforming server: no MUST fails, and nothing stays open except what its variants say. */
export function conforms(report: Report, variant: Pick<Variant, 'mayStayOpen' | 'exitCode'> = {}): Problems {
  const { mayStayOpen = {}, exitCode = 0 } = variant;
  const endsEarly = exitCode === 4 && variant.mayStayOpen === undefined;
  const isOpen = ({ id, level, outcome }: Result) =>
    outcome === 'inconclusive' && level !== 'INFO' && !endsEarly && !(id in mayStayOpen);
  const allowed = Object.keys(mayStayOpen).length > 0 ? [exitCode, 4] : [exitCode];
  return [
    ...failures(report),
    ...report.results.filter(isOpen).map(({ id, reason }) => `${id} stays open: ${reason}`),
    ...(allowed.includes(report.exitCode) ? [] : [`exit code ${report.exitCode}: ${report.diagnosis ?? ''}`]),
  ];
}

export function failures({ results }: Report): Problems {
  return results.flatMap(({ id, outcome, violations: [first] = [] }) =>
    outcome === 'fail' ? [`${id} fails: ${first?.actual}`] : [],
  );
}
