import type { RequestKind } from '../model/conclusion.ts';
import type { Ask } from './ask.ts';

type Request = Pick<Ask, 'request' | 'input'>;

/** Finding out that a request is the cause costs time. A cheap one counts in part, and one that costs very much twice. */
export const DEAR_MS = 5_000;
const VERY_DEAR_MS = 15_000;
/** So many dear ones in a row, and nothing of the kind is sent any more: of a kind that was never answered, or of others. */
const NEVER_ANSWERED = 2;
const ANSWERED = 4;
/** Dear ones of one input, however many others are answered in between. */
const ALTOGETHER = 8;
/** Requests of a kind that stopped the service, before nothing of the kind is sent any more. */
const CRASHES = 2;
/** Requests of a kind that failed by themselves, before the next ones are repeated less often. */
const KNOWN = 2;

/** What it took to find out that a request is the cause, in dear ones. */
interface Cost {
  readonly at: number;
  readonly weight: number;
}

/** What became of the requests of one kind. */
interface Past {
  readonly kind: RequestKind;
  /** How many of them stopped the service. */
  crashes: number;
  /** When the requests that failed by themselves were sent. */
  readonly failedAt: number[];
  readonly costs: Cost[];
  answeredAt: number;
  isStopped: boolean;
  /** The document describes one of them, which was answered. */
  isDocumented: boolean;
}

/**
 * An operation or an input that never gets an answer is one finding, and every further request of the kind would cost a
 * timeout. So nothing of the kind is sent any more after a few. The suite says of which kinds a request is, the most
 * general one first: its operation, its parameters, its input values. A request that is dear is not sent again as it is.
 *
 * Nothing is required of a request without any kind: the first one that gets no answer is the last one.
 */
export class Breaker {
  readonly #kindsOf: (ask: Request) => readonly RequestKind[];
  readonly #isOdd: (ask: Request) => boolean;
  readonly #past = new Map<string, Past>();
  readonly #stoppedRequests = new Set<string>();
  /** Answers that were not looked at yet: only where something fails do they matter. */
  #answers: { readonly ask: Request; readonly at: number }[] = [];
  #isAnyStopped = false;
  #areOpenStopped = false;

  constructor(kindsOf: (ask: Request) => readonly RequestKind[], isOdd: (ask: Request) => boolean) {
    this.#kindsOf = kindsOf;
    this.#isOdd = isOdd;
  }

