import { budgetsOf } from '../harness/engine/budgets.ts';
import { sentenceOf } from '../harness/model/reasons.ts';
import { isSelected } from '../harness/settings/selection.ts';
import type { Settings } from '../harness/settings/settings.ts';
import { CREATIONS, REQUESTS } from './probes/amounts.ts';
import { REQUIREMENTS } from './requirements/index.ts';
import { skipReason } from './requirements/ruled-out.ts';

/** What a run sends at most to a conforming server. The referee checks it on every simulated run. */
export function mostSent(settings: Settings) {
  const { thorough } = settings;
  const { maxCreates } = budgetsOf(settings);
  const mostPets = (limit: number) => Math.min(limit, maxCreates);
  return {
    requests: thorough ? REQUESTS.thorough : REQUESTS.usual,
    creations: mostPets(thorough ? CREATIONS.thorough : CREATIONS.usual),
    /** Where one status fills a page before the run. */
    creationsWhereStocked: mostPets(CREATIONS.stocked),
  };
}

/** The requirements that these settings leave out, by the reason. */
export function leftOut(settings: Settings): ReadonlyMap<string, readonly string[]> {
  const out = new Map<string, string[]>();
  for (const requirement of REQUIREMENTS) {
    const why = isSelected(requirement.id, settings) ? skipReason(requirement, settings) : NOT_SELECTED;
    if (why === undefined) continue;
    const reason = sentenceOf(why);
    out.set(reason, [...(out.get(reason) ?? []), requirement.id]);
  }
  return out;
}

const NOT_SELECTED = { kind: 'not-selected' } as const;

/** Why a run may end before it has sent all; a selection of requirements sends less, nobody knows how much less. */
export function shortageOfTime(settings: Settings): string | undefined {
  const { maxRps = Number.POSITIVE_INFINITY, maxDurationMs, only } = settings;
  const { requests } = mostSent(settings);
  const seconds = maxDurationMs / 1000;
  if (only.length > 0 || requests <= seconds * maxRps) return undefined;
  return `Up to ${requests} requests take ${Math.ceil(requests / maxRps)} s at --max-rps ${maxRps}, but --max-duration ends the run after ${seconds} s. Raise one of them, or select fewer requirements (--only).`;
}
