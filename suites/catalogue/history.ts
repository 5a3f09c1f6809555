import { requirements } from './requirement.ts';

export const historyRequirements = requirements({ area: 'history', level: 'MUST' }, [
  {
    id: 'history.agrees',
    statement:
      'Any mix of creations, lists and fetches, also by several clients at once, agrees with what was created.',
    section: 'What the service does; Endpoints',
    checked:
      'Two or three clients create, list and fetch at the same time, each beginning with a creation; their number of histories follows --runs. Every response is compared with a model, and the first disagreement is shrunk to a short history that its seed replays. It reports only what no other requirement reports.',
    usualCause:
      'State is shared without protection: a race between two creations, a cache that one operation fills and another never refreshes, or a read that changes what it reads.',
  },
]);
