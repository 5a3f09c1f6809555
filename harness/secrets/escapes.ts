/** A text without one layer of its escapes, and where each of its characters begins in the text with them. */
export interface Unescaped {
  readonly text: string;
  /** Also for the end of the text. */
  readonly places: Uint32Array;
}

/** Whether it is worth a closer look. */
const MAY_HAVE_ESCAPE = /\\["\\/u]|%[\da-f]|&[#aglq]|\0/i;
const [BACKSLASH, PERCENT, AMPERSAND, SMALL_U, SMALL_X, HASH, SEMICOLON, QUOTE, SLASH] = Buffer.from('\\%&ux#;"/');
/** In characters, between the ampersand and the semicolon: `#x10ffff`. */
const LONGEST_ENTITY = 8;
/** What the names of entities stand for. */
const ENTITIES = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }).map(([name, meaning]) => [
    Buffer.from(name).reduce(withLetter, 0),
    meaning.charCodeAt(0),
  ]),
);
/** The values of digits in any base up to 16, by their codes. */
const DIGITS = Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16));

/** What escapes consist of, so that an escape of one of these may be a part of another escape. */
const PARTS = '\0\\%&#;0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Undoes only escapes of characters that can be a part of one of the texts, or of an escape that can. */
export class Escapes {
  /** By its code. */
  readonly #matters = new Uint8Array(0x10000);

  constructor(texts: readonly string[]) {
    for (const text of [PARTS, ...texts]) for (const unit of unitsOf(text)) this.#matters[unit] = 1;
  }

  /**
   * Undoes JSON, percent and HTML escapes and UTF-16, where a byte of every character up to U+00FF is 0. Undefined if
   * there are none. Bodies are long, so it looks at each character once, and an escape is a plain number.
   */
  undoneIn(text: string): Unescaped | undefined {
    if (!MAY_HAVE_ESCAPE.test(text)) return undefined;
    const units = unitsOf(text);
    let at = 0;
    while (at < units.length && units[at] !== 0 && this.#at(units, at) === NONE) at += 1;
    if (at === units.length) return undefined;
    const places = new Uint32Array(text.length + 1);
    for (let before = 0; before < at; before += 1) places[before] = before;
    let length = at;
    while (at < units.length) {
      const unit = units[at] ?? 0;
      const escaped = this.#at(units, at);
      places[length] = at;
      // What is written is never ahead of what is read: an escape is longer than what it stands for.
      units[length] = escaped === NONE ? unit : meaningOf(escaped);
      if (unit !== 0) length += 1;
      at += escaped === NONE ? 1 : sizeOf(escaped);
    }
    places[length] = units.length;
    return { text: textOf(units.subarray(0, length)), places };
  }

  #at(units: Uint16Array, at: number): number {
    const sign = units[at] ?? 0;
    if (sign !== PERCENT && sign !== BACKSLASH && sign !== AMPERSAND) return NONE;
    const escaped = escapeAt(units, at, sign);
    return this.#matters[meaningOf(escaped)] === 1 ? escaped : NONE;
  }
}

function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  Buffer.from(units.buffer).write(text, 'utf16le');
  return units;
}

function textOf(units: Uint16Array): string {
  return Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le');
}

const NONE = 0;

/** How many characters it has, and the one that it stands for, in one number. */
function escapeOf(size: number, meaning: number): number {
  return meaning <= 0xffff ? size * 0x10000 + meaning : NONE;
}

function sizeOf(packed: number): number {
  return packed >> 16;
}

function meaningOf(packed: number): number {
  return packed & 0xffff;
}

function escapeAt(units: Uint16Array, at: number, sign: number): number {
  if (sign === PERCENT) return escapeOf(3, numberIn(units, at + 1, at + 3, 16));
  if (sign === BACKSLASH) return jsonEscapeAt(units, at);
  return sign === AMPERSAND ? htmlEscapeAt(units, at) : NONE;
}

function jsonEscapeAt(units: Uint16Array, at: number): number {
  const next = units[at + 1] ?? 0;
  if (next === SMALL_U) return escapeOf(6, numberIn(units, at + 2, at + 6, 16));
  return next === QUOTE || next === SLASH || next === BACKSLASH ? escapeOf(2, next) : NONE;
}

function htmlEscapeAt(units: Uint16Array, at: number): number {
  const start = at + 1;
  let end = start;
  let name = 0;
  while (end < start + LONGEST_ENTITY && units[end] !== SEMICOLON) {
    name = withLetter(name, units[end] ?? 0);
    end += 1;
  }
  if (units[end] !== SEMICOLON) return NONE;
  const size = end + 1 - at;
  if (units[start] !== HASH) return escapeOf(size, ENTITIES.get(name) ?? Number.NaN);
  const isHexadecimal = ((units[start + 1] ?? 0) | 0x20) === SMALL_X;
  return escapeOf(size, numberIn(units, start + (isHexadecimal ? 2 : 1), end, isHexadecimal ? 16 : 10));
}

/** A name as a number, whichever case its letters have. */
function withLetter(name: number, unit: number): number {
  return name * 128 + (unit | 0x20);
}

/** Not a number if there is anything but digits. */
function numberIn(units: Uint16Array, start: number, end: number, base: number): number {
  let number = start < end ? 0 : Number.NaN;
  for (let at = start; at < end; at += 1) {
    const digit = DIGITS[units[at] ?? 0] ?? Number.NaN;
    number = digit < base ? number * base + digit : Number.NaN;
  }
  return number;
}
