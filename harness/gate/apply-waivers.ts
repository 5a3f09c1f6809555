import { isViolated, openBecauseOf, type Severity, weighs } from '../report/conclusion.ts';
import type { Excuse, Notice, Result } from '../report/model.ts';
import type { Waiver } from './waivers.ts';

export interface Gated {
  readonly results: readonly Result[];
  readonly notices: readonly Notice[];
}

export interface GateOptions extends Severity {
  /** Waivers count until this day. */
  readonly today: string;
}

/** Excuses waived failures and what depends on them, and reports waivers that no longer fit. */
export function applyWaivers(results: readonly Result[], waivers: readonly Waiver[], options: GateOptions): Gated {
  const waiverOf = new Map(waivers.map((waiver) => [waiver.id, waiver]));
  const notices: Notice[] = [];
  const excused = results.map((result) => {
    const waiver = waiverOf.get(result.id);
    if (waiver === undefined) return result;
    const notice = noticeOf(result, waiver, options);
    if (notice) notices.push(notice);
    if (notice || !isCovered(result, waiver, options)) return result;
    const { reason, owner, until } = waiver;
    return { ...result, excuse: { by: 'waiver' as const, reason, owner, until } };
  });
  return { results: excuseDependents(excused, 'waiver'), notices };
}

function noticeOf(result: Result, waiver: Waiver, { today, strict }: GateOptions): Notice | undefined {
  const { id, fingerprint, owner, until } = waiver;
  const notice = (kind: Notice['kind'], sentence: string, fails = true): Notice => ({ kind, id, sentence, fails });
  const isPassed = result.outcome === 'pass';
  if (result.outcome === 'skipped' || result.outcome === 'unobservable') return undefined;
  if (until < today) {
    const advice = isPassed ? 'it passes now, so remove the waiver' : 'fix it or agree on a new date';
    return notice('expired', `The waiver of ${id} (${owner}) ended on ${until}: ${advice}.`);
  }
  if (isPassed) {
    return notice('stale', `The waiver of ${id} (${owner}) is stale: it passes now, so remove the waiver.`, strict);
  }
  if (!isViolated(result) || fingerprint === undefined || fingerprint === result.fingerprint) return undefined;
  const difference = `its fingerprint is ${result.fingerprint} and not ${fingerprint}`;
  return notice('mismatched', `${id} fails differently than its waiver (${owner}) expects: ${difference}.`);
}

/** An undecided result is covered too: at worst it is the violation that is waived. */
function isCovered(result: Result, { fingerprint }: Waiver, severity: Severity): boolean {
  if (isViolated(result)) return true;
  const { outcome } = result;
  const isUndecided = outcome === 'inconclusive' || (outcome === 'unobservable' && weighs(result, severity));
  return isUndecided && fingerprint === undefined;
}

/** Excuses the results that an excused violation leaves open. */
export function excuseDependents(results: readonly Result[], by: Excuse['by']): readonly Result[] {
  const excused = results.filter(({ excuse }) => excuse?.by === by).filter(isViolated);
  const word = by === 'waiver' ? 'waived' : 'known';
  return results.map((result) => {
    const causes = excused.map(({ id }) => id).filter((id) => openBecauseOf([id], results).includes(result.id));
    if (causes.length === 0 || result.excuse) return result;
    return { ...result, excuse: { by, reason: `What is ${word} leaves it open: ${causes.join(', ')}.` } };
  });
}
