import type { Headers, ShownExchange } from '../../harness/model/report.ts';
import { exchangeLine, remarksOn } from '../evidence.ts';
import { count, cut } from '../text.ts';
import { type Html, html, preformatted, shown } from './markup.ts';

/** In characters: longer bodies keep only their ends. */
const MAX_BODY = 3_000;
const KEPT_AT_START = 2_000;
const KEPT_AT_END = 600;

export function exchangeOf(exchange: ShownExchange): Html {
  const { number, request, response } = exchange;
  return html`<details class="exchange">
<summary><code>${shown(exchangeLine(exchange))}</code>
<small class="quiet">exchange ${number}, ${shown(remarksOn(exchange))}</small></summary>
${messageOf(`${request.method} ${request.url}`, request.headers, request.body)}
${response && messageOf(String(response.status), response.headers, response.body)}
</details>
`;
}

/** In characters: the whole exchange is elsewhere. */
const MAX_SHORT = 600;

/** On two lines, without headers. */
export function shortExchange({ request, response, failure }: ShownExchange): Html {
  const { method, url, body = '' } = request;
  const path = url.replace(/^https?:\/\/[^/]+/i, '');
  const answer = response
    ? `${response.status} ${cut(response.body, MAX_SHORT)}`
    : `no response: ${failure?.message ?? 'unknown failure'}`;
  const asked = `${method} ${path} ${cut(body, MAX_SHORT)}`;
  return preformatted(shown(`${asked.trimEnd()}\n→ ${answer.trimEnd()}`));
}

function messageOf(start: string, headers: Headers, body = ''): Html {
  const lines = headers.map(([name, value]) => `${name}: ${value}`.replaceAll('\n', '\\n'));
  return preformatted(html`${shown([start, ...lines].join('\n'))}${body && html`\n\n${shownBody(body)}`}`);
}

export function shownBody(body: string): Html {
  const text = laidOut(body);
  if (text.length <= MAX_BODY) return shown(text);
  const start = text.slice(0, KEPT_AT_START).replace(/[\ud800-\udbff]$/, '');
  const end = text.slice(-KEPT_AT_END).replace(/^[\udc00-\udfff]/, '');
  const cut = html`<span class="quiet">… cut here: ${count(body.length, 'character')} in all …</span>`;
  return html`${shown(start)}\n${cut}\n${shown(end)}`;
}

/** One item or field on a line, unless that would change a digit, an escape or a duplicate key. */
function laidOut(body: string): string {
  try {
    const value: unknown = JSON.parse(body);
    if (JSON.stringify(value) !== body) return body;
    if (!Array.isArray(value)) return JSON.stringify(value, undefined, 2);
    return `[\n  ${value.map((item) => JSON.stringify(item)).join(',\n  ')}\n]`;
  } catch {
    return body;
  }
}
