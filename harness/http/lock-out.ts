import type { Exchange } from '../record/exchange.ts';

/**
 * A service may refuse the right key after many wrong ones. A 401 to the right key is therefore sent again: if it is
 * accepted now, the 401 was a mistake of the service; if not, a plain request shows whether the key is refused
 * everywhere. While it is, every further 401 says the same, and nothing is repeated for it.
 */
export class LockOut {
  #isLocked = false;

  /** Whether a 401 to the right key needs a second look. */
  isNews({ status }: Exchange): boolean {
    return status === 401 && !this.#isLocked;
  }

  noteControl({ status }: Exchange): void {
    this.#isLocked = status === 401;
  }

  noteSuccess(): void {
    this.#isLocked = false;
  }
}
