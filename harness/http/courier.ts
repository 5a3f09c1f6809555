import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange, Headers, Operation } from '../report/model.ts';
import type { Redactor } from '../secrets/redact.ts';
import { Inconclusive, Unanswered } from '../verdicts.ts';
import type { HttpClient, WireAnswer, WireRequest } from './http-client.ts';
import type { Pace } from './pace.ts';
import { rateLimitSentence } from './rate-limit.ts';
import { type CredentialKind, decodeBody, isThrottled, type Reply } from './reply.ts';
import { Slots } from './slots.ts';

/** What the journal notes about a request besides its bytes. */
export interface Errand {
  readonly requirement: string;
  readonly operation: Operation | undefined;
  readonly credential: CredentialKind;
  readonly documented: boolean;
  readonly judged: boolean;
}

export interface CourierOptions {
  readonly client: HttpClient;
  readonly origin: string;
  readonly redactor: Redactor;
  readonly concurrency: number;
  readonly maxWaitMs: number;
  readonly pace: Pace;
  readonly interrupt: AbortSignal;
}

const FIRST_BACKOFF_MS = 250;
/**
 * A target that hangs for good is not to be waited for by every request that is left. More than the refusals that one
 * stage may draw from a service which hangs on those alone.
 */
const MOST_TIMEOUTS = 100;

/** Brings requests to the target and records every exchange: bounded in number at once, patient with rate limits. */
export class Courier {
  /** In the order in which the answers came. */
  readonly journal: Reply[] = [];
  readonly #options: CourierOptions;
  readonly #slots: Slots;
  #resumeAt = 0;
  /** A rate limit that did not clear for one request need not be waited for by every other. */
  #isHopeless = false;
  /** Requests that timed out in a row. */
  #timeouts = 0;
  #sent = 0;

  constructor(options: CourierOptions) {
    this.#options = options;
    this.#slots = new Slots(options.concurrency);
  }

  /** Resolves with a response that may be judged; throws where there was none. */
  async send(request: WireRequest, errand: Errand): Promise<Reply> {
    // The slot is kept while waiting, so that a rate-limited request is not overtaken for ever.
    return this.#slots.use(() => this.#sendPatiently(request, errand));
  }

  async #sendPatiently(request: WireRequest, errand: Errand): Promise<Reply> {
    let giveUpAt: number | undefined;
    let backoff = FIRST_BACKOFF_MS;
    let sentAgain = false;
    for (;;) {
      await this.#permission();
      if (this.#timeouts > MOST_TIMEOUTS) {
        throw new Inconclusive(`The target stopped answering: the last ${MOST_TIMEOUTS} requests timed out.`);
      }
      const reply = await this.#sendOnce(request, errand);
      this.#timeouts = reply.exchange.failure?.kind === 'timeout' ? this.#timeouts + 1 : 0;
      if (reply.exchange.failure) {
        // A kept-alive connection may be closed by the server at the moment it is used again: nobody's fault, once.
        // What may create an animal is left to whoever counts the creations.
        const isSafe = request.method === 'GET';
        if (reply.exchange.failure.kind !== 'reset' || sentAgain || !isSafe) throw new Unanswered(reply);
        sentAgain = true;
        continue;
      }
      if (!isThrottled(reply.status, reply.headers)) {
        this.#isHopeless = false;
        return reply;
      }
      const asked = waitAskedFor(reply.headers) ?? 0;
      const wait = asked || backoff;
      backoff *= 2;
      giveUpAt ??= performance.now() + this.#options.maxWaitMs;
      if (this.#isHopeless || performance.now() + wait > giveUpAt) {
        this.#isHopeless = true;
        throw new Inconclusive(rateLimitSentence(reply.status, asked, this.#options.maxWaitMs), [reply]);
      }
      this.#resumeAt = Math.max(this.#resumeAt, performance.now() + wait);
    }
  }

  /** While a request waits for its turn, another may be told to wait for the rate limit: that holds for both. */
  async #permission(): Promise<void> {
    do {
      await this.#pause();
      await this.#options.pace.turn(async () => undefined);
    } while (this.#resumeAt > performance.now() && !this.#options.interrupt.aborted);
  }

  async #pause(): Promise<void> {
    for (let wait = this.#resumeAt - performance.now(); wait > 0; wait = this.#resumeAt - performance.now()) {
      await sleep(wait, undefined, { signal: this.#options.interrupt }).catch(() => undefined);
      if (this.#options.interrupt.aborted) return;
    }
  }

  async #sendOnce(request: WireRequest, errand: Errand): Promise<Reply> {
    this.#sent += 1;
    const number = this.#sent;
    const startedAt = new Date().toISOString();
    const start = performance.now();
    const answer = await this.#options.client.send(request, this.#options.interrupt);
    const durationMs = Math.round((performance.now() - start) * 10) / 10;
    const reply = this.#reply(request, errand, answer, { number, startedAt, durationMs });
    this.journal.push(reply);
    return reply;
  }

  #reply(
    request: WireRequest,
    errand: Errand,
    answer: WireAnswer,
    timing: Pick<Exchange, 'number' | 'startedAt' | 'durationMs'>,
  ): Reply {
    const { redactor, origin } = this.#options;
    const common = {
      ...timing,
      requirement: errand.requirement,
      ...(errand.operation && { operation: errand.operation }),
      request: {
        method: request.method,
        url: redactor.text(`${origin}${request.path}`),
        headers: redacted(request.headers, redactor),
        ...(request.body !== undefined && { body: redactor.text(request.body) }),
      },
    };
    if ('failure' in answer) {
      const exchange = { ...common, failure: answer.failure };
      return { ...errand, ...NO_RESPONSE, request, exchange };
    }
    const body = decodeBody(answer.bytes);
    const response = {
      status: answer.status,
      headers: redacted(answer.headers, redactor),
      body: redactor.text(body.text),
    };
    return {
      ...errand,
      ...body,
      judged: errand.judged && !isThrottled(answer.status, answer.headers),
      request,
      exchange: { ...common, response },
      status: answer.status,
      headers: answer.headers,
      leaksKey: redactor.isDistinctive && redactor.holdsSecret(body.text),
    };
  }
}

const NO_RESPONSE = {
  status: 0,
  headers: [],
  text: '',
  encoding: 'utf-8',
  json: { ok: false, why: 'there was no response' },
  leaksKey: false,
  judged: false,
} as const;

function redacted(headers: Headers, redactor: Redactor): Headers {
  return headers.map(([name, value]) => [redactor.headerName(name), redactor.text(value)] as const);
}

/** Retry-After in milliseconds: seconds, or a date. */
export function waitAskedFor(headers: Headers): number | undefined {
  const value = headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1].trim();
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = /^\w+,? .*\d\d:\d\d:\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
