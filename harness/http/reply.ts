import { type JsonValue, parseJson } from '../exact-json.ts';
import type { Exchange, Headers, Operation } from '../report/model.ts';
import type { WireRequest } from './http-client.ts';

/** What is right or wrong about the credential of a request. */
export type CredentialKind =
  | 'right'
  | 'missing'
  | 'invalid-key'
  | 'wrong-scheme'
  | 'malformed'
  | 'header-only'
  | 'scheme-case';

export type Parsed = { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly why: string };

/** What the suite knows of one exchange: the recorded form, and the response as it came, for judging. */
export interface Reply {
  readonly exchange: Exchange;
  readonly request: WireRequest;
  readonly operation: Operation | undefined;
  readonly credential: CredentialKind;
  /** The request is one that the specification documents, whether it is to succeed or to be refused. */
  readonly documented: boolean;
  /** Undocumented routes, rate-limit answers and interruptions are recorded but never judged. */
  readonly judged: boolean;
  /** The service must not accept it. */
  readonly toBeRefused?: boolean;
  /** The same request got another answer when it was repeated at once, and that one was used instead. */
  readonly superseded?: 'crash' | 'key-refused';
  /** In milliseconds of the monotonic clock. */
  readonly sentAt: number;
  readonly answeredAt: number;
  /** The request that went over the same connection before it. */
  readonly carrier?: WireRequest;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly encoding: 'utf-8' | 'utf-8 with a byte order mark' | 'not utf-8';
  readonly json: Parsed;
  readonly leaksKey: () => boolean;
}

export function headerOf(reply: Reply, name: string): string | undefined {
  const values = reply.headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
  return values.length > 0 ? values.join(', ') : undefined;
}

export function isThrottled(status: number, headers: Headers): boolean {
  const asksToWait = headers.some(([name]) => name.toLowerCase() === 'retry-after');
  return status === 429 || (status === 503 && asksToWait);
}

export function decodeBody(bytes: Buffer): Pick<Reply, 'text' | 'encoding' | 'json'> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Told once, by body.json: everything else is judged by what can still be read.
    const readable = bytes.toString('utf8');
    return { text: readable, encoding: 'not utf-8', json: parse(readable) };
  }
  const marked = text.startsWith('\uFEFF');
  const body = marked ? text.slice(1) : text;
  return { text: body, encoding: marked ? 'utf-8 with a byte order mark' : 'utf-8', json: parse(body) };
}

/** A few characters around the mistake, which may be a part of the key that is too short to be found. */
const EXCERPT = /, (?:\.\.\.)?".*(?= is not valid JSON$)/s;

function parse(text: string): Parsed {
  if (text === '') return { ok: false, why: 'the body is empty' };
  try {
    return { ok: true, value: parseJson(text) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, why: message.replace(EXCERPT, '') };
  }
}
