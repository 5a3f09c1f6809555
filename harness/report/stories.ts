import type { Report, ReportedStory, StoryPart } from '../model/report.ts';
import { isViolated } from './verdict.ts';

/**
 * Every violation of the results in exactly one story. What is not violated, or not selected, is in none: then the first
 * of the others that is becomes the headline. What no story names is one of its own, so that nothing can be missing.
 */
export function reportedStories({
  results,
  stories = [],
}: Pick<Report, 'results' | 'stories'>): readonly ReportedStory[] {
  const left = new Map(
    results
      .filter(isViolated)
      .flatMap(({ id, violations = [] }) => (violations.length > 0 ? violations : [UNLISTED]).map(partOf(id)))
      .map((part) => [keyOf(part), part]),
  );
  const take = (part: StoryPart) => left.delete(keyOf(part));
  const known = stories.flatMap((story): readonly ReportedStory[] => {
    const [headline, ...others] = [story.headline, ...story.others].filter(take);
    return headline ? [{ ...story, headline, others }] : [];
  });
  return [...known, ...[...left.values()].map((headline): ReportedStory => ({ headline, others: [], shares: {} }))];
}

/** Reports of others may not list violations: then the requirement as a whole is one. */
const UNLISTED = { fingerprint: '' };

function partOf(id: string): (group: Pick<StoryPart, 'fingerprint'>) => StoryPart {
  return ({ fingerprint }) => ({ id, fingerprint });
}

function keyOf({ id, fingerprint }: StoryPart): string {
  return JSON.stringify([id, fingerprint]);
}
