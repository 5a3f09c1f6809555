import { toJson } from '../json/exact-json.ts';
import type { Headers, Operation } from '../report/model.ts';
import { Unanswered } from '../verdict/verdicts.ts';
import type { CredentialBudget, WriteBudget } from './budget.ts';
import type { Credential } from './credential.ts';
import type { WireRequest } from './http-client.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { CredentialKind, Recorded, Reply, RequestMetadata } from './reply.ts';
import type { Transport } from './transport.ts';

export interface ListQuery {
  readonly limit?: number | bigint | string;
  readonly status?: string;
}

export interface AskOptions {
  /** The configured key unless given. */
  readonly credential?: Credential;
  /** False for input that the specification does not mention. */
  readonly documented?: boolean;
  /** On a new connection, or on one that has just carried the right key. */
  readonly connection?: 'fresh' | 'reused';
  /** The HTTP layer may refuse it before the service sees it. */
  readonly httpLayerMayRefuse?: boolean;
  /** The service must not accept it. */
  readonly toBeRefused?: boolean;
}

export interface Target {
  readonly transport: Transport;
  readonly basePath: string;
  readonly key: Credential;
  readonly userAgent: string;
  readonly writes: WriteBudget;
  readonly badCredentials: CredentialBudget;
  readonly badCredentialPace: RateLimiter;
  /** False from the day on which getPet may be gone. */
  readonly checksGetPet: boolean;
  readonly noteCreation: (reply: Reply) => void;
}

/** A service with any pets at all answers this with success, whatever else it gets wrong. */
const CONTROL_PATH = '/pets?limit=1';

const JSON_BODY: Headers = [['Content-Type', 'application/json']];

export class Api {
  readonly #target: Target;
  readonly #requirement: string;
  readonly #isUrgent: boolean;

  constructor(target: Target, requirement: string, isUrgent = false) {
    this.#target = target;
    this.#requirement = requirement;
    this.#isUrgent = isUrgent;
  }

  listPets(query: ListQuery | { readonly raw: string } = {}, options: AskOptions = {}): Promise<Reply> {
    const text = 'raw' in query ? query.raw : queryText(query);
    return this.#ask('listPets', { method: 'GET', path: `/pets${text && `?${text}`}`, headers: [] }, options);
  }

  async createPet(
    body: unknown,
    options: AskOptions & { readonly contentType?: string; readonly chunked?: boolean } = {},
  ): Promise<Reply> {
    // A raw body is one that JSON cannot express.
    const isRaw = typeof body === 'object' && body !== null && 'raw' in body;
    const text = isRaw ? String(body.raw) : toJson(body);
    const headers: Headers = options.contentType ? [['Content-Type', options.contentType]] : JSON_BODY;
    const request = { method: 'POST', path: '/pets', headers, body: text };
    const sent = options.chunked ? { ...request, chunked: true } : request;
    const create = () => this.#counted(() => this.#ask('createPet', sent, options));
    try {
      const reply = await create();
      return reply.unreadable?.kind === 'reset' && isCreation(reply) ? await create() : reply;
    } catch (error) {
      // A connection that breaks once proves nothing; here the second try is counted too.
      if (error instanceof Unanswered && error.reply.exchange.failure?.kind === 'reset') return create();
      throw error;
    }
  }

  getPet(id: number | bigint | string, options: AskOptions = {}): Promise<Reply> {
    return this.#ask('getPet', { method: 'GET', path: `/pets/${id}`, headers: [] }, options);
  }

  /** A route or method that the specification does not show: recorded, never checked. */
  undocumented(method: string, path: string, body?: unknown): Promise<Reply> {
    const request = { method, path, headers: body === undefined ? [] : JSON_BODY };
    return this.#send(
      body === undefined ? request : { ...request, body: toJson(body) },
      { operation: undefined, documented: false, checked: false },
      { credential: this.#target.key },
    );
  }

  again(reply: Recorded): Promise<Reply> {
    const { operation, credential, documented, checked } = reply;
    const metadata = { operation, credential, documented, checked, requirement: this.#requirement };
    const send = () => this.#target.transport.send(reply.request, metadata);
    const ask = () => this.#sparingly(reply.credential, send);
    return reply.operation === 'createPet' ? this.#counted(ask) : ask();
  }

  /** Counted before it is listed: a ledger that cannot be written must not hide a creation. */
  async #counted(create: () => Promise<Reply>): Promise<Reply> {
    try {
      const reply = await this.#target.writes.spend(create, isCreation);
      this.#target.noteCreation(reply);
      return reply;
    } catch (error) {
      // Without an answer there may be a pet now, so the ledger lists it for the cleanup.
      if (error instanceof Unanswered) this.#target.noteCreation(error.reply);
      throw error;
    }
  }

  #ask(operation: Operation, request: WireRequest, options: AskOptions): Promise<Reply> {
    const credential = options.credential ?? this.#target.key;
    // An undocumented query parameter may be refused as such.
    const documented = options.documented ?? credential.query === undefined;
    const checked = operation !== 'getPet' || this.#target.checksGetPet;
    return this.#send(request, { operation, documented, checked }, { ...options, credential });
  }

  #send(
    request: WireRequest,
    metadata: Pick<RequestMetadata, 'operation' | 'documented' | 'checked'>,
    { credential, connection, httpLayerMayRefuse, toBeRefused }: AskOptions & { readonly credential: Credential },
  ): Promise<Reply> {
    const wired = wireRequest(this.#target, request, credential);
    const send = () =>
      this.#target.transport.send(wired, {
        ...metadata,
        requirement: this.#requirement,
        credential: credential.kind,
        isUrgent: this.#isUrgent,
        ...(httpLayerMayRefuse && { httpLayerMayRefuse }),
        ...(toBeRefused && { toBeRefused }),
        ...(connection === 'fresh' && { connection }),
        ...(connection === 'reused' && { connection: { after: controlRequest(this.#target) } }),
      });
    return this.#sparingly(credential.kind, send);
  }

  /** Bad credentials are counted, and wait for their own rate limit first. */
  async #sparingly(kind: CredentialKind, send: () => Promise<Reply>): Promise<Reply> {
    if (kind === 'right') return send();
    this.#target.badCredentials.take();
    return this.#target.badCredentialPace.turn(send);
  }
}

type Addressee = Pick<Target, 'basePath' | 'key' | 'userAgent'>;

/** Shows whether the service is up and accepts the key. */
export function controlRequest(target: Addressee): WireRequest {
  return wireRequest(target, { method: 'GET', path: CONTROL_PATH, headers: [] }, target.key);
}

function wireRequest({ basePath, userAgent }: Addressee, request: WireRequest, credential: Credential): WireRequest {
  const joint = request.path.includes('?') ? '&' : '?';
  const query = credential.query ? `${joint}${credential.query}` : '';
  return {
    ...request,
    path: `${basePath}${request.path}${query}`,
    headers: [
      ...credential.headers,
      ...request.headers,
      ['Accept', 'application/json'],
      ['Accept-Encoding', 'identity'],
      ['User-Agent', userAgent],
    ],
  };
}

function isCreation(reply: Reply): boolean {
  return reply.status >= 200 && reply.status < 300;
}

/** In the order given: a service may look at the first parameter only. */
function queryText(query: ListQuery): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&');
}
