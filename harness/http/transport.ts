import { setTimeout as sleep } from 'node:timers/promises';
import type { Headers, Interruption } from '../report/model.ts';
import type { Redactor } from '../secrets/redact.ts';
import { Inconclusive, Unanswered } from '../verdict/verdicts.ts';
import type { HttpClient, WireRequest } from './http-client.ts';
import { makeReply, type Recording } from './make-reply.ts';
import { type Outage, Outages, Timeouts } from './outages.ts';
import { type RateLimiter, sleepUntil } from './rate-limiter.ts';
import type { ReceivedBody } from './received-body.ts';
import { RecordedBodies } from './recorded-body.ts';
import { altered, isThrottled, type Recorded, type Reply, type RequestMetadata, recordOf } from './reply.ts';
import { Semaphore } from './semaphore.ts';

export interface TransportOptions {
  readonly client: HttpClient<ReceivedBody>;
  readonly origin: string;
  readonly redactor: Redactor;
  readonly concurrency: number;
  readonly maxWaitMs: number;
  readonly rateLimiter: RateLimiter;
  readonly interrupt: AbortSignal;
  /** A plain request that every service answers with success while it is up. */
  readonly control: WireRequest;
  readonly isOwnError: (reply: Reply) => boolean;
  /** Called once it is known whether the exchange is checked. */
  readonly onReply: (reply: Reply) => void;
}

const FIRST_BACKOFF_MS = 250;
/** Repeats before a gateway's answer is taken for the answer to this input. */
const GATEWAY_REPEATS = 3;
/** Repeats of a request that got a 5xx, to see whether the input causes it. */
const CRASH_REPEATS = 4;
/** Plain requests out of three that must time out too before the target is given up. */
const SILENT_CONTROLS = 2;

const CONTROL: RequestMetadata = {
  requirement: 'control',
  operation: 'listPets',
  credential: 'right',
  documented: true,
  checked: true,
};

