import type { RequestKind } from '../model/conclusion.ts';
import type { Ask } from './ask.ts';

type Request = Pick<Ask, 'request' | 'input'>;

/** Requests of a kind in a row, before nothing of the kind is sent any more. */
const OFTEN = 2;

/**
 * An operation or an input that never gets an answer is one finding, and every further request of the kind would cost a
 * timeout, or a restart of the server. So no such request is sent twice, no value of it that was never answered, and
 * nothing of the kind that two of them have in common. The suite says of which kinds a request is, the most general one
 * first: its operation, its parameters, its input values.
 */
export class Breaker {
  readonly #kindsOf: (ask: Request) => readonly RequestKind[];
  readonly #failures = new Map<string, number>();
  readonly #answered = new Set<string>();
  readonly #stopped = new Set<string>();
  /** Answers that were not looked at yet: only where something fails do they matter. */
  #answers: Request[] = [];

  constructor(kindsOf: (ask: Request) => readonly RequestKind[]) {
    this.#kindsOf = kindsOf;
  }

  /** Whether such requests are no longer sent. */
  stops(ask: Request): boolean {
    if (this.#stopped.size === 0) return false;
    return [...namesOf(ask), ...this.#kindsOf(ask).map(keyOf)].some((name) => this.#stopped.has(name));
  }

  /** Nothing is required of it. */
  isOpen(ask: Request): boolean {
    return this.#kindsOf(ask).length === 0;
  }

  noteAnswer(ask: Request): void {
    this.#answers.push(ask);
  }

  /** A request never gets an answer, or stops the server. The most general kind that is no longer sent because of it. */
  stop(ask: Request): RequestKind | undefined {
    this.#lookAtAnswers();
    // What is known already explains it, but for a whole operation.
    const kinds = this.#kindsOf(ask).filter(({ input }) => input === undefined || !this.stops(ask));
    for (const name of namesOf(ask)) this.#stopped.add(name);
    for (const kind of kinds) this.#failures.set(keyOf(kind), this.#failuresOf(kind) + 1);
    const never = kinds.filter((kind) => !this.#answered.has(keyOf(kind)));
    const values = kinds.filter(({ input }) => input !== undefined && ask.input?.includes(input));
    const stopped = [...this.#commonOf(never, values), ...values.filter((kind) => never.includes(kind))];
    for (const kind of stopped) this.#stopped.add(keyOf(kind));
    return stopped[0];
  }

  /** The operation, or what most of them have in common: of kinds that were never answered, or else values. */
  #commonOf(never: readonly RequestKind[], values: readonly RequestKind[]): readonly RequestKind[] {
    const most = (kinds: readonly RequestKind[]) => {
      const times = Math.max(OFTEN, ...kinds.map((kind) => this.#failuresOf(kind)));
      return kinds.filter((kind) => this.#failuresOf(kind) === times);
    };
    const [operation] = never.filter((kind) => kind.input === undefined && this.#failuresOf(kind) >= OFTEN);
    const special = operation ?? most(never).at(-1);
    return special ? [special] : most(values);
  }

  #lookAtAnswers(): void {
    for (const ask of this.#answers.splice(0))
      for (const kind of this.#kindsOf(ask)) {
        this.#answered.add(keyOf(kind));
        this.#failures.delete(keyOf(kind));
      }
  }

  #failuresOf(kind: RequestKind): number {
    return this.#failures.get(keyOf(kind)) ?? 0;
  }
}

/** What one operation never answers is not answered by another: one part of a server writes all refusals. */
function keyOf({ operation, input }: RequestKind): string {
  return input === undefined ? operation : `input ${input}`;
}

/** As it is, and by its values: pets have other names in each attempt. */
function namesOf({ request, input = [] }: Request): readonly string[] {
  const { method, path, headers, body } = request;
  const name = JSON.stringify([method, path, headers, body]);
  return input.length === 0 ? [name] : [name, JSON.stringify([method, ...input.toSorted()])];
}
