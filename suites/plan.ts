import { limitsOf } from '../harness/engine/limits.ts';
import type { Exchange } from '../harness/model/exchange.ts';
import type { RunSettings } from '../harness/settings/settings.ts';
import { CREATIONS, REQUESTS } from './probes/drive.ts';
import { basePathOf, classify } from './reading/request.ts';
import { requirementsAbout } from './requirements/index.ts';

/** What a run sends at most to a conforming server. */
export interface Planned {
  readonly requests: number;
  readonly creations: number;
  /** Where one status fills a page before the run. */
  readonly creationsWhereStocked: number;
}

/** Reads that lag, and what is only good practice, take some requests more; another seed takes a few pets more. */
const MARGINS = { requests: 1.15, creations: 1.05 };

/** From the record of a run with these settings on a server that refuses all that it may refuse. */
export function planFrom(record: readonly Exchange[], settings: RunSettings): Planned {
  const { apiKey, thorough } = settings;
  const { maxCreates } = limitsOf(settings);
  const target = { basePath: basePathOf(settings.baseUrl), apiKey };
  const mayCreate = ({ request, status }: Exchange) => {
    const asked = classify(request, target);
    if (asked.operation !== 'createPet' || asked.credential !== 'right') return false;
    if (status < 300 || asked.body === 'open') return true;
    // A server may accept what it only should refuse.
    return requirementsAbout(asked).some(({ level, refuses }) => level === 'SHOULD' && refuses !== undefined);
  };
  const creations = Math.ceil(record.filter(mayCreate).length * MARGINS.creations);
  const most = (limit: number) => Math.min(limit, creations, maxCreates);
  return {
    requests: Math.ceil(record.length * MARGINS.requests),
    creations: most(thorough ? CREATIONS.thorough : CREATIONS.usual),
    creationsWhereStocked: most(CREATIONS.stocked),
  };
}

type Pacing = Pick<RunSettings, 'maxRps' | 'maxDurationMs' | 'thorough'>;

/** Why a run may end before it has sent so many requests. */
export function shortageOfTime(requests: number, { maxRps = Number.POSITIVE_INFINITY, maxDurationMs }: Pacing) {
  const seconds = maxDurationMs / 1000;
  if (requests <= seconds * maxRps) return undefined;
  return `Up to ${requests} requests take ${Math.ceil(requests / maxRps)} s at --max-rps ${maxRps}, but --max-duration ends the run after ${seconds} s. Raise one of them, or select fewer requirements (--only).`;
}

/** Whether that may be so, known without a plan. */
export function mayLackTime(settings: Pacing): boolean {
  return shortageOfTime(REQUESTS[settings.thorough ? 'thorough' : 'usual'], settings) !== undefined;
}
