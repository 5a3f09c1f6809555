import type { Alteration } from '../change.ts';
import { refusal } from '../refusal.ts';
import { transmitted } from './answer.ts';
import type { Which } from './compose.ts';

/** With the right key, these requests never get an answer. */
export const neverAnswered = (which: Which): Alteration =>
  transmitted(({ status }, request) => status !== 401 && which(request), { kind: 'silent' });

/** These requests end the process. Something may start it again after so many milliseconds. */
export const endsTheProcess =
  (which: Which, restartMs = Number.POSITIVE_INFINITY): Alteration =>
  (rules) => {
    let endedAt = Number.NEGATIVE_INFINITY;
    const unheard = new Set<number>();
    return {
      around: async (answer, store, request) => {
        if (rules.now() >= endedAt + restartMs || endedAt < 0) return rules.around(answer, store, request);
        unheard.add(request.serial);
        throw refusal('internal');
      },
      transmit: (message, request) => {
        if (unheard.has(request.serial)) return { kind: 'refused' };
        if (!which(request)) return rules.transmit(message, request);
        endedAt = rules.now();
        return { kind: 'dropped' };
      },
    };
  };
