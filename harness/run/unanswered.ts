import type { Failure, FailureKind } from '../http/failure.ts';

/** One sentence or two for each way to get no response: what is wrong, and what helps. */
const SENTENCES: Readonly<Record<FailureKind, (baseUrl: string, message: string) => string>> = {
  refused: (baseUrl, message) =>
    `Nothing listens at ${baseUrl}: the connection was refused (${message}). Is the server running, and is the port right?`,
  unresolved: (baseUrl) => `The host of ${baseUrl} cannot be found. Check the name in the base URL.`,
  unreachable: (baseUrl, message) => `${baseUrl} cannot be reached: ${message}.`,
  reset: (baseUrl) =>
    baseUrl.startsWith('https:')
      ? `${baseUrl} closes the connection without a response. If it wants a client certificate, give --client-cert and --client-key.`
      : `${baseUrl} closes the connection without a response. Is it an HTTP server, and is it http or https?`,
  timeout: (baseUrl, message) =>
    `${baseUrl} gives ${message}. Is it the right address? A slow target needs a larger --timeout.`,
  interrupted: (baseUrl) => `The run was interrupted before ${baseUrl} answered.`,
  'invalid-http': (baseUrl, message) => `What ${baseUrl} answers is not HTTP: ${message}. Is the port the right one?`,
  oversized: (baseUrl, message) =>
    `${baseUrl} answers GET /pets with something far too large to be a list: ${message}.`,
  'oversized-headers': (baseUrl, message) =>
    `${baseUrl} answers GET /pets with oversized headers: ${message}. Look for a header or cookie that grows.`,
  tls: (baseUrl, message) =>
    `No TLS connection to ${baseUrl} can be made: ${message}. Check its TLS versions, and whether it wants a client certificate (--client-cert, --client-key).`,
  'certificate-self-signed': (baseUrl) =>
    `The certificate of ${baseUrl} is self-signed. Trust it with --ca FILE, or go without verification by --insecure.`,
  'certificate-unknown-ca': (baseUrl) =>
    `The certificate of ${baseUrl} is signed by an authority that is not trusted here. Give the certificate of that authority with --ca FILE.`,
  'certificate-expired': (baseUrl) =>
    `The certificate of ${baseUrl} has expired. Renew it, or go without verification by --insecure.`,
  'certificate-not-yet-valid': (baseUrl) =>
    `The certificate of ${baseUrl} is not valid yet. Check the clocks, or go without verification by --insecure.`,
  'certificate-wrong-host': (baseUrl) =>
    `The certificate of ${baseUrl} is for another host. Use the name in the certificate as base URL, and --connect-to HOST:PORT to reach this server by it.`,
  'client-certificate-missing': (baseUrl) =>
    `${baseUrl} wants a client certificate. Give --client-cert FILE and --client-key FILE.`,
  'client-certificate-refused': (baseUrl, message) =>
    `${baseUrl} refuses the client certificate: ${message}. Check --client-cert and --client-key.`,
  'http-on-https': (baseUrl) =>
    `${baseUrl} speaks TLS, and was asked in plain HTTP. Write the address in --base-url with https.`,
  'https-on-http': (baseUrl) =>
    `${baseUrl} speaks plain HTTP, and was asked for TLS. Write the address in --base-url with http.`,
  'http2-only': (baseUrl) =>
    `${baseUrl} speaks only HTTP/2, and the suite sends HTTP/1.1. Allow HTTP/1.1 there, or give the --base-url of a gateway in front of it.`,
  'proxy-unreachable': (baseUrl, message) =>
    `${baseUrl} was not asked: ${message}. Check --proxy, or the proxy variables in the environment.`,
  'proxy-credentials': (baseUrl, message) =>
    `${baseUrl} was not asked: ${message}. Put the credentials into --proxy, as in http://user:password@host:port.`,
  'proxy-refused': (baseUrl, message) =>
    `${baseUrl} was not asked: ${message}. Check the rules of the proxy, or go around it with NO_PROXY.`,
};

/** Why a target gives no HTTP response at all. */
export function diagnoseUnanswered({ kind, message }: Failure, baseUrl: string): string {
  return SENTENCES[kind](baseUrl, message);
}
