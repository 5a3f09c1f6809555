import { count } from '../text.ts';
import { type Html, html, preformatted, shown } from './markup.ts';
import { prettyJson } from './pretty-json.ts';

const LONGEST = 3_000;
const KEPT_AT_START = 2_000;
const KEPT_AT_END = 600;

/** A body as text: JSON laid out, anything else as it came, and of a long one both ends. `width` is in characters. */
export function bodyOf(body: string | undefined, width: number): Html {
  if (body === undefined || body === '') return html`<p class="quiet">no body</p>`;
  const text = prettyJson(body, width) ?? body;
  if (text.length <= LONGEST) return preformatted(shown(text));
  const [start, end] = endsOf(text);
  return preformatted(html`${shown(start)}
<span class="cut">… cut here: ${count(body.length, 'character')} in all …</span>
${shown(end)}`);
}

/** Cut between lines where that is near, and never through a character. */
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
