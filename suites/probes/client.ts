import type { Session } from '../../harness/engine/suite.ts';
import type { Ask } from '../../harness/http/transport.ts';
import type { Exchange } from '../../harness/model/exchange.ts';
import type { Headers } from '../../harness/model/wire.ts';
import type { Credential } from '../inputs/credentials.ts';
import { basePathOf } from '../reading/request.ts';

export interface Options extends Pick<Ask, 'probe' | 'input' | 'generated' | 'connection' | 'lane' | 'isUrgent'> {
  /** The configured key unless given. */
  readonly credential?: Credential;
  /** Makes the headers of a client from those of a plain request. */
  readonly rewrite?: ((plain: Headers) => Headers) | undefined;
  readonly contentType?: string;
  readonly cutAt?: number | undefined;
}

export type Id = string | number | bigint;

const JSON_TYPE = 'application/json';

/** The three operations, and anything else, as requests of this run. */
export class Client {
  readonly #session: Session;
  readonly #basePath: string;
  readonly #key: Credential;

  constructor(session: Session) {
    const { baseUrl, apiKey } = session.settings;
    this.#session = session;
    this.#basePath = basePathOf(baseUrl);
    this.#key = { headers: [['Authorization', `Bearer ${apiKey}`]] };
  }

  /** The query goes out as it is. */
  list(query: string, options: Options): Promise<Exchange | undefined> {
    return this.send('GET', `/pets${query && `?${query}`}`, undefined, options);
  }

  create(body: string | undefined, options: Options): Promise<Exchange | undefined> {
    return this.send('POST', '/pets', body, options);
  }

  /** The id goes out as it is. */
  get(id: Id, options: Options): Promise<Exchange | undefined> {
    return this.send('GET', `/pets/${id}`, undefined, options);
  }

  send(method: string, path: string, body: string | undefined, options: Options): Promise<Exchange | undefined> {
    const { credential = this.#key, contentType = JSON_TYPE, rewrite, cutAt, ...ask } = options;
    const query = credential.query ? `${path.includes('?') ? '&' : '?'}${credential.query}` : '';
    const plain: Headers = [
      ...credential.headers,
      ...(body === undefined && method !== 'POST' ? [] : [['Content-Type', contentType] as const]),
      ['Accept', JSON_TYPE],
      ['Accept-Encoding', 'identity'],
      ['User-Agent', this.#session.userAgent],
    ];
    const request = {
      method,
      path: `${this.#basePath}${path}${query}`,
      headers: rewrite ? rewrite(plain) : plain,
      ...(body !== undefined && { body }),
      ...(cutAt !== undefined && { cutAt }),
    };
    return this.#session.send({ ...ask, request, hasKey: credential === this.#key, creates: method === 'POST' });
  }
}
