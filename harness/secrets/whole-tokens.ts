import type { Found } from './find-secret.ts';
import { AS_WRITTEN, readingsOf, type View, viewsOf } from './views.ts';

/** How to find a secret that is like an ordinary word. */
interface TokenRules {
  /** White space and punctuation around it are enough; otherwise it needs quotes or a scheme in front of it. */
  readonly isWord: boolean;
  /** For the key only: a near miss may differ from it only by case. */
  readonly anyCase: boolean;
}

const QUOTES = `"'\``;
/** A scheme, or the name of a parameter, a field or a header, in front of a credential. */
const INTRODUCTION =
  /(?:^|[^a-z0-9])(?:bearer|basic|token|digest|(?:api)?[-_ ]?key|secret|password)["']?\s{0,2}[\s:=]\s{0,2}$/i;
const LONGEST_INTRODUCTION = 24;
const OPENING = /^$|[\s"'`([{<=,;|]/;
const MAY_BE_BEFORE = /^$|[\s"'`([{<=,;|:]/;
const CLOSING = /^$|[\s"'`)\]}>&,;|]/;
const CLOSING_PUNCTUATION = /^[.:!?](?:$|[\s"'`<])/;

interface TokenView extends View {
  readonly lower: string;
}

/** None if no token is in the text. */
export function tokenViewsOf(text: string, tokens: readonly { readonly text: string }[]): readonly TokenView[] {
  const sought = tokens.map((token) => lowerCase(token.text));
  const readings = readingsOf(text, AS_WRITTEN).map(lowerCase);
  if (!readings.some((reading) => sought.some((token) => reading.includes(token)))) return [];
  return viewsOf(text, AS_WRITTEN).map((view) => ({ ...view, lower: lowerCase(view.text) }));
}

/** Finds the token where it is a separate word. */
export function findToken(views: readonly TokenView[], token: string, rules: TokenRules): readonly Found[] {
  const sought = rules.anyCase ? lowerCase(token) : token;
  return views.flatMap((view) => {
    const text = rules.anyCase ? view.lower : view.text;
    const found: Found[] = [];
    for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
      const end = at + sought.length;
      if (!isAlone(view.text, at, end, rules)) continue;
      found.push({ start: view.starts[at] ?? 0, end: view.ends[end - 1] ?? 0, isWhole: true });
    }
    return found;
  });
}

/** Unless that moves characters. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

function isAlone(text: string, at: number, end: number, { isWord }: TokenRules): boolean {
  const before = text[at - 1] ?? '';
  if (!MAY_BE_BEFORE.test(before)) return false;
  const after = text[end] ?? '';
  const isClosed = CLOSING.test(after) || CLOSING_PUNCTUATION.test(text.slice(end, end + 2));
  if (before !== '' && QUOTES.includes(before) && after === before) return !isMemberName(text, at - 1, end + 1);
  if (isClosed && INTRODUCTION.test(text.slice(Math.max(0, at - LONGEST_INTRODUCTION), at))) return true;
  return isWord && isClosed && OPENING.test(before) && !isMemberName(text, at, end);
}

/** The name of a field belongs to the interface, even if it is also the key. */
function isMemberName(text: string, at: number, end: number): boolean {
  return (
    /^["']?\s{0,4}:/.test(text.slice(end, end + 6)) && /[{,]\s{0,80}["']?$/.test(text.slice(Math.max(0, at - 82), at))
  );
}
