import type { Exchange, Headers } from '../../harness/report/model.ts';
import { answerOf, connectionClause, requestLine } from '../evidence.ts';
import { count } from '../text.ts';
import { type Content, type Html, html, preformatted, shown } from './markup.ts';
import { prettyJson } from './pretty-json.ts';

/** In characters: the two columns of a wide page. Requests are short, so theirs is narrower. */
const REQUEST_WIDTH = 48;
const RESPONSE_WIDTH = 100;
/** In characters: longer bodies keep only their ends. */
const LONGEST_BODY = 3_000;
const KEPT_AT_START = 2_000;
const KEPT_AT_END = 600;

/** The last exchange decided, so it may be unfolded. */
export function exchangesOf(exchanges: readonly Exchange[], lastOpen: boolean): Html {
  return html`${exchanges.map((exchange, index) => exchangeOf(exchange, lastOpen && index === exchanges.length - 1))}`;
}

function exchangeOf(exchange: Exchange, open: boolean): Html {
  const { number, durationMs } = exchange;
  const connection = connectionClause(exchange);
  return html`<details class="exchange"${open ? html` open` : undefined}>
<summary><code>${shown(requestLine(exchange))}</code> → <code>${shown(answerOf(exchange))}</code> <span class="quiet">${durationMs} ms, exchange ${number}${connection === undefined ? '' : `, ${connection}`}</span></summary>
<div class="messages">${requestOf(exchange)}${responseOf(exchange)}</div>
</details>`;
}

function requestOf({ request }: Exchange): Html {
  const { method, url, headers, body } = request;
  return messageOf('Request', shown(`${method} ${url}`), headers, bodyOf(body, REQUEST_WIDTH));
}

function responseOf({ response, failure }: Exchange): Html {
  if (response === undefined) {
    return html`<div class="message"><p class="party">Response</p><p>None.${failure && html` <span class="quiet">${shown(failure.kind)}:</span> ${shown(failure.message)}`}</p></div>`;
  }
  const { status, headers, body } = response;
  return messageOf('Response', status, headers, bodyOf(body, RESPONSE_WIDTH));
}

function messageOf(party: string, start: Content, headers: Headers, body: Html): Html {
  return html`<div class="message"><p class="party">${party}</p>
<code>${start}</code>
${headersOf(headers)}
${body}</div>`;
}

function headersOf(headers: Headers): Html {
  if (headers.length === 0) return html`<p class="quiet">no headers</p>`;
  const lines = headers.map(([name, value]) => `${name}: ${value}`.replaceAll('\n', '\\n'));
  return html`<details><summary>${count(headers.length, 'header')}</summary>${preformatted(shown(lines.join('\n')))}</details>`;
}

/** Lays out JSON and leaves anything else as it came. */
export function bodyOf(body: string | undefined, width: number): Html {
  if (body === undefined || body === '') return html`<p class="quiet">no body</p>`;
  const text = prettyJson(body, width) ?? body;
  if (text.length <= LONGEST_BODY) return preformatted(shown(text));
  const [start, end] = endsOf(text);
  return preformatted(html`${shown(start)}
<span class="cut">… cut here: ${count(body.length, 'character')} in all …</span>
${shown(end)}`);
}

/** Cut between lines if one ends nearby, and never through a character. */
function endsOf(text: string): readonly [start: string, end: string] {
  const start = text.slice(0, KEPT_AT_START);
  const end = text.slice(-KEPT_AT_END);
  const lastLine = start.lastIndexOf('\n');
  const firstLine = end.indexOf('\n');
  return [
    lastLine > KEPT_AT_START / 2 ? start.slice(0, lastLine) : start.replace(/[\ud800-\udbff]$/, ''),
    firstLine >= 0 && firstLine < KEPT_AT_END / 2 ? end.slice(firstLine + 1) : end.replace(/^[\udc00-\udfff]/, ''),
  ];
}
