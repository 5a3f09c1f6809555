import { driftsOf } from '../../harness/report/drift.ts';
import type { Outcome, Report, Result } from '../../harness/report/model.ts';
import { findingSentence } from '../verdict.ts';
import { type Change, type Comparison, type Entrant, partyOf } from './model.ts';

export function compare(before: Entrant, after: Entrant): Comparison {
  const changes = changesOf(before.report, after.report);
  const those = (belongs: (before: Outcome | undefined, after: Outcome | undefined) => boolean) =>
    changes.filter((change) => belongs(change.before, change.after));
  return {
    kind: 'comparison',
    before: partyOf(before),
    after: partyOf(after),
    regressed: those((was, is) => was === 'pass' && isViolated(is)),
    mended: those((was, is) => isViolated(was) && is === 'pass'),
    newlyJudged: those((was, is) => !isJudged(was) && isJudged(is)),
    noLongerJudged: those((was, is) => isJudged(was) && !isJudged(is)),
    stillViolated: those((was, is) => isViolated(was) && isViolated(is)),
    drifted: driftsOf(before.report, after.report),
  };
}

/** Seen to be violated at least once. */
function isViolated(outcome: Outcome | undefined): boolean {
  return outcome === 'fail' || outcome === 'warn' || outcome === 'unsteady';
}

function isJudged(outcome: Outcome | undefined): boolean {
  return outcome !== undefined && outcome !== 'skipped' && outcome !== 'inconclusive';
}

/** One for each requirement of either report, changed or not. */
function changesOf(before: Report, after: Report): readonly Change[] {
  const earlier = byId(before.results);
  const later = byId(after.results);
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((id) => {
    const was = earlier.get(id);
    const is = later.get(id);
    const either = is ?? was;
    return either === undefined ? [] : [changeOf(either, was, is)];
  });
}

function changeOf({ id, level, statement }: Result, was: Result | undefined, is: Result | undefined): Change {
  const finding = is === undefined ? '' : findingSentence(is);
  return {
    id,
    level,
    statement,
    ...(was && { before: was.outcome }),
    ...(is && { after: is.outcome }),
    ...(finding !== '' && { finding }),
  };
}

function byId<Item extends { readonly id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}
