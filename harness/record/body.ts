import { isUtf8 } from 'node:buffer';
import { jsonOf } from '../json/exact-json.ts';
import type { Exchange } from './exchange.ts';

const BYTE_ORDER_MARK = '\ufeff';

/** The body of a response as text and, if it is that, as JSON; and why it is not JSON in UTF-8. */
export function bodyOf({ body, unreadable }: Pick<Exchange, 'body' | 'unreadable'>) {
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString();
  if (unreadable || text === '') return { text, json: undefined, problem: unreadable?.message };
  const isMarked = text.startsWith(BYTE_ORDER_MARK);
  const json = jsonOf(isMarked ? text.slice(1) : text);
  const jsonProblem = json === undefined ? 'the body is not JSON' : undefined;
  const problem = isMarked ? 'the body starts with a byte order mark' : jsonProblem;
  return { text, json, problem: isUtf8(body) ? problem : 'the body is not UTF-8' };
}
