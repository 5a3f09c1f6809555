import type { Headers } from '../report/model.ts';
import type { CredentialKind } from './reply.ts';

/** What a request carries to prove who asks: what kind it is, and where it stands. */
export interface Credential {
  readonly kind: CredentialKind;
  readonly headers: Headers;
  /** Appended to the query, already encoded. */
  readonly query?: string;
}

export function bearer(key: string): Credential {
  return { kind: 'right', headers: [['Authorization', `Bearer ${key}`]] };
}

export const NO_CREDENTIAL: Credential = { kind: 'none', headers: [] };

export function wrong(authorization: string): Credential {
  return { kind: 'wrong', headers: [['Authorization', authorization]] };
}
