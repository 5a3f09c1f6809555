import { isUtf8 } from 'node:buffer';
import { type JsonValue, jsonOf } from '../json/exact-json.ts';
import type { Exchange } from './exchange.ts';

const BYTE_ORDER_MARK = '\ufeff';

/** Far deeper than a Pet or an Error. What is below is not looked at, and thousands of levels take long to keep. */
const DEEPEST = 64;
/** In characters: far longer than any text that is sent, so that none of them comes back. */
const LONGEST_TEXT = 64 * 1024;

export function bodyText({ body }: Pick<Exchange, 'body'>): string {
  return Buffer.from(body.buffer, body.byteOffset, body.length).toString();
}

/** The body of a response as text and, if it is that, as JSON; and why it is not JSON in UTF-8. */
export function bodyOf({ body, unreadable }: Pick<Exchange, 'body' | 'unreadable'>) {
  const text = bodyText({ body });
  if (unreadable || text === '') return { text, json: undefined, problem: unreadable?.message };
  const isMarked = text.startsWith(BYTE_ORDER_MARK);
  const json = trimmed(jsonOf(isMarked ? text.slice(1) : text));
  const jsonProblem = json === undefined ? 'the body is not JSON' : undefined;
  const problem = isMarked ? 'the body starts with a byte order mark' : jsonProblem;
  return { text, json, problem: isUtf8(body) ? problem : 'the body is not UTF-8' };
}

/** Without what nobody looks at. */
function trimmed(json: JsonValue | undefined): JsonValue | undefined {
  let level: object[] = typeof json === 'object' && json !== null ? [json] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    const next: object[] = [];
    for (const holder of level) {
      for (const [key, inner] of Object.entries(holder)) {
        const isInner = typeof inner === 'object' && inner !== null;
        if (isInner && depth < DEEPEST) next.push(inner);
        else if (isInner) Object.defineProperty(holder, key, { value: null });
        else if (typeof inner === 'string' && inner.length > LONGEST_TEXT)
          Object.defineProperty(holder, key, { value: `(${inner.length} characters)` });
      }
    }
    level = next;
  }
  return json;
}
