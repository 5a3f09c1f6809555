/*
 * What ordinary clients of today send. `captured`: written down from a socket that the client of this version sent to.
 * `documented`: from its source or its documentation.
 *
 * A line without a value is the header of the request itself. Host, Connection and Content-Length are written by the HTTP
 * library, in front of and behind these lines. Not sent: zstd, which some offer and Node 20 cannot decode; the upgrade to
 * HTTP/2 that Java offers; Expect, which curl and Guzzle send above 1 MB only; Accept: text/html, which asks for a page;
 * Origin and Referer, which name a page, and Postman-Token, which is random.
 */

export interface OrdinaryClient {
  readonly id: string;
  readonly name: string;
  readonly source: 'captured' | 'documented';
  /** In the order and the case of the client. */
  readonly lines: readonly string[];
  /** With a body it is as another one. */
  readonly isWithoutBody?: true;
}

const client = (id: string, name: string, source: OrdinaryClient['source'], text: string): OrdinaryClient => ({
  id,
  name,
  source,
  lines: text.trim().split(/\s*\n\s*/),
});
const withoutBody = (one: OrdinaryClient): OrdinaryClient => ({ ...one, isWithoutBody: true });

/** Chromium sends the Accept of a program in front of its hints, and its own behind them. */
const inChromium = ({ first = '', last = '' }) => `sec-ch-ua-platform: "Linux"
  Authorization
  User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36
  ${first}
  sec-ch-ua: "Not:A-Brand";v="8", "Chromium";v="156"
  Content-Type
  sec-ch-ua-mobile: ?0
  ${last}
  Sec-Fetch-Site: same-origin
  Sec-Fetch-Mode: cors
  Sec-Fetch-Dest: empty
  Accept-Encoding: gzip, deflate, br
  Accept-Language: en-US,en;q=0.9`;

const ACCEPT_OF_AXIOS = 'Accept: application/json, text/plain, */*';
/** Behind its headers of the request. */
const END_OF_AXIOS = `Authorization
  User-Agent: axios/1.21.1
  Accept-Encoding: gzip, compress, deflate, br`;

/** The most different ones first. */
export const CLIENTS: readonly OrdinaryClient[] = [
  client(
    'axios',
    'axios 1.21 in Node',
    'captured',
    `${ACCEPT_OF_AXIOS}
     Content-Type
     ${END_OF_AXIOS}`,
  ),
  client('browser', 'fetch in Chromium 156', 'captured', inChromium({ last: 'Accept: */*' })),
  client(
    'curl',
    'curl 7.88',
    'captured',
    `User-Agent: curl/7.88.1
     Accept: */*
     Authorization
     Content-Type`,
  ),
  client(
    'requests',
    'Python requests 2.34',
    'captured',
    `User-Agent: python-requests/2.34.2
     Accept-Encoding: gzip, deflate
     Accept: */*
     Authorization
     Content-Type`,
  ),
  client(
    'go',
    'Go 1.19, net/http',
    'captured',
    `User-Agent: Go-http-client/1.1
     Authorization
     Content-Type
     Accept-Encoding: gzip`,
  ),
  client(
    'java',
    'Java 17, java.net.http.HttpClient',
    'captured',
    `User-Agent: Java-http-client/17.0.15
     Authorization
     Content-Type`,
  ),
  client(
    'spring',
    'Spring RestClient 6 on java.net.http',
    'documented',
    `Accept: application/json, application/*+json
     Authorization
     Content-Type
     User-Agent: Java-http-client/17.0.15`,
  ),
  client(
    'ruby',
    'Ruby 3.1, Net::HTTP',
    'captured',
    `Accept-Encoding: gzip;q=1.0,deflate;q=0.6,identity;q=0.3
     Accept: */*
     User-Agent: Ruby
     Authorization
     Content-Type`,
  ),
  withoutBody(
    client(
      'axios-wrapper',
      'axios with Content-Type among its default headers',
      'captured',
      `${ACCEPT_OF_AXIOS}
       Content-Type: application/json
       ${END_OF_AXIOS}`,
    ),
  ),
  client(
    'node-fetch',
    'fetch in Node 20 (undici)',
    'captured',
    `authorization
     content-type
     accept: */*
     accept-language: *
     sec-fetch-mode: cors
     user-agent: node
     accept-encoding: gzip, deflate`,
  ),
  client('angular', 'axios in Chromium 156, and Angular', 'captured', inChromium({ first: ACCEPT_OF_AXIOS })),
  client(
    'okhttp',
    'OkHttp 4.12',
    'captured',
    `Authorization
     Content-Type
     Accept-Encoding: gzip
     User-Agent: okhttp/4.12.0`,
  ),
  client(
    'postman',
    'Postman',
    'captured',
    `Content-Type
     Authorization
     User-Agent: PostmanRuntime/7.39.1
     Accept: */*
     Cache-Control: no-cache
     Accept-Encoding: gzip, deflate, br`,
  ),
  client(
    'dotnet',
    '.NET 8, HttpClient',
    'documented',
    `Authorization
     Content-Type`,
  ),
  client(
    'httpx',
    'Python httpx 0.23',
    'captured',
    `Accept: */*
     Accept-Encoding: gzip, deflate
     User-Agent: python-httpx/0.23.3
     Authorization
     Content-Type`,
  ),
  client(
    'aiohttp',
    'Python aiohttp 3.8',
    'captured',
    `Authorization
     Accept: */*
     Accept-Encoding: gzip, deflate
     User-Agent: Python/3.11 aiohttp/3.8.4
     Content-Type`,
  ),
  client(
    'got',
    'got 14.6',
    'captured',
    `user-agent: got (https://github.com/sindresorhus/got)
     authorization
     content-type
     accept-encoding: gzip, deflate, br`,
  ),
  client(
    'faraday',
    'Faraday 1.1 on Net::HTTP',
    'captured',
    `User-Agent: Faraday v1.1.0
     Authorization
     Content-Type
     Accept-Encoding: gzip;q=1.0,deflate;q=0.6,identity;q=0.3
     Accept: */*`,
  ),
  client(
    'guzzle',
    'Guzzle 7',
    'captured',
    `User-Agent: GuzzleHttp/7
     Content-Type
     Authorization`,
  ),
  client(
    'reqwest',
    'Rust reqwest 0.12',
    'documented',
    `authorization
     content-type
     accept: */*`,
  ),
];
