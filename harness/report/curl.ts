import type { WireRequest } from '../http/http-client.ts';
import type { Redactor } from '../secrets/redact.ts';

/** Sent with every request and of no weight for the answer, so a command line is easier to read without them. */
const SILENT_HEADERS = new Set(['accept', 'accept-encoding', 'user-agent', 'host']);

/** A command that sends the same request again the same way, with what is secret taken from the environment. */
export function curlOf(
  request: WireRequest,
  origin: string,
  redactor: Redactor,
  network: readonly string[] = [],
): string {
  const quote = (text: string) => shellQuote(text, redactor);
  const words = ['curl', '-sS', '-i', ...network];
  if (request.method !== 'GET' && request.body === undefined) words.push('-X', request.method);
  if (request.method !== 'POST' && request.body !== undefined) words.push('-X', request.method);
  if (/[[\]{}]/.test(request.path)) words.push('--globoff');
  words.push(quote(`${origin}${request.path}`));
  for (const [name, value] of request.headers) {
    if (SILENT_HEADERS.has(name.toLowerCase())) continue;
    words.push('-H', quote(value === '' ? `${name};` : `${name}: ${value}`));
  }
  if (request.body !== undefined) words.push('--data-raw', quote(request.body));
  return words.join(' ');
}

function shellQuote(text: string, redactor: Redactor): string {
  const pieces = redactor.pieces(text);
  const literals = pieces.filter(({ shell }) => shell === undefined).map((piece) => piece.text);
  const isPlain = (literal: string) => !/["$`\\!]/.test(literal) && ![...literal].some(isControl);
  if (pieces.length > literals.length && literals.every(isPlain)) {
    const parts = pieces.map((piece, index) => beforeText(piece.shell ?? piece.text, pieces[index + 1]?.text));
    return `"${parts.join('')}"`;
  }
  if (pieces.length === 0) return "''";
  return pieces.map((piece) => (piece.shell === undefined ? singleQuote(piece.text) : `"${piece.shell}"`)).join('');
}

/** A name that a letter follows would be another name. */
function beforeText(text: string, next = ''): string {
  return /^\$\w+$/.test(text) && /^\w/.test(next) ? `\${${text.slice(1)}}` : text;
}

/** Control characters are written as ANSI-C escapes: a command line must survive copying. */
function singleQuote(text: string): string {
  if (![...text].some(isControl)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const escaped = [...text.replace(/[\\']/g, '\\$&')].map((char) =>
    isControl(char) ? `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}` : char,
  );
  return `$'${escaped.join('')}'`;
}

function isControl(char: string): boolean {
  return char < ' ' || char === '\u007f';
}
