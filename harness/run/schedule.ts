import type { Check, Stage } from './check.ts';

/** Each of these waits for those before it. */
const IN_ORDER: readonly Stage[] = ['create', 'list', 'fetch', 'crowd', 'history'];

/** Whether others wait for the checks of this stage. */
export function isAwaited(stage: Stage): boolean {
  return IN_ORDER.includes(stage);
}

/** When each check may start: after the stages before its own, or at the end. */
export class Schedule {
  readonly #due: readonly Check[];
  readonly #pending: Set<string>;
  /** Resolved when a check is done, or only waits for the end. */
  readonly #left: ReadonlyMap<string, Deferred>;
  readonly #othersDone = deferred();
  /** Resolved after the last look, when all other checks have left. */
  readonly end: Promise<void>;

  constructor(due: readonly Check[], lookAgain: () => Promise<void>) {
    this.#due = due;
    this.#pending = new Set(due.filter(({ stage }) => stage !== 'end').map(({ id }) => id));
    this.#left = new Map(due.map(({ id }) => [id, deferred()]));
    this.end = this.#othersDone.promise.then(lookAgain);
  }

  /** Without checks to wait for, the end comes at once. */
  open(): void {
    if (this.#pending.size === 0) this.#othersDone.resolve();
  }

  async turnOf(stage: Stage, decide: (id: string) => Promise<unknown>): Promise<void> {
    if (stage === 'end') return this.end;
    const before = IN_ORDER.slice(0, Math.max(0, IN_ORDER.indexOf(stage)));
    const earlier = this.#due.filter((check) => before.includes(check.stage));
    await Promise.all(
      earlier.map(({ id }) => {
        void decide(id);
        return this.#left.get(id)?.promise;
      }),
    );
  }

  /** The check is done, or only waits for the end. */
  leave(id: string): void {
    this.#pending.delete(id);
    this.#left.get(id)?.resolve();
    this.open();
  }
}

type Deferred = ReturnType<typeof deferred>;

function deferred() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
