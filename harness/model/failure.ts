import { codeOf } from '../basics/usage-error.ts';

/** Every way in which a request can end without a response, with the sentence that says what helps. */
const ADVICE = {
  refused:
    'Nothing listens at {url}: the connection was refused ({message}). Is the server running, and is the port right?',
  unresolved: 'The host of {url} cannot be found. Check the name in the base URL.',
  unreachable: '{url} cannot be reached: {message}.',
  reset: '{url} closes the connection without a response. Is it an HTTP server, and is it http or https?',
  timeout: '{url} gives {message}. Is it the right address? A slow server needs a larger --timeout.',
  interrupted: 'The run was interrupted before {url} answered.',
  'invalid-http': '{url} does not answer with HTTP: {message}. Is the port right?',
  oversized: '{url} answers with something far too large to be a list: {message}.',
  undecodable: '{url} answers with a body that cannot be decoded: {message}. Look for what sets Content-Encoding.',
  'oversized-headers': '{url} answers with more than 64 KB of headers. Look for a header or cookie that grows.',
  tls: 'No TLS connection to {url} can be made: {message}. Check its TLS versions, and whether it requires a client certificate (--client-cert, --client-key).',
  'certificate-self-signed':
    'The certificate of {url} is self-signed. Trust it with --ca FILE, or skip verification with --insecure.',
  'certificate-unknown-ca':
    'The certificate of {url} is signed by an authority that is not trusted here. Give the certificate of that authority with --ca FILE.',
  'certificate-expired': 'The certificate of {url} has expired. Renew it, or skip verification with --insecure.',
  'certificate-not-yet-valid':
    'The certificate of {url} is not valid yet. Check the clocks, or skip verification with --insecure.',
  'certificate-wrong-host':
    'The certificate of {url} is for another host. Use the name in the certificate as base URL, and --connect-to HOST:PORT to reach this server by it.',
  'client-certificate-missing': '{url} requires a client certificate. Give --client-cert FILE and --client-key FILE.',
  'client-certificate-refused':
    '{url} refuses the client certificate: {message}. Check --client-cert and --client-key.',
  'http-on-https': '{url} expects TLS but got plain HTTP. Use https in --base-url.',
  'https-on-http': '{url} expects plain HTTP but got TLS. Use http in --base-url.',
  'http2-only':
    '{url} speaks only HTTP/2, and the suite sends HTTP/1.1. Allow HTTP/1.1 there, or give the --base-url of a gateway in front of it.',
  'proxy-unreachable': '{url} was not reached: {message}. Check --proxy, or the proxy variables in the environment.',
  'proxy-credentials':
    '{url} was not reached: {message}. Put the credentials into --proxy, as in http://user:password@host:port.',
  'proxy-refused': '{url} was not reached: {message}. Check the rules of the proxy, or go around it with NO_PROXY.',
} satisfies Readonly<Record<string, string>>;

const RESET_OVER_TLS =
  '{url} closes the connection without a response. If it requires a client certificate, give --client-cert and --client-key.';

export type FailureKind = keyof typeof ADVICE;

export interface SendFailure {
  readonly kind: FailureKind;
  readonly message: string;
  /** The connection had carried other exchanges before: a service may close it after any of them. */
  readonly isStale?: true;
}

export function diagnoseUnanswered({ kind, message }: SendFailure, baseUrl: string): string {
  const advice = kind === 'reset' && baseUrl.startsWith('https:') ? RESET_OVER_TLS : ADVICE[kind];
  return advice.replace(/\{(?:url|message)\}/g, (name) => (name === '{url}' ? baseUrl : message));
}

export class NamedFailure extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

const CODES: Readonly<Partial<Record<FailureKind, readonly string[]>>> = {
  refused: ['ECONNREFUSED'],
  unresolved: ['ENOTFOUND', 'EAI_AGAIN'],
  reset: ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'],
  timeout: ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'],
  'oversized-headers': ['UND_ERR_HEADERS_OVERFLOW'],
  'certificate-self-signed': ['DEPTH_ZERO_SELF_SIGNED_CERT'],
  'certificate-unknown-ca': [
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  ],
  'certificate-expired': ['CERT_HAS_EXPIRED'],
  'certificate-not-yet-valid': ['CERT_NOT_YET_VALID'],
  'certificate-wrong-host': ['ERR_TLS_CERT_ALTNAME_INVALID'],
  'client-certificate-missing': ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'],
  'client-certificate-refused': [
    'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
    'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
    'ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED',
    'ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED',
    'ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN',
    'ERR_SSL_TLSV1_ALERT_ACCESS_DENIED',
  ],
  'https-on-http': ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'],
  'http2-only': ['ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL'],
};

export function failureOf(error: unknown): SendFailure {
  if (error instanceof NamedFailure) return { kind: error.kind, message: error.message };
  const kind = kindOf(error);
  return { kind, message: detailOf(error), ...(kind === 'reset' && wasUsed(error) && { isStale: true }) };
}

/** undici says what went over a socket that closed; for other errors, whoever opened the connection does. */
function wasUsed(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { isStale, socket } = error as {
    readonly isStale?: boolean;
    readonly socket?: { readonly bytesRead?: number };
  };
  return isStale === true || (socket?.bytesRead ?? 0) > 0;
}

function kindOf(error: unknown): FailureKind {
  if (!(error instanceof Error)) return 'unreachable';
  if (error.name === 'HTTPParserError' || error.name === 'ResponseContentLengthMismatchError') return 'invalid-http';
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const known = Object.entries(CODES).find(([, codes]) => codes.includes(codeOf(first)));
  return (known?.[0] as FailureKind | undefined) ?? (isTlsError(first) ? 'tls' : 'unreachable');
}

export function isTlsError(error: unknown): boolean {
  return /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|HOSTNAME)/.test(codeOf(error));
}

/** OpenSSL surrounds the reason with places in its source code. */
function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const reason = 'reason' in error && typeof error.reason === 'string' ? error.reason : undefined;
  const [detail = ''] = (reason ?? error.message).split('\n');
  return detail.replace(/\.$/, '') || codeOf(error);
}
