import type { Reason } from '../../harness/model/reasons.ts';
import type { RunSettings } from '../../harness/settings/settings.ts';
import { REMOVAL_DATE } from '../reading/document.ts';
import type { Requirement } from './requirement.ts';

/** Why the settings rule a requirement out. */
export function skipReason(
  { needs, operation }: Requirement,
  settings: Pick<RunSettings, 'readOnly' | 'now'> & { readonly categoryIds: readonly unknown[] },
): Reason | undefined {
  const { readOnly, now, categoryIds } = settings;
  if (readOnly && (operation === 'createPet' || needs === 'creations'))
    return { kind: 'read-only', needs: 'requests that could create a pet' };
  if (now >= REMOVAL_DATE && (operation === 'getPet' || needs === 'getPet'))
    return { kind: 'removal-date', date: REMOVAL_DATE, now };
  return categoryIds.length > 0 && needs === 'any-category' ? { kind: 'restricted-categories' } : undefined;
}
