import { requirements } from './requirement.ts';

export const historyRequirements = requirements({ area: 'history', level: 'MUST' }, [
  {
    id: 'history.agrees',
    statement:
      'Any mix of creations, lists and fetches, also by several clients at once, agrees with what was created.',
    section: 'What the service does; Endpoints',
    checked:
      'Two or three clients create, list and fetch at the same time; the number of histories follows --runs. It fails when only pets of these clients are wrong, and the history is shrunk. If other pets are wrong too, the requirement about them reports it and this one is inconclusive.',
    usualCause:
      'State is shared without protection: a race between two creations, a cache that nobody refreshes, or a read that changes what it reads.',
  },
]);
