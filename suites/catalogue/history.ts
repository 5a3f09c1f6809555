import type { Requirement } from './requirement.ts';

export const historyRequirements = [
  {
    id: 'history.agrees',
    level: 'MUST',
    area: 'history',
    statement:
      'Any mix of creations, lists and fetches, also by several clients at once, agrees with what was created.',
    section: 'What the service does; Endpoints',
    checked:
      'Runs random sequences of the three operations, some of them in parallel, beside a simple model, and shrinks the first disagreement to a short sequence that its seed replays. It tells only what the specific requirements do not already tell, so it is inconclusive, and names the one that failed, when one of those it builds on does not hold.',
    usualCause:
      'State is shared without protection: a race between two creations, a cache that one operation fills and another never refreshes, or a read that changes what it reads.',
  },
] as const satisfies readonly Requirement[];
