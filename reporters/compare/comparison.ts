import { isOpen, isViolated } from '../../harness/report/conclusion.ts';
import { driftsOf } from '../../harness/report/drift.ts';
import type { Report, Result } from '../../harness/report/model.ts';
import { findingSentence } from '../verdict.ts';
import { type Change, type Comparison, type Entrant, partyOf } from './model.ts';

export function compare(before: Entrant, after: Entrant): Comparison {
  const pairs = pairsOf(before.report, after.report);
  const those = (belongs: (was: Result | undefined, is: Result | undefined) => boolean) =>
    pairs.filter(({ was, is }) => belongs(was, is)).map(({ either, was, is }) => changeOf(either, was, is));
  return {
    kind: 'comparison',
    before: partyOf(before),
    after: partyOf(after),
    regressed: those((was, is) => hasRegressed(was, is) && !isWaived(is)),
    waived: those((was, is) => hasRegressed(was, is) && isWaived(is)),
    mended: those((was, is) => wasSeenViolated(was) && is?.outcome === 'pass'),
    newlyJudged: those((was, is) => !isChecked(was) && isChecked(is)),
    noLongerJudged: those((was, is) => isChecked(was) && !isChecked(is)),
    stillViolated: those((was, is) => wasSeenViolated(was) && wasSeenViolated(is)),
    drifted: driftsOf(before.report, after.report),
  };
}

function hasRegressed(was: Result | undefined, is: Result | undefined): boolean {
  return was?.outcome === 'pass' && wasSeenViolated(is);
}

/** Accepted by somebody; what is only known from a baseline may still be news to another report. */
function isWaived(result: Result | undefined): boolean {
  return result?.excuse?.by === 'waiver';
}

function wasSeenViolated(result: Result | undefined): boolean {
  return result !== undefined && isViolated(result);
}

function isChecked(result: Result | undefined): boolean {
  return result !== undefined && result.outcome !== 'skipped' && !isOpen(result);
}

interface Pair {
  readonly either: Result;
  readonly was: Result | undefined;
  readonly is: Result | undefined;
}

/** One for each requirement of either report, changed or not. */
function pairsOf(before: Report, after: Report): readonly Pair[] {
  const earlier = byId(before.results);
  const later = byId(after.results);
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((id) => {
    const was = earlier.get(id);
    const is = later.get(id);
    const either = is ?? was;
    return either === undefined ? [] : [{ either, was, is }];
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
