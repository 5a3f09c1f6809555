import type { Exchange, Headers } from '../../harness/report/model.ts';
import { connectionClause } from '../evidence.ts';
import { count } from '../text.ts';
import { bodyOf } from './body.ts';
import { type Html, html, preformatted, shown } from './markup.ts';

/** In characters: what fits into the two columns of a wide page. Requests are short, so theirs is the narrower one. */
const REQUEST_WIDTH = 48;
const RESPONSE_WIDTH = 100;

/** The last exchange is the one that decided, so it may stand open; the ones before it are there for who wants them. */
export function exchangesOf(exchanges: readonly Exchange[], lastOpen: boolean): Html {
  return html`${exchanges.map((exchange, index) => exchangeOf(exchange, lastOpen && index === exchanges.length - 1))}`;
}

function exchangeOf(exchange: Exchange, open: boolean): Html {
  const { number, request, durationMs } = exchange;
  const connection = connectionClause(exchange);
  return html`<details class="exchange"${open ? html` open` : undefined}>
<summary><code>${shown(`${request.method} ${pathOf(request.url)}`)}</code> → <code>${shown(answerOf(exchange))}</code> <span class="quiet">${durationMs} ms, exchange ${number}${connection === undefined ? '' : `, ${connection}`}</span></summary>
<div class="messages">${requestOf(exchange)}${responseOf(exchange)}</div>
</details>`;
}

function requestOf({ request }: Exchange): Html {
  return html`<div class="message"><p class="party">Request</p>
<code>${shown(`${request.method} ${request.url}`)}</code>
${headersOf(request.headers)}
${bodyOf(request.body, REQUEST_WIDTH)}</div>`;
}

function responseOf({ response, failure }: Exchange): Html {
  if (response === undefined) {
    return html`<div class="message"><p class="party">Response</p><p>None.${failure && html` <span class="quiet">${shown(failure.kind)}:</span> ${shown(failure.message)}`}</p></div>`;
  }
  return html`<div class="message"><p class="party">Response</p>
<code>${response.status}</code>
${headersOf(response.headers)}
${bodyOf(response.body, RESPONSE_WIDTH)}</div>`;
}

function headersOf(headers: Headers): Html {
  if (headers.length === 0) return html`<p class="quiet">no headers</p>`;
  const lines = headers.map(([name, value]) => `${name}: ${value}`.replaceAll('\n', '\\n'));
  return html`<details><summary>${count(headers.length, 'header')}</summary>${preformatted(shown(lines.join('\n')))}</details>`;
}

function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]+/i, '');
}

function answerOf({ response, failure }: Exchange): string {
  if (response !== undefined) return String(response.status);
  return `no response: ${failure?.message ?? 'unknown failure'}`;
}
