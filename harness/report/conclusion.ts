import type { Level, Result, Verdict } from './model.ts';

/** What the results say of the target as a whole; what is excused does not count. */
export function verdictOf(results: readonly Result[], strict: boolean): Verdict {
  const counted = results.filter((result) => result.excuse === undefined);
  if (counted.some((result) => isViolated(result) && failsAt(result.level, strict))) return 'violating';
  if (counted.some((result) => isOpen(result) && result.level === 'MUST')) return 'incomplete';
  // Where every requirement was left out, nothing is known: that is no pass either.
  return results.some(isDecided) ? 'conforming' : 'incomplete';
}

/** Seen to be violated, be it only now and then. */
export function isViolated({ outcome, rounds = [] }: Result): boolean {
  return outcome === 'fail' || outcome === 'warn' || rounds.includes('fail') || rounds.includes('warn');
}

/** Neither held nor violated, as far as was seen. */
export function isOpen(result: Result): boolean {
  return result.outcome === 'inconclusive' || (result.outcome === 'unsteady' && !isViolated(result));
}

function failsAt(level: Level, strict: boolean): boolean {
  return level === 'MUST' || (strict && level === 'SHOULD');
}

function isDecided(result: Result): boolean {
  return ['pass', 'observed'].includes(result.outcome) || isViolated(result);
}
