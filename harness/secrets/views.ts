import { codeOf, ESCAPES, MAIL_ESCAPES } from './escapes.ts';

/** A text without its escapes, and where each of its characters is in the original. */
export interface View {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** How the characters of a view are written. Both functions do the same: one is fast, the other keeps positions. */
export interface Spelling {
  readonly all: (text: string) => string;
  /** The code of a character, or DROPPED. */
  readonly one: (code: number) => number;
}

export const DROPPED = -1;

export const AS_WRITTEN: Spelling = { all: (text) => text, one: (code) => code };

const CODE_UNITS = 0x10000;
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_OFFSET = 0xfee0;

/** Spaces and characters without width, which a reader ignores. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}]/gu;

/** A table, as bodies of megabytes are folded with it. */
let codes: Int32Array | undefined;

/** Removes what may differ between a key and its echo: case, spaces, width, the alphabet of base64. */
export const FOLDED: Spelling = {
  all: folded,
  one: (code) => {
    codes ??= Int32Array.from({ length: CODE_UNITS }, (_, unit) => {
      const character = folded(String.fromCharCode(unit));
      return character === '' ? DROPPED : character.charCodeAt(0);
    });
    return codes[code] ?? DROPPED;
  },
};

export function folded(text: string): string {
  const narrow = text.replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_OFFSET));
  return narrow.replace(INVISIBLE, '').toLowerCase().replaceAll('-', '+').replaceAll('_', '/');
}

/** Each layer that a text passes through may escape it once. */
const MOST_ROUNDS = 5;

const MAIL = /=(?:[0-9a-f]{2}|\r?\n)/i;

/** The texts of all views, without positions: most texts contain no secret, so the positions are not needed. */
export function readingsOf(text: string, spelling: Spelling): readonly string[] {
  const plain = spelling.all(text);
  const decode = (escapes: RegExp) => (from: string) => decodedText(from, spelling, escapes);
  const isSame = (one: string, other: string) => one === other;
  const mail = MAIL.test(text) ? rounds(text, decode(MAIL_ESCAPES), isSame) : [];
  return [plain, ...rounds(plain, decode(ESCAPES), isSame), ...mail];
}

/** The text as it is, and after each round of undoing its escapes. */
export function viewsOf(text: string, spelling: Spelling): readonly View[] {
  const plain = viewOf(text, spelling);
  const decode = (escapes: RegExp) => (from: View) => decodedView(from, spelling, escapes);
  const isSame = (one: View, other: View) => one.text === other.text;
  // Line breaks are part of the escapes of mail, so these are undone before any is dropped.
  const mail = MAIL.test(text) ? rounds(viewOf(text, AS_WRITTEN), decode(MAIL_ESCAPES), isSame) : [];
  return [plain, ...rounds(plain, decode(ESCAPES), isSame), ...mail];
}

/** Decodes until nothing changes. */
function rounds<T>(first: T, decode: (from: T) => T, isSame: (one: T, other: T) => boolean): readonly T[] {
  const decoded: T[] = [];
  for (let from = first; decoded.length < MOST_ROUNDS; ) {
    const to = decode(from);
    if (isSame(to, from)) break;
    decoded.push(to);
    from = to;
  }
  return decoded;
}

function decodedText(text: string, spelling: Spelling, escapes: RegExp): string {
  const decoded = text.replace(escapes, (written) => {
    const code = codeOf(written);
    return code === undefined ? written : String.fromCharCode(code);
  });
  return spelling.all(decoded);
}

class ViewBuilder {
  readonly #codes: Uint16Array;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #spelling: Spelling;
  #length = 0;

  constructor(longest: number, spelling: Spelling) {
    this.#codes = new Uint16Array(longest);
    this.#starts = new Uint32Array(longest);
    this.#ends = new Uint32Array(longest);
    this.#spelling = spelling;
  }

  add(code: number, start: number, end: number): void {
    const spelt = this.#spelling.one(code & 0xffff);
    if (spelt === DROPPED) return;
    this.#codes[this.#length] = spelt;
    this.#starts[this.#length] = start;
    this.#ends[this.#length] = end;
    this.#length += 1;
  }

  build(): View {
    const text = Buffer.from(this.#codes.buffer, 0, this.#length * 2).toString('utf16le');
    return { text, starts: this.#starts.subarray(0, this.#length), ends: this.#ends.subarray(0, this.#length) };
  }
}

function viewOf(text: string, spelling: Spelling): View {
  const builder = new ViewBuilder(text.length, spelling);
  for (let at = 0; at < text.length; at += 1) builder.add(text.charCodeAt(at), at, at + 1);
  return builder.build();
}

function decodedView({ text, starts, ends }: View, spelling: Spelling, escapes: RegExp): View {
  const builder = new ViewBuilder(text.length, spelling);
  let from = 0;
  const copy = (until: number) => {
    for (; from < until; from += 1) builder.add(text.charCodeAt(from), starts[from] ?? 0, ends[from] ?? 0);
  };
  for (const match of text.matchAll(escapes)) {
    const code = codeOf(match[0]);
    if (code === undefined) continue;
    copy(match.index);
    from = match.index + match[0].length;
    builder.add(code, starts[match.index] ?? 0, ends[from - 1] ?? 0);
  }
  copy(text.length);
  return builder.build();
}

interface NumberSystem {
  readonly base: number;
  /** Fewer in a row are not a text. */
  readonly inARow: RegExp;
  readonly number: RegExp;
}

const SEPARATORS = '[\\s,:;|_"\'\\[\\]-]{1,4}';

function numberSystem(base: number, digits: string): NumberSystem {
  return {
    base,
    inARow: new RegExp(`(?:${digits}${SEPARATORS}){7}${digits}`, 'i'),
    number: new RegExp(`(?<![0-9a-z])${digits}(?![0-9a-z])`, 'gi'),
  };
}

const NUMBER_SYSTEMS: readonly NumberSystem[] = [
  numberSystem(10, '[0-9]{2,3}'),
  numberSystem(16, '(?:0x)?[0-9a-f]{2}'),
  numberSystem(8, '0?[01][0-7]{2}'),
  numberSystem(2, '[01]{7,8}'),
];

export function numberViewsOf(text: string, spelling: Spelling): readonly View[] {
  return NUMBER_SYSTEMS.filter(({ inARow }) => inARow.test(text)).map(({ base, number }) => {
    const builder = new ViewBuilder(Math.ceil(text.length / 2), spelling);
    for (const { 0: digits, index } of text.matchAll(number)) {
      builder.add(Number.parseInt(digits.replace(/^0x/i, ''), base), index, index + digits.length);
    }
    return builder.build();
  });
}
