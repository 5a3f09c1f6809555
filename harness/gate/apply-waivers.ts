import { openBecauseOf } from '../report/causes.ts';
import { isOpen, isUnobservable, isViolated, type Severity, weighs } from '../report/conclusion.ts';
import type { Excuse, Notice, Result } from '../report/model.ts';
import type { Waiver } from './waivers.ts';

export interface Checked {
  readonly results: readonly Result[];
  readonly notices: readonly Notice[];
}

/** What is waived is excused, and with it what it leaves open; a waiver that no longer fits is reported. */
export function applyWaivers(
  results: readonly Result[],
  waivers: readonly Waiver[],
  { today, ...severity }: { readonly today: string } & Severity,
): Checked {
  const waiverOf = new Map(waivers.map((waiver) => [waiver.id, waiver]));
  const notices: Notice[] = [];
  const excused = results.map((result) => {
    const waiver = waiverOf.get(result.id);
    if (waiver === undefined) return result;
    const notice = noticeOf(result, waiver, today, severity.strict);
    if (notice) notices.push(notice);
    return notice === undefined && isCovered(result, waiver, severity)
      ? { ...result, excuse: excuseOf(waiver) }
      : result;
  });
  return { results: excusedWithThem(excused, 'waiver'), notices };
}

function noticeOf(result: Result, waiver: Waiver, today: string, strict: boolean): Notice | undefined {
  const { id, fingerprint, owner, until } = waiver;
  // What was left out, or cannot be seen, says nothing about the waiver.
  if (result.outcome === 'skipped' || isUnobservable(result)) return undefined;
  if (until < today) {
    const advice = result.outcome === 'pass' ? 'it passes now, so remove the waiver' : 'mend it or agree on a new date';
    return {
      kind: 'expired',
      id,
      sentence: `The waiver of ${id} (${owner}) ended on ${until}: ${advice}.`,
      fails: true,
    };
  }
  if (result.outcome === 'pass') {
    const sentence = `The waiver of ${id} (${owner}) is stale: it passes now, so remove the waiver.`;
    return { kind: 'stale', id, sentence, fails: strict };
  }
  if (isViolated(result) && fingerprint !== undefined && fingerprint !== result.fingerprint) {
    const difference = `its fingerprint is ${result.fingerprint} and not ${fingerprint}`;
    const sentence = `${id} fails otherwise than its waiver (${owner}) expects: ${difference}.`;
    return { kind: 'mismatched', id, sentence, fails: true };
  }
  return undefined;
}

/** What could not be decided is covered too: at worst it would have been the violation that is waived. */
function isCovered(result: Result, { fingerprint }: Waiver, severity: Severity): boolean {
  if (isViolated(result)) return true;
  const isUndecided = isOpen(result) || (isUnobservable(result) && weighs(result, severity));
  return isUndecided && fingerprint === undefined;
}

function excuseOf({ reason, owner, until }: Waiver): Excuse {
  return { by: 'waiver', reason, owner, until };
}

/** With a violation that is excused, what it leaves open is excused too. */
export function excusedWithThem(results: readonly Result[], by: Excuse['by']): readonly Result[] {
  const excused = results.filter(({ excuse }) => excuse?.by === by).filter(isViolated);
  const openBy = new Map(excused.map(({ id }) => [id, openBecauseOf([id], results)]));
  const word = by === 'waiver' ? 'waived' : 'known';
  return results.map((result) => {
    const causes = excused.map(({ id }) => id).filter((id) => openBy.get(id)?.includes(result.id));
    if (causes.length === 0 || result.excuse) return result;
    return { ...result, excuse: { by, reason: `What is ${word} leaves it open: ${causes.join(', ')}.` } };
  });
}