/** Sends requests, bounded in number at once, waits for rate limits and records every exchange. */
export class Transport {
  /** In the order in which the answers came. */
  readonly journal: Recorded[] = [];
  readonly #options: TransportOptions;
  readonly #semaphore: Semaphore;
  readonly #bodies = new RecordedBodies();
  readonly #recording: Recording;
  readonly #outages = new Outages();
  #resumeAt = 0;
  /** The rate limit did not clear for one request, so the others do not wait. */
  #isHopeless = false;
  #gaveUp: Inconclusive | undefined;
  readonly #timeouts = new Timeouts();
  /** Set while a probe checks whether the target still answers at all. */
  #probe: Promise<void> | undefined;
  #sent = 0;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#recording = { redactor: options.redactor, origin: options.origin };
    this.#semaphore = new Semaphore(options.concurrency);
  }

  get sent(): number {
    return this.#sent;
  }

  get interruptions(): readonly Interruption[] {
    return this.#outages.interruptions;
  }

  /** Set if an interruption does not end in time, or if the target stops answering. */
  get gaveUp(): Inconclusive | undefined {
    return this.#gaveUp;
  }

  async send(request: WireRequest, metadata: RequestMetadata): Promise<Reply> {
    // The slot is kept while waiting, so that a rate-limited request is not overtaken forever.
    return this.#semaphore.use(() => this.#settled(request, metadata), metadata.isUrgent);
  }

  /** The answer of the service itself: answers of a gateway, a lock-out or a passing crash are repeated. */
  async #settled(request: WireRequest, metadata: RequestMetadata): Promise<Reply> {
    const first = await this.#answered(request, metadata);
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
      const control = await this.#answered(this.#options.control, CONTROL);
      this.#record(control);
      if (isGatewayFailure(control, this.#options.isOwnError)) continue;
      last = await this.#answered(request, metadata);
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
      this.#gaveUp ??= new Inconclusive({ kind: 'gateway-down', status, waitedMs: maxWaitMs });
    }
    if (this.#gaveUp) throw this.#gaveUp;
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
      return await this.#answered(request, metadata);
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

  async #answered(request: WireRequest, metadata: RequestMetadata): Promise<Reply> {
    let giveUpAt: number | undefined;
    let backoff = FIRST_BACKOFF_MS;
    let sentAgain = false;
    for (;;) {
      await this.#permission();
      const reply = await this.#sendOnce(request, metadata);
      this.#timeouts.note(reply.exchange.failure?.kind === 'timeout');
      if (reply.exchange.failure) {
        this.#record(reply);
        if (this.#timeouts.prevail && !this.#gaveUp) await this.#probeOnce();
        // A server may close a kept-alive connection at the moment it is used again: nobody's fault, once.
        // A request that may create a pet is repeated by the code that counts the creations.
        const isSafe = request.method === 'GET';
        if (reply.exchange.failure.kind !== 'reset' || sentAgain || !isSafe) throw new Unanswered(reply);
        sentAgain = true;
        continue;
      }
      if (reply.unreadable?.kind === 'reset') {
        // The same holds for one that breaks in the middle of a body. A refusal is safe to ask for again.
        if (request.method !== 'GET' && reply.status < 400) return altered(reply, { checked: false });
        if (!sentAgain) {
          this.#record(altered(reply, { checked: false }));
          sentAgain = true;
          continue;
        }
      }
      if (!isThrottled(reply.status, reply.headers)) {
        this.#isHopeless = false;
        return reply;
      }
      this.#record(reply);
      const askedMs = waitAskedFor(reply.headers) ?? 0;
      const wait = askedMs || backoff;
      backoff *= 2;
      giveUpAt ??= performance.now() + this.#options.maxWaitMs;
      if (this.#isHopeless || performance.now() + wait > giveUpAt) {
        this.#isHopeless = true;
        const { maxWaitMs } = this.#options;
        throw new Inconclusive({ kind: 'rate-limited', status: reply.status, askedMs, maxWaitMs }, [reply]);
      }
      this.#resumeAt = Math.max(this.#resumeAt, performance.now() + wait);
    }
  }

  /** While a request waits for its turn, another may meet the rate limit, which applies to both. */
  async #permission(): Promise<void> {
    do {
      await this.#probe;
      await sleepUntil(() => this.#resumeAt, this.#options.interrupt);
      await this.#options.rateLimiter.turn(async () => undefined);
    } while (this.#resumeAt > performance.now() && !this.#options.interrupt.aborted);
    if (this.#gaveUp) throw this.#gaveUp;
  }

  /** One probe for all requests that time out at the same time. */
  async #probeOnce(): Promise<void> {
    this.#probe ??= this.#probeTarget().finally(() => {
      this.#probe = undefined;
    });
    await this.#probe;
  }

  /**
   * Not every remaining request should wait for a target that hangs for good. One that answers plain requests hangs on
   * the other input, and that is its own fault.
   */
  async #probeTarget(): Promise<void> {
    const { interrupt, rateLimiter, control } = this.#options;
    const ends = { silent: 0, answered: 0 };
    while (Math.max(ends.silent, ends.answered) < SILENT_CONTROLS) {
      await rateLimiter.turn(async () => undefined);
      const reply = await this.#sendOnce(control, CONTROL);
      if (interrupt.aborted) return;
      this.#record(reply);
      ends[reply.exchange.failure ? 'silent' : 'answered'] += 1;
    }
    if (ends.silent < SILENT_CONTROLS) this.#timeouts.forget();
    else this.#gaveUp ??= new Inconclusive({ kind: 'target-stopped', ...this.#timeouts.counts });
  }

  async #sendOnce(request: WireRequest, metadata: RequestMetadata): Promise<Reply> {
    const { client, interrupt } = this.#options;
    const { connection } = metadata;
    if (connection !== undefined) return this.#sendApart(request, metadata, connection);
    const sentAt = performance.now();
    const number = this.#nextNumber();
    const startedAt = new Date().toISOString();
    const answer = await client.send(request, interrupt);
    return makeReply(
      { request, metadata, answer, number, startedAt, sentAt, answeredAt: performance.now() },
      this.#recording,
    );
  }

  async #sendApart(
    request: WireRequest,
    metadata: RequestMetadata,
    connection: NonNullable<RequestMetadata['connection']>,
  ): Promise<Reply> {
    const { client, interrupt, rateLimiter } = this.#options;
    const carrier = connection === 'fresh' ? undefined : connection.after;
    // Both turns come first: a pause between the two requests could end the connection.
    if (carrier) await rateLimiter.turn(async () => undefined);
    const answers = await client.sendOnOneConnection(carrier ? [carrier, request] : [request], interrupt);
    const [first, last = first] = answers;
    if (!first || !last) throw new Error('A separate connection brought no answer at all.');
    if (carrier) {
      const control = { ...CONTROL, requirement: metadata.requirement };
      this.#record(
        makeReply({ request: carrier, metadata: control, ...first, number: this.#nextNumber() }, this.#recording),
      );
    }
    const apart = carrier ? ({ connection: 'reused', carrier } as const) : ({ connection: 'fresh' } as const);
    return makeReply({ request, metadata, ...last, ...apart, number: this.#nextNumber() }, this.#recording);
  }

  #nextNumber(): number {
    this.#sent += 1;
    return this.#sent;
  }
}

/** 502, 503 and 504 that are not the service's own come from something in front of it. */
function isGatewayFailure(reply: Reply, isOwnError: (reply: Reply) => boolean): boolean {
  return reply.status >= 502 && reply.status <= 504 && !isOwnError(reply);
}

/** Retry-After in milliseconds: seconds, or a date. */
export function waitAskedFor(headers: Headers): number | undefined {
  const value = headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1].trim();
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = /^\w+,? .*\d\d:\d\d:\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
