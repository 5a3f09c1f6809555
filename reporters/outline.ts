import { openBecauseOf } from '../harness/report/conclusion.ts';
import { groupBy } from '../harness/report/group-by.ts';
import type { Report, Result } from '../harness/report/model.ts';
import { whyOf } from './basis.ts';
import { changeCells, long, type Table, texts, titled } from './document/model.ts';
import { type EffectiveOutcome, effectiveOutcomeOf, isUnselected, withEffectiveOutcome } from './effective-outcome.ts';
import { caveatOf } from './evidence.ts';
import { count } from './text.ts';
import { excuseSentence, noticesElsewhere } from './verdict.ts';

/** One part of a report before layout, for every readable format. */
export interface Part {
  /** The effective outcome of its results, or a word of its own. */
  readonly id: string;
  readonly title: string;
  readonly number: number;
  readonly groups: readonly Group[];
  /** The first result of each group is shown in full, and the others follow from it: one line each. */
  readonly inFull?: true;
  /** Instead of groups. */
  readonly table?: Table;
}

/** Results that share a sentence, which is shown once: a cause, a reason, a waiver. */
export interface Group {
  readonly effective: EffectiveOutcome;
  readonly sentence?: string;
  readonly results: readonly Result[];
}

/** What is wrong first, then what is unknown, then the rest. */
export function outlineOf(report: Report): readonly Part[] {
  const { results, gate } = report;
  const having = (effective: EffectiveOutcome) => withEffectiveOutcome(results, effective);
  const defects = defectsOf(report);
  const shown = defects.flatMap((group) => group.results);
  const open = having('inconclusive').filter((result) => !shown.includes(result));
  // One that has the cause of a violation is shown below that.
  const isShownAbove = defects.some((group) => group.effective === 'fail' && group.results.some(isWarning));
  const drifted = gate?.drifted ?? [];
  const parts: readonly Part[] = [
    defectPart('fail', 'Violations', defects),
    defectPart('warn', isShownAbove ? 'Other warnings' : 'Warnings', defects),
    gatePart(report),
    groupPart('inconclusive', shown.some(isOpen) ? 'Inconclusive for other reasons' : 'Inconclusive', open),
    groupPart('unobservable', 'Unobservable on this target', having('unobservable')),
    groupPart('waived', 'Waived', having('waived'), excuseOf),
    groupPart('known', 'Known from the baseline', having('known'), excuseOf),
    skippedPart(report),
    groupPart('caveats', 'Passed with a caveat', having('pass'), (result) => caveatOf(result, report)),
    { id: 'drift', title: 'Drift', number: drifted.length, groups: [], table: driftTable(drifted) },
    groupPart('observed', 'Observations', having('observed')),
  ];
  return parts.filter(({ number }) => number > 0);
}

const isWarning = ({ outcome }: Result) => outcome === 'warn';
const isOpen = ({ outcome }: Result) => outcome === 'inconclusive';

/** Failed requirements in a line each, below a cause that they share, and above what cannot be decided because of them. */
export interface Overview {
  readonly cause?: string;
  readonly failed: readonly Result[];
  readonly open: readonly Result[];
}

/** What is wrong, before any detail: the failed MUSTs, or in a report without any the failed SHOULDs. */
export function overviewOf(report: Report): readonly Overview[] {
  const defects = defectsOf(report);
  const failures = defects.filter(({ effective }) => effective === 'fail');
  return (failures.length > 0 ? failures : defects).map(({ sentence, results }) => ({
    ...(sentence !== undefined && { cause: sentence }),
    failed: results.filter((result) => !isOpen(result)),
    open: results.filter(isOpen),
  }));
}

/** Every failure once: below its cause, if it has one, and before what is inconclusive because of it. */
export function defectsOf({ results, causes = [] }: Report): readonly Group[] {
  const failed = [...withEffectiveOutcome(results, 'fail'), ...withEffectiveOutcome(results, 'warn')];
  const open = withEffectiveOutcome(results, 'inconclusive');
  const shown = new Set<Result>();
  return failed.flatMap((lead) => {
    if (shown.has(lead)) return [];
    const cause = causes.find(({ explains }) => explains.includes(lead.id));
    const ids = cause?.explains ?? [lead.id];
    const same = failed.filter((result) => result !== lead && ids.includes(result.id));
    const followers = openBecauseOf(ids, results);
    const following = open.filter(({ id }) => followers.includes(id));
    const members = [lead, ...same, ...following].filter((result) => !shown.has(result));
    for (const result of members) shown.add(result);
    return [{ effective: lead.outcome, ...(cause && { sentence: cause.cause }), results: members }];
  });
}

function defectPart(id: 'fail' | 'warn', title: string, defects: readonly Group[]): Part {
  const groups = defects.filter(({ effective }) => effective === id);
  const shown = groups.flatMap(({ results }) => results);
  return { id, title, number: shown.filter(({ outcome }) => outcome === id).length, groups, inFull: true };
}

function gatePart(report: Report): Part {
  const groups = noticesElsewhere(report).map(
    ({ sentence, fails }): Group => ({
      effective: fails ? 'fail' : 'observed',
      sentence: fails ? `${sentence} (fails the run)` : sentence,
      results: [],
    }),
  );
  return { id: 'gate', title: 'Waivers and baseline', number: groups.length, groups };
}

/** Results without a sentence do not belong to the part. */
function groupPart(
  id: string,
  title: string,
  results: readonly Result[],
  sentenceOf: (result: Result) => string | undefined = ({ reason = 'No reason was recorded.' }) => reason,
): Part {
  const found = [...groupBy(results, sentenceOf)].flatMap(([sentence, members]) => {
    const effective = effectiveOutcomeOf(members[0]);
    return sentence === undefined ? [] : [{ effective, sentence, results: members }];
  });
  return { id, title, number: found.flatMap((group) => group.results).length, groups: found };
}

/** Of what nobody asked for, the number is enough. */
function skippedPart({ results, run }: Report): Part {
  const skipped = withEffectiveOutcome(results, 'skipped');
  const [unselected, others] = [skipped.filter(isUnselected), skipped.filter((result) => !isUnselected(result))];
  const [first] = unselected;
  const { groups } = groupPart('skipped', '', others);
  const sentence = first && `${count(unselected.length, 'requirement')} not selected (${whyOf(first, run.settings)}).`;
  return {
    id: 'skipped',
    title: 'Skipped',
    number: skipped.length,
    groups: sentence === undefined ? groups : [{ effective: 'skipped', sentence, results: [] }, ...groups],
  };
}

function excuseOf({ excuse }: Result): string | undefined {
  return excuse && excuseSentence(excuse);
}

function driftTable(drifted: NonNullable<Report['gate']>['drifted']): Table {
  return {
    title: 'Drift',
    columns: [...titled('Observation'), ...long('Before', 'After')],
    rows: drifted.map(({ id, before, after }) => [...texts(id), ...changeCells(before, after)]),
  };
}
