import { Search } from './search.ts';
import { spellingsOf } from './spellings.ts';

/** Lines of stack traces in several languages. Every repetition is bounded, so that the search is linear. */
const TRACES = [
  /^[ \t]{1,40}at [^\n]{1,300}:\d/,
  /\bat [\w.<>$]{1,200}\([^\n)]{0,300}:\d/,
  /Traceback \(most recent call last\)/,
  /\.(?:java|js|rb|exs?):\d{1,9}(?:\)|:\d|:in |: )/,
  /#\d \/\S{1,200}\.php\(\d/,
  /goroutine \d{1,9} \[/,
  /stack trace:/,
];
const STACK_TRACE = new RegExp(TRACES.map(({ source }) => source).join('|'), 'im');
/** In characters, at either end: a page of an error begins with its trace, and ends with headers and settings. */
const SEARCHED = 64 * 1024;
/** A shorter key may appear by chance. */
const SHORTEST_SECRET = 8;

/** A run has one key, and many errors. */
let known: { readonly key: string; readonly search: Search } | undefined;

function searchFor(key: string): Search {
  if (known?.key !== key) known = { key, search: new Search(spellingsOf({ text: key, shell: '' })) };
  return known.search;
}

/** What a response must not show to its client, if a text has it. */
export function leakIn(text: string, key: string): 'credential' | 'stack trace' | undefined {
  const isLong = text.length > 2 * SEARCHED;
  const searched = isLong ? `${text.slice(0, SEARCHED)}\n${text.slice(-SEARCHED)}` : text;
  if (key.length >= SHORTEST_SECRET && searchFor(key).in(searched).length > 0) return 'credential';
  return STACK_TRACE.test(text.slice(0, SEARCHED).replaceAll('\\n', '\n')) ? 'stack trace' : undefined;
}
