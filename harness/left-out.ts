import type { Check } from './check.ts';
import { REMOVAL_DATE } from './http/target.ts';
import { isSelected } from './settings/selection.ts';
import type { Settings } from './settings/settings.ts';

/** Why the settings alone rule a check out, in a sentence; undefined where they do not. */
export function whyLeftOut(check: Check, settings: Settings): string | undefined {
  if (!isSelected(check.id, settings)) return 'Left out by --only or --skip.';
  if (settings.readOnly && check.writes) return 'Read-only: it needs requests that could create an animal.';
  if (check.getsPets && settings.now >= REMOVAL_DATE) {
    return `getPet may be gone since ${REMOVAL_DATE} (the run is judged at ${settings.now}).`;
  }
  return undefined;
}
