import { groupBy } from '../harness/basics/group-by.ts';
import type { Drift, Report, Result } from '../harness/model/report.ts';
import { whyOf } from './basis.ts';
import { type EffectiveOutcome, effectiveOutcomeOf, isUnselected, withEffectiveOutcome } from './effective-outcome.ts';
import { caveatOf } from './evidence.ts';
import { orderedStories, type ShownStory } from './stories.ts';
import { count } from './text.ts';
import { excuseSentence, noticesElsewhere } from './verdict.ts';

/** One part of a report before layout, for every readable format. */
export interface OutlinePart {
  /** The effective outcome of its results, or a word of its own. */
  readonly id: string;
  readonly title: string;
  readonly number: number;
  readonly groups: readonly OutlineGroup[];
  /** Instead of groups. */
  readonly stories?: readonly ShownStory[];
}

/** Results that share a sentence, which is shown once: a reason, a waiver. */
export interface OutlineGroup {
  readonly effective: EffectiveOutcome;
  readonly sentence?: string;
  readonly results: readonly Result[];
}

/** What is wrong first, then what is unknown, then the rest. */
export function outlineOf(report: Report): readonly OutlinePart[] {
  const { results, gate } = report;
  const having = (effective: EffectiveOutcome) => withEffectiveOutcome(results, effective);
  const stories = orderedStories(report);
  // One that belongs to a violation is shown below that.
  const isShownAbove = stories.some(({ effective, others }) => effective === 'fail' && others.some(isWarning));
  const drifted = gate?.drifted ?? [];
  const parts: readonly OutlinePart[] = [
    storyPart('fail', 'Violations', stories),
    storyPart('warn', isShownAbove ? 'Other warnings' : 'Warnings', stories),
    gatePart(report),
    groupPart('inconclusive', 'Inconclusive', having('inconclusive')),
    groupPart('unobservable', 'Unobservable on this server', having('unobservable')),
    groupPart('waived', 'Waived', having('waived'), excuseOf),
    groupPart('known', 'Known from the baseline', having('known'), excuseOf),
    skippedPart(report),
    groupPart('caveats', 'Passed with a caveat', having('pass'), (result) => caveatOf(result, report)),
    { id: 'drift', title: 'Drift', number: drifted.length, groups: drifted.map(driftGroup) },
    groupPart('observed', 'Observations', having('observed')),
  ];
  return parts.filter(({ number }) => number > 0);
}

function isWarning(result: Result): boolean {
  return effectiveOutcomeOf(result) === 'warn';
}

/** What is wrong, before any detail: the failed MUSTs, or in a report without any the failed SHOULDs. */
export function overviewOf(report: Report): readonly ShownStory[] {
  const stories = orderedStories(report);
  const having = (wanted: EffectiveOutcome) => stories.filter(({ effective }) => effective === wanted);
  return [having('fail'), having('warn')].find((found) => found.length > 0) ?? [];
}

function storyPart(id: 'fail' | 'warn', title: string, all: readonly ShownStory[]): OutlinePart {
  const stories = all.filter(({ effective }) => effective === id);
  return { id, title, number: stories.length, groups: [], stories };
}

function gatePart(report: Report): OutlinePart {
  const groups = noticesElsewhere(report).map(
    ({ sentence, fails }): OutlineGroup => ({
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
): OutlinePart {
  const found = [...groupBy(results, sentenceOf)].flatMap(([sentence, members]) => {
    const effective = effectiveOutcomeOf(members[0]);
    return sentence === undefined ? [] : [{ effective, sentence, results: members }];
  });
  return { id, title, number: found.flatMap((group) => group.results).length, groups: found };
}

/** Of what nobody asked for, the number is enough. */
function skippedPart({ results, run }: Report): OutlinePart {
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

function driftGroup({ id, before, after }: Drift): OutlineGroup {
  return { effective: 'observed', sentence: `${id}: ${before}; now ${after}`, results: [] };
}
