import type { Variant } from '../change.ts';
import { Refusal } from '../refusal.ts';

const BAD_CREDENTIALS = 12;
const PAUSE_MS = 1000;

const askedBack = () =>
  new Refusal({
    status: 429,
    code: 'too_many_attempts',
    message: 'Too many requests with a wrong key.',
    headers: { 'retry-after': '1' },
  });

/** Counts bad credentials, and gives the pause that follows the last one that was allowed. */
class Attempts {
  #count = 0;
  #pausedUntil = 0;

  record(): void {
    this.#count += 1;
    if (this.#count % BAD_CREDENTIALS === 0) this.#pausedUntil = performance.now() + PAUSE_MS;
  }

  isPaused(): boolean {
    return performance.now() < this.#pausedUntil;
  }
}

/** Servers that protect themselves against the guessing of keys. */
export const lockOutVariants: readonly Variant[] = [
  {
    name: 'locked-out-for-good',
    story: `After ${BAD_CREDENTIALS} bad credentials the right key gets 401 as well, for the rest of the run.`,
    exitCode: 4,
    change: (rules) => {
      let bad = 0;
      return {
        authorised: (request, key) => {
          const right = rules.authorised(request, key) && bad < BAD_CREDENTIALS;
          if (!right) bad += 1;
          return right;
        },
      };
    },
  },
  {
    name: 'everyone-pauses-after-bad-credentials',
    story: `After every ${BAD_CREDENTIALS} bad credentials all requests get 429 for a second.`,
    change: (rules) => {
      const attempts = new Attempts();
      return {
        around: async (request, answer, store) => {
          if (attempts.isPaused()) throw askedBack();
          const given = await rules.around(request, answer, store);
          if (given.status === 401) attempts.record();
          return given;
        },
      };
    },
  },
  {
    name: 'bad-credentials-pause',
    story: `After every ${BAD_CREDENTIALS} bad credentials the next ones get 429 for a second; the right key is served.`,
    change: (rules) => {
      const attempts = new Attempts();
      return {
        authorised: (request, key) => {
          const right = rules.authorised(request, key);
          if (!right && attempts.isPaused()) throw askedBack();
          if (!right) attempts.record();
          return right;
        },
      };
    },
  },
];
