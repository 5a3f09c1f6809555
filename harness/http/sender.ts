import type { Headers } from '../report/model.ts';
import type { Redactor } from '../secrets/redact.ts';
import { Inconclusive, Unanswered } from '../verdict/verdicts.ts';
import type { HttpClient, WireRequest } from './http-client.ts';
import { makeReply, type Recording } from './make-reply.ts';
import { Timeouts } from './outages.ts';
import { type RateLimiter, sleepUntil } from './rate-limiter.ts';
import type { ReceivedBody } from './received-body.ts';
import { altered, isThrottled, type Reply, type RequestMetadata } from './reply.ts';

export interface SenderOptions {
  readonly client: HttpClient<ReceivedBody>;
  readonly origin: string;
  readonly redactor: Redactor;
  readonly maxWaitMs: number;
  readonly rateLimiter: RateLimiter;
  readonly interrupt: AbortSignal;
  /** A plain request that every service answers with success while it is up. */
  readonly control: WireRequest;
}

export const FIRST_BACKOFF_MS = 250;
/** Plain requests out of three that must time out too before the target is given up. */
const SILENT_CONTROLS = 2;

export const CONTROL: RequestMetadata = {
  requirement: 'control',
  operation: 'listPets',
  credential: 'right',
  documented: true,
  checked: true,
};

/** Gets an answer to a request: waits for rate limits, and sends it again after a broken connection. */
export class Sender {
  readonly #options: SenderOptions;
  readonly #recording: Recording;
  /** Of answers that are not returned. */
  readonly #record: (reply: Reply) => void;
  #resumeAt = 0;
  /** The rate limit did not clear for one request, so the others do not wait. */
  #isHopeless = false;
  #gaveUp: Inconclusive | undefined;
  readonly #timeouts = new Timeouts();
  /** Set while a probe checks whether the target still answers at all. */
  #probe: Promise<void> | undefined;
  #sent = 0;

  constructor(options: SenderOptions, record: (reply: Reply) => void) {
    this.#options = options;
    this.#recording = { redactor: options.redactor, origin: options.origin };
    this.#record = record;
  }

  get sent(): number {
    return this.#sent;
  }

  /** Set if the target stops answering, or if it is given up by the caller: then nothing is sent any more. */
  get gaveUp(): Inconclusive | undefined {
    return this.#gaveUp;
  }

  giveUp(why: Inconclusive): void {
    this.#gaveUp ??= why;
  }

  async answer(request: WireRequest, metadata: RequestMetadata): Promise<Reply> {
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
    else this.giveUp(new Inconclusive({ kind: 'target-stopped', ...this.#timeouts.counts }));
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

/** Retry-After in milliseconds: seconds, or a date. */
export function waitAskedFor(headers: Headers): number | undefined {
  const value = headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1].trim();
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = /^\w+,? .*\d\d:\d\d:\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
