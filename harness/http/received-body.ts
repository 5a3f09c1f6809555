import { isUtf8 } from 'node:buffer';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isObject, type JsonValue, parseJson } from '../json/exact-json.ts';
import { shortenStrings } from '../json/json-bytes.ts';
import { keptEnds, keptText, LONGEST_KEPT_BYTES } from '../report/cut-body.ts';
import type { Redactor } from '../secrets/redact.ts';
import { RecordedBody } from './recorded-body.ts';
import type { Parsed, Reading, Recorded } from './reply.ts';

/** In bytes: a larger body is read when it arrives, and only the two ends of its text are kept. */
const LARGE = 512 * 1024;
/** In bytes: what is left of a larger body is collected at once. */
const VERY_LARGE = 2 * 1024 * 1024;
/** In bytes. Larger bodies are searched for the plain key, and only their two ends for its other forms. */
const THOROUGHLY_SEARCHED = 256 * 1024;
/** In characters: smaller bodies have nothing to condense. */
const SMALL = 16 * 1024;
const DOCUMENTED_FIELDS = new Set(['id', 'name', 'categoryId', 'status', 'code', 'message']);

/** What is kept of a body while checks look at it, and for the report. */
export interface ReceivedBody {
  readonly recorded: RecordedBody;
  readonly reading: () => Reading;
  readonly leaksKey: () => boolean;
}

export function receiveBody(bytes: Buffer, redactor: Redactor): ReceivedBody {
  if (bytes.length > LARGE) return readAtOnce(bytes, redactor);
  return {
    recorded: new RecordedBody(bytes, redactor),
    reading: once(() => decodeBody(bytes)),
    leaksKey: once(() => leaks(bytes, redactor)),
  };
}

/** Apart, since closures keep everything in memory that another closure of the same function uses. */
function readAtOnce(bytes: Buffer, redactor: Redactor): ReceivedBody {
  const recorded = new RecordedBody(bytes, redactor);
  const leaksKey = evaluated(() => leaks(bytes, redactor));
  const isVeryLarge = bytes.length > VERY_LARGE;
  // Before the pieces in which it arrived add to what the reading takes, and after the reading.
  if (isVeryLarge) collectGarbage();
  const reading = evaluated(() =>
    decodeBody(isUtf8(bytes) ? shortenStrings(bytes, LONGEST_KEPT_BYTES, keptEnds) : bytes),
  );
  if (isVeryLarge) setImmediate(collectGarbage);
  return { recorded, reading, leaksKey };
}

/** Evaluates now and throws later: an error here is the suite's, and must not be taken for one of the connection. */
function evaluated<T>(make: () => T): () => T {
  try {
    const value = make();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** A recorded exchange with its body; undefined if that was cut. */
export function readAgain(recorded: Recorded): (Recorded & Reading) | undefined {
  const { whole } = recorded.body;
  const reading = whole && decodeBody(whole);
  if (!recorded.unreadable) return reading && { ...recorded, ...reading };
  return reading && { ...recorded, ...reading, json: { ok: false, why: recorded.unreadable.message } };
}

export function decodeBody(bytes: Buffer): Reading {
  const text = bytes.toString();
  // Reported once, by body.json: everything else is checked by the readable part.
  if (!isUtf8(bytes)) return { ...parsed(text), encoding: 'not utf-8' };
  const marked = text.startsWith('\uFEFF');
  return { ...parsed(marked ? text.slice(1) : text), encoding: marked ? 'utf-8 with a byte order mark' : 'utf-8' };
}

function parsed(text: string): Pick<Reading, 'text' | 'json'> {
  return { text: text.length > LARGE ? keptText(text) : text, json: parse(text) };
}

/** The parser quotes a few characters, which may be a part of the key that is too short to be found. */
const EXCERPT = /, (?:\.\.\.)?".*(?= is not valid JSON$)/s;

function parse(text: string): Parsed {
  if (text === '') return { ok: false, why: 'the body is empty' };
  try {
    const value = parseJson(text);
    return { ok: true, value: text.length > SMALL ? condensed(value, text.length > LARGE) : value };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, why: message.replace(EXCERPT, '') };
  }
}

/** Without megabytes in place of a name and, in a large body, in fields that no check looks at. */
function condensed(value: JsonValue, isLarge: boolean): JsonValue {
  return Array.isArray(value)
    ? value.map((element) => condensedElement(element, isLarge))
    : condensedElement(value, isLarge);
}

function condensedElement(value: JsonValue, isLarge: boolean): JsonValue {
  if (!isObject(value)) return condensedField(value, isLarge);
  const fields = Object.entries(value).filter(([name]) => !isLarge || DOCUMENTED_FIELDS.has(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, condensedField(field, isLarge)]));
}

function condensedField(value: JsonValue, isLarge: boolean): JsonValue {
  if (typeof value === 'string') return keptText(value);
  if (!isLarge) return value;
  if (Array.isArray(value)) return [];
  return isObject(value) ? {} : value;
}

function leaks(bytes: Buffer, redactor: Redactor): boolean {
  if (bytes.length <= THOROUGHLY_SEARCHED) return redactor.holdsSecret(bytes.toString());
  const half = THOROUGHLY_SEARCHED / 2;
  const ends = [bytes.subarray(0, half), bytes.subarray(-half)];
  return redactor.isIn(bytes) || ends.some((end) => redactor.holdsSecret(end.toString()));
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

let collect: (() => void) | undefined;

/** By itself the engine lets garbage grow to a multiple of the memory in use: too much for a small container. */
function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
