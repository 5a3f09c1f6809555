import { isViolated, type Severity, weighs } from '../report/conclusion.ts';
import { isAccepted } from '../report/fingerprint.ts';
import type { Excuse, Notice, Result, ViolationGroup } from '../report/model.ts';
import type { PlacedWaiver, Waiver } from './waivers.ts';

export interface Gated {
  readonly results: readonly Result[];
  readonly notices: readonly Notice[];
}

export interface GateOptions extends Severity {
  /** Waivers count until this day. */
  readonly today: string;
}

/** Excuses the violations that are waived, and reports waivers that no longer fit. */
export function applyWaivers(
  results: readonly Result[],
  waivers: readonly PlacedWaiver[],
  options: GateOptions,
): Gated {
  const waiverOf = new Map(waivers.map((waiver) => [waiver.id, waiver]));
  const notices: Notice[] = [];
  const excused = results.map((result) => {
    const waiver = waiverOf.get(result.id);
    if (waiver === undefined) return result;
    const notice = noticeOf(result, waiver, options);
    if (notice) notices.push(notice);
    if (notice?.kind === 'expired' || notice?.kind === 'stale') return result;
    const { reason, owner, until } = waiver;
    const excuse: Excuse = { by: 'waiver', reason, owner, until };
    if (isViolated(result)) return withExcuses(result, (group) => (covers(waiver, group) ? excuse : undefined));
    return isCoveredUndecided(result, waiver, options) ? { ...result, excuse } : result;
  });
  return { results: excused, notices };
}

/** Reports of others may not list violations: then only the requirement as a whole can be accepted. */
const UNLISTED: ViolationGroup = { fingerprint: '', answer: '', count: 1, exchange: 0 };

/** A violated result with the violations excused that are; the result is excused if all of them are. */
export function withExcuses(result: Result, excuseOf: (group: ViolationGroup) => Excuse | undefined): Result {
  if (!result.violations?.length) {
    const excuse = excuseOf(UNLISTED);
    return excuse ? { ...result, excuse } : result;
  }
  const violations = result.violations.map((group) => {
    const excuse = group.excuse ?? excuseOf(group);
    return excuse ? { ...group, excuse } : group;
  });
  const [excuse] = violations.flatMap((group) => group.excuse ?? []);
  const isWhole = excuse !== undefined && violations.every((group) => group.excuse);
  return { ...result, violations, ...(isWhole && { excuse }) };
}

/** Without a fingerprint, a waiver accepts any violation of its requirement. */
function covers({ fingerprint }: Waiver, group: ViolationGroup): boolean {
  return fingerprint === undefined || isAccepted(group.fingerprint, [fingerprint].flat());
}

function noticeOf(result: Result, waiver: PlacedWaiver, { today, strict }: GateOptions): Notice | undefined {
  const { id, owner, until, place } = waiver;
  const notice = (kind: Notice['kind'], sentence: string, fails = true): Notice => ({
    kind,
    id,
    sentence,
    fails,
    ...(place && { place }),
  });
  const isPassed = result.outcome === 'pass';
  if (result.outcome === 'skipped' || result.outcome === 'unobservable') return undefined;
  if (until < today) {
    const advice = isPassed ? 'it passes now, so remove the waiver' : 'fix it or agree on a new date';
    return notice('expired', `The waiver of ${id} (${owner}) ended on ${until}: ${advice}.`);
  }
  if (isPassed) {
    return notice('stale', `The waiver of ${id} (${owner}) is stale: it passes now, so remove the waiver.`, strict);
  }
  const unknown = (result.violations ?? []).filter((group) => !covers(waiver, group));
  if (!isViolated(result) || unknown.length === 0) return undefined;
  const named = [waiver.fingerprint ?? []].flat().join(', ');
  const found = unknown.map(({ fingerprint }) => fingerprint).join(', ');
  return notice(
    'mismatched',
    `${id} fails in a way that its waiver (${owner}) does not name: the waiver names ${named}, and ${found} ${unknown.length === 1 ? 'is' : 'are'} not among them. Fix it, or add what you accept as well.`,
  );
}

/** An undecided result is covered too, by a waiver of anything: at worst it is the violation that is waived. */
function isCoveredUndecided(result: Result, { fingerprint }: Waiver, severity: Severity): boolean {
  const { outcome } = result;
  const isUndecided = outcome === 'inconclusive' || (outcome === 'unobservable' && weighs(result, severity));
  return isUndecided && fingerprint === undefined;
}