  /** Whether such requests are no longer sent. */
  stops(ask: Request): boolean {
    if (this.#stoppedRequests.size > 0 && namesOf(ask).some((name) => this.#stoppedRequests.has(name))) return true;
    if (this.#areOpenStopped && this.isOpen(ask)) return true;
    return this.#isAnyStopped && this.#pastOf(ask).some(({ isStopped }) => isStopped);
  }

  /** Nothing is required of it. */
  isOpen(ask: Request): boolean {
    return this.#kindsOf(ask).length === 0;
  }

  stopOpen(): void {
    this.#areOpenStopped = true;
  }

  noteAnswer(ask: Request, at: number): void {
    this.#answers.push({ ask, at });
  }

  /** Whether a request of one of its kinds failed by itself, and none was answered since. */
  isSuspicious(ask: Request): boolean {
    return this.#pastOf(ask).some((past) => inARow(past.failedAt, past) > 0);
  }

  /** Whether a few did. */
  isKnown(ask: Request): boolean {
    return this.#pastOf(ask).some((past) => inARow(past.failedAt, past) >= KNOWN);
  }

  /** It failed by itself, which took so long to find out. The kind that is not sent from now on, if there is one. */
  convict(ask: Request, { sentAt, costMs }: { readonly sentAt: number; readonly costMs: number }) {
    const all = this.#pastOf(ask);
    const weight = costMs < VERY_DEAR_MS ? Math.min(1, costMs / DEAR_MS) : 2;
    if (costMs >= DEAR_MS) this.#stoppedRequests.add(nameOf(ask));
    for (const { failedAt, costs } of all) {
      failedAt.push(sentAt);
      costs.push({ at: sentAt, weight });
    }
    const values = new Set(ask.input);
    const ofValues = all.filter(({ kind: { input = '' } }) => values.has(input));
    return this.#stop(all.filter((past) => isOver(past, past === all.at(-1), ofValues)));
  }

  /**
   * It stopped the service, which has to be started again. So a value that was never answered is not sent again, and
   * neither is the same combination, nor anything else of a kind that stopped it before: of one that was never answered,
   * unless a more special one did so as often, and of the most special one that nothing documented is of.
   */
  convictOfCrash(ask: Request, sentAt: number) {
    const all = this.#pastOf(ask);
    for (const name of namesOf(ask)) this.#stoppedRequests.add(name);
    for (const past of all) {
      past.failedAt.push(sentAt);
      past.crashes += 1;
    }
    const values = new Set(ask.input);
    const isValue = ({ kind: { input = '' } }: Past) => values.has(input);
    const kinds = all.filter((past) => !isValue(past) && past.crashes >= CRASHES);
    const special = kinds.findLast(({ isDocumented }) => !isDocumented);
    const isReason = (past: Past, at: number) => kinds.slice(at + 1).every(({ crashes }) => crashes < past.crashes);
    const reasons = kinds.filter((past, at) => past === special || (!wasAnswered(past) && isReason(past, at)));
    return this.#stop([...reasons, ...all.filter((past) => isValue(past) && !wasAnswered(past))]);
  }

  /** The most general kind that is stopped only now. */
  #stop(all: readonly Past[]): RequestKind | undefined {
    const stopped = all.filter(({ isStopped }) => !isStopped);
    for (const past of stopped) past.isStopped = true;
    this.#isAnyStopped ||= stopped.length > 0;
    return stopped[0]?.kind;
  }

  #pastOf(ask: Request): readonly Past[] {
    for (const { ask: answered, at } of this.#answers.splice(0)) {
      const isDocumented = !this.#isOdd(answered);
      for (const past of this.#kindsOf(answered).map((kind) => this.#pastOfKind(kind))) {
        past.answeredAt = at;
        past.isDocumented ||= isDocumented;
      }
    }
    return this.#kindsOf(ask).map((kind) => this.#pastOfKind(kind));
  }

  #pastOfKind(kind: RequestKind): Past {
    const key = JSON.stringify([kind.operation, kind.input]);
    const known = this.#past.get(key);
    if (known) return known;
    const past: Past = {
      kind,
      crashes: 0,
      failedAt: [],
      costs: [],
      answeredAt: Number.NEGATIVE_INFINITY,
      isStopped: false,
      isDocumented: false,
    };
    this.#past.set(key, past);
    return past;
  }
}

function inARow(times: readonly number[], { answeredAt }: Past): number {
  return times.filter((at) => at >= answeredAt).length;
}

function wasAnswered({ answeredAt }: Past): boolean {
  return answeredAt > Number.NEGATIVE_INFINITY;
}

function isOver(past: Past, isSpecific: boolean, ofValues: readonly Past[]): boolean {
  const inARow = costInARow(past);
  if (past.kind.input !== undefined && sumOf(past.costs) >= ALTOGETHER) return true;
  if (wasAnswered(past) && !isSpecific) return inARow >= ANSWERED;
  // Where all of them have a value in common, that is the reason, and not the whole kind.
  const isOfValue = ofValues.some((one) => one !== past && costInARow(one) >= inARow);
  return inARow >= NEVER_ANSWERED && (isSpecific || !isOfValue);
}

function costInARow({ costs, answeredAt }: Past): number {
  return sumOf(costs.filter(({ at }) => at >= answeredAt));
}

function sumOf(costs: readonly Cost[]): number {
  return costs.reduce((sum, { weight }) => sum + weight, 0);
}

function nameOf({ request: { method, path, headers, body } }: Request): string {
  return JSON.stringify([method, path, headers, body]);
}

/** As it is, and by its values: pets have other names in each attempt. */
function namesOf(ask: Request): readonly string[] {
  const { request, input = [] } = ask;
  return input.length === 0 ? [nameOf(ask)] : [nameOf(ask), JSON.stringify([request.method, ...input.toSorted()])];
}
