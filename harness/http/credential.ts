import type { Headers } from '../report/model.ts';
import type { CredentialKind } from './reply.ts';

export interface Credential {
  readonly kind: CredentialKind;
  readonly headers: Headers;
  /** Appended to the query, already encoded. */
  readonly query?: string;
}

export function bearer(key: string): Credential {
  return { kind: 'right', headers: [['Authorization', `Bearer ${key}`]] };
}

export const NO_CREDENTIAL: Credential = { kind: 'missing', headers: [] };

/** The right key under another spelling of the scheme, which is right by RFC 9110. */
export function otherSchemeCase(scheme: string, key: string): Credential {
  return { kind: 'scheme-case', headers: [['Authorization', `${scheme} ${key}`]] };
}

export function wrong(kind: 'invalid-key' | 'wrong-scheme' | 'malformed', authorization: string): Credential {
  return { kind, headers: [['Authorization', authorization]] };
}
