import type { Settings } from '../settings/settings.ts';
import type { Reason } from '../verdict/reasons.ts';
import type { Check } from './check.ts';

/** The day from which getPet may be gone. */
export const REMOVAL_DATE = '2030-12-05';

/** Why the settings alone rule a check out; undefined where they do not. Selection is not among them. */
export function skipReason(check: Check, settings: Settings): Reason | undefined {
  if (settings.readOnly && check.writes) return { kind: 'read-only', needs: 'requests that could create a pet' };
  if (check.getsPets && settings.now >= REMOVAL_DATE) {
    return { kind: 'removal-date', date: REMOVAL_DATE, now: settings.now };
  }
  return undefined;
}
