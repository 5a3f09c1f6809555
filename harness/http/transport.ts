import { setTimeout as sleep } from 'node:timers/promises';
import type { Interruption } from '../report/model.ts';
import { Inconclusive } from '../verdict/verdicts.ts';
import type { WireRequest } from './http-client.ts';
import { type Outage, Outages } from './outages.ts';
import { RecordedBodies } from './recorded-body.ts';
import { altered, type Recorded, type Reply, type RequestMetadata, recordOf } from './reply.ts';
import { Semaphore } from './semaphore.ts';
import { CONTROL, FIRST_BACKOFF_MS, Sender, type SenderOptions } from './sender.ts';

export interface TransportOptions extends SenderOptions {
  readonly concurrency: number;
  readonly isOwnError: (reply: Reply) => boolean;
  /** Called once it is known whether the exchange is checked. */
  readonly onReply: (reply: Reply) => void;
}

/** Repeats before a gateway's answer is taken for the answer to this input. */
const GATEWAY_REPEATS = 3;
/** Repeats of a request that got a 5xx, to see whether the input causes it. */
const CRASH_REPEATS = 4;

/** Sends requests, bounded in number at once, records them, and repeats those whose answer may not be the service's. */
export class Transport {
  /** In the order in which the answers came. */
  readonly journal: Recorded[] = [];
  readonly #options: TransportOptions;
  readonly #semaphore: Semaphore;
  readonly #bodies = new RecordedBodies();
  readonly #outages = new Outages();
  readonly #sender: Sender;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#sender = new Sender(options, (reply) => this.#record(reply));
    this.#semaphore = new Semaphore(options.concurrency);
  }

  get sent(): number {
    return this.#sender.sent;
  }

  get interruptions(): readonly Interruption[] {
    return this.#outages.interruptions;
  }

  /** Set if an interruption does not end in time, or if the target stops answering. */
  get gaveUp(): Inconclusive | undefined {
    return this.#sender.gaveUp;
  }

  async send(request: WireRequest, metadata: RequestMetadata): Promise<Reply> {
    // The slot is kept while waiting, so that a rate-limited request is not overtaken forever.
    return this.#semaphore.use(() => this.#settled(request, metadata), metadata.isUrgent);
  }

  /** The answer of the service itself: answers of a gateway, a lock-out or a passing crash are repeated. */
  async #settled(request: WireRequest, metadata: RequestMetadata): Promise<Reply> {
    const first = await this.#sender.answer(request, metadata);
    if (isGatewayFailure(first, this.#options.isOwnError)) return this.#throughGateway(first, request, metadata);
    this.#outages.noteAnswer(first.sentAt);
    // The HTTP library or a proxy may refuse what they need not understand.
    const isOfHttpLayer = metadata.httpLayerMayRefuse && first.status === 400 && !this.#options.isOwnError(first);
    if (!first.checked || isOfHttpLayer) return this.#recorded(altered(first, { checked: false }));
    if (first.status >= 500) return this.#afterCrash(first, request, metadata);
    if (first.status === 401 && first.credential === 'right') return this.#afterRefusedKey(first, request, metadata);
    return this.#recorded(first);
  }

  /** The input is the cause only if every repeat fails while a plain request succeeds. */
  async #throughGateway(first: Reply, request: WireRequest, metadata: RequestMetadata): Promise<Reply> {
    const outage = this.#outages.meet(first.status);
    let last = first;
    let pause = FIRST_BACKOFF_MS;
    for (let repeats = 0; repeats < GATEWAY_REPEATS; ) {
      this.#record(last);
      await this.#waitOut(outage, last.status, pause);
      pause *= 2;
      const control = await this.#sender.answer(this.#options.control, CONTROL);
      this.#record(control);
      if (isGatewayFailure(control, this.#options.isOwnError)) continue;
      last = await this.#sender.answer(request, metadata);
      repeats += 1;
      if (!isGatewayFailure(last, this.#options.isOwnError)) {
        this.#outages.end(outage);
        return this.#recorded(last);
      }
    }
    this.#outages.dismiss(outage);
    this.#note(last);
    return last;
  }

  async #waitOut(outage: Outage, status: number, pause: number): Promise<void> {
    const { maxWaitMs, interrupt } = this.#options;
    if (performance.now() + pause > outage.since + maxWaitMs) {
      this.#sender.giveUp(new Inconclusive({ kind: 'gateway-down', status, waitedMs: maxWaitMs }));
    }
    if (this.gaveUp) throw this.gaveUp;
    await sleep(pause, undefined, { signal: interrupt }).catch(() => undefined);
  }

  /** A crash that does not repeat says nothing about this input, but is still reported as a crash. */
  async #afterCrash(first: Reply, request: WireRequest, metadata: RequestMetadata): Promise<Reply> {
    const attempts = [first];
    for (let repeat = 0; repeat < CRASH_REPEATS; repeat += 1) {
      const again = await this.#answeredAfter(attempts, request, metadata);
      if (again.status < 500) {
        for (const attempt of attempts) this.#record(altered(attempt, { superseded: 'crash' }));
        return this.#recorded(again);
      }
      attempts.push(again);
    }
    for (const attempt of attempts) this.#record(attempt);
    return first;
  }

  /**
   * A lock-out refuses a plain request too. A key that is refused once and accepted again is the service's mistake;
   * where the request was not to succeed anyway, the 401 is the wrong answer to it.
   */
  async #afterRefusedKey(first: Reply, request: WireRequest, metadata: RequestMetadata): Promise<Reply> {
    if (metadata.requirement === 'preflight') return this.#recorded(first);
    const again = await this.#answeredAfter([first], request, metadata);
    if (again.status < 300) {
      this.#record(altered(first, { superseded: 'key-refused' }));
      return this.#recorded(again);
    }
    const control = await this.#answeredAfter([first, again], this.#options.control, CONTROL);
    const isLockedOut = control.status === 401;
    for (const reply of [control, again, first]) this.#record(isLockedOut ? altered(reply, { checked: false }) : reply);
    if (isLockedOut) throw new Inconclusive({ kind: 'locked-out' }, [first]);
    return first;
  }

  /** Without a further answer, those before it still count. */
  async #answeredAfter(before: readonly Reply[], request: WireRequest, metadata: RequestMetadata): Promise<Reply> {
    try {
      return await this.#sender.answer(request, metadata);
    } catch (error) {
      for (const reply of before) this.#record(reply);
      throw error;
    }
  }

  #recorded(reply: Reply): Reply {
    this.#record(reply);
    return reply;
  }

  /** An answer of something in front of the service is not checked, unless the input is known to cause it. */
  #record(reply: Reply): void {
    const isChecked = reply.checked && !isGatewayFailure(reply, this.#options.isOwnError);
    this.#note(isChecked === reply.checked ? reply : altered(reply, { checked: isChecked }));
  }

  #note(reply: Reply): void {
    this.journal.push(recordOf(reply));
    this.#options.onReply(reply);
    // Only now is it known whether a result needs this body.
    this.#bodies.keep(reply.body);
  }
}

/** 502, 503 and 504 that are not the service's own come from something in front of it. */
function isGatewayFailure(reply: Reply, isOwnError: (reply: Reply) => boolean): boolean {
  return reply.status >= 502 && reply.status <= 504 && !isOwnError(reply);
}
