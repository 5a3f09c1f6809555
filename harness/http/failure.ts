import { codeOf } from '../settings/error-code.ts';

/** Every way in which a request can end without a response. */
export type FailureKind =
  | 'refused'
  | 'unresolved'
  | 'unreachable'
  | 'reset'
  | 'timeout'
  | 'interrupted'
  | 'invalid-http'
  | 'oversized'
  | 'oversized-headers'
  | 'tls'
  | 'certificate-self-signed'
  | 'certificate-unknown-ca'
  | 'certificate-expired'
  | 'certificate-not-yet-valid'
  | 'certificate-wrong-host'
  | 'client-certificate-missing'
  | 'client-certificate-refused'
  | 'http-on-https'
  | 'https-on-http'
  | 'http2-only'
  | 'proxy-unreachable'
  | 'proxy-credentials'
  | 'proxy-refused';

export interface Failure {
  readonly kind: FailureKind;
  readonly message: string;
}

/** A failure that is known by its name where it happens. */
export class NamedFailure extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** What goes wrong at a proxy says nothing about the target. */
export function isProxyFailure(kind: string | undefined): boolean {
  return kind?.startsWith('proxy-') ?? false;
}

const KIND_OF_CODE: Readonly<Record<string, FailureKind>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unresolved',
  EAI_AGAIN: 'unresolved',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'oversized-headers',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate-self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate-unknown-ca',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate-unknown-ca',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate-unknown-ca',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate-unknown-ca',
  CERT_HAS_EXPIRED: 'certificate-expired',
  CERT_NOT_YET_VALID: 'certificate-not-yet-valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-wrong-host',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'client-certificate-missing',
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: 'client-certificate-refused',
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: 'client-certificate-refused',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: 'client-certificate-refused',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED: 'client-certificate-refused',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: 'client-certificate-refused',
  ERR_SSL_TLSV1_ALERT_ACCESS_DENIED: 'client-certificate-refused',
  ERR_SSL_WRONG_VERSION_NUMBER: 'https-on-http',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'https-on-http',
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: 'http2-only',
};

export function failureOf(error: unknown): Failure {
  if (error instanceof NamedFailure) return { kind: error.kind, message: error.message };
  return { kind: kindOf(error), message: detailOf(error) };
}

function kindOf(error: unknown): FailureKind {
  if (!(error instanceof Error)) return 'unreachable';
  if (error.name === 'HTTPParserError' || error.name === 'ResponseContentLengthMismatchError') return 'invalid-http';
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const code = codeOf(first);
  return KIND_OF_CODE[code] ?? (isTlsCode(code) ? 'tls' : 'unreachable');
}

/** Whether an error comes from TLS, whatever the cause. */
export function isTlsError(error: unknown): boolean {
  return isTlsCode(codeOf(error));
}

function isTlsCode(code: string): boolean {
  return /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|HOSTNAME)/.test(code);
}

/** OpenSSL surrounds the reason with places in its source code. */
function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const reason = 'reason' in error && typeof error.reason === 'string' ? error.reason : undefined;
  const [detail = ''] = (reason ?? error.message).split('\n');
  return detail.replace(/\.$/, '') || codeOf(error);
}
