import type { Ask } from '../../harness/http/transport.ts';
import type { Headers } from '../../harness/model/wire.ts';
import type { Credential } from '../inputs/credentials.ts';

export interface Options extends Pick<Ask, 'probe' | 'input' | 'generated' | 'connection' | 'lane' | 'isUrgent'> {
  /** The configured key unless given. */
  readonly credential?: Credential;
  /** Makes the headers of a client from those of a plain request. */
  readonly rewrite?: ((plain: Headers) => Headers) | undefined;
  readonly contentType?: string;
  readonly cutAt?: number | undefined;
}

export type Id = string | number | bigint;
