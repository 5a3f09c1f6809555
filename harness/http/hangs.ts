import type { Conclusion, RequestKind } from '../model/conclusion.ts';
import type { Exchange } from '../model/exchange.ts';
import type { WireRequest } from '../model/wire.ts';

/** Different requests of a kind that get no answer, one after the other, before nothing of the kind is sent any more. */
const IN_A_ROW = 2;
/** The same where others of the kind are answered in between. */
const ALTOGETHER = 8;

/**
 * An operation or an input that never gets an answer is one finding, and every further request of the kind would cost
 * a timeout. A request counts once it was repeated without an answer while a plain request was answered. When two
 * requests of a kind have done so, and none of the kind was answered in between, no further one is sent. One without any
 * particular input is not sent again at all, with whatever headers. The suite says of which kinds a request is, the most general one first: its operation, its
 * parameters, its input values.
 *
 * Nothing is required of a request without any kind. The first one that gets no answer is the last one.
 */
export class Hangs<Ask extends { readonly request: WireRequest; readonly input?: readonly string[] | undefined }> {
  readonly #kindsOf: (ask: Ask) => readonly RequestKind[];
  /** Answers that were not looked at yet: only where something hangs do they matter. */
  #answers: { readonly ask: Ask; readonly at: number }[] = [];
  readonly #lastAnswers = new Map<string, number>();
  /** When the requests without an answer were sent, by their kinds. */
  readonly #hangs = new Map<string, number[]>();
  readonly #stopped = new Set<string>();
  readonly #requests = new Set<string>();
  #isOpenSilent = false;

  constructor(kindsOf: (ask: Ask) => readonly RequestKind[]) {
    this.#kindsOf = kindsOf;
  }

  /** Whether requests of one of its kinds are no longer sent. */
  stops(ask: Ask): boolean {
    if (this.#isOpenSilent && this.isOpen(ask)) return true;
    if (this.#requests.size > 0 && this.#requests.has(this.#nameOf(ask))) return true;
    return this.#stopped.size > 0 && this.#kindsOf(ask).some((kind) => this.#stopped.has(keyOf(kind)));
  }

  /** Nothing is required of it. */
  isOpen(ask: Ask): boolean {
    return this.#kindsOf(ask).length === 0;
  }

  /** Of a request of which nothing is required: it costs one wait. */
  concludeOpen(ask: Ask, { number, failure }: Exchange): Conclusion | undefined {
    if (failure?.kind !== 'timeout' || !this.isOpen(ask)) return undefined;
    this.#isOpenSilent = true;
    return { about: [number], cause: 'input' };
  }

  noteAnswer(ask: Ask, at: number): void {
    this.#answers.push({ ask, at });
  }

  /** A request that was sent then got no answer again. The kind that is not sent from now on, if there is one. */
  confirm(ask: Ask, sentAt: number): RequestKind | undefined {
    for (const { ask: answered, at } of this.#answers.splice(0))
      for (const kind of this.#kindsOf(answered)) this.#lastAnswers.set(keyOf(kind), at);
    if (!ask.input?.length) this.#requests.add(this.#nameOf(ask));
    const over = this.#kindsOf(ask).filter((kind) => {
      const key = keyOf(kind);
      const hangs = [...(this.#hangs.get(key) ?? []), sentAt];
      this.#hangs.set(key, hangs);
      const lastAnswer = this.#lastAnswers.get(key) ?? Number.NEGATIVE_INFINITY;
      const inARow = hangs.filter((at) => at >= lastAnswer).length;
      return !this.#stopped.has(key) && (inARow >= IN_A_ROW || hangs.length >= ALTOGETHER);
    });
    for (const kind of over) this.#stopped.add(keyOf(kind));
    return over[0];
  }

  #nameOf(ask: Ask): string {
    const { method, path, body } = ask.request;
    return JSON.stringify([this.#kindsOf(ask)[0], method, path, body]);
  }
}

function keyOf({ operation, input }: RequestKind): string {
  return JSON.stringify([operation, input]);
}
