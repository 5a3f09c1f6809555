/** A text without one layer of its escapes, and where each of its characters begins in the text with them. */
interface Unescaped {
  readonly text: string;
  /** Also for the end of the text. */
  readonly places: Uint32Array;
}

/** JSON, percent and HTML escapes, and the byte 0 that UTF-16 has beside every character up to U+00FF. */
const ESCAPE = /\\u[\da-f]{4}|\\["\\/]|%[\da-f]{2}|&#x[\da-f]{1,6};|&#\d{1,7};|&(?:amp|lt|gt|quot|apos);|\0/gi;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** What escapes consist of, so that an escape of one of these may be a part of another escape. */
const PARTS = '\0\\%&#;0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Undoes only escapes of characters that can be a part of one of the texts, or of an escape that can. */
export class Escapes {
  readonly #matters: ReadonlySet<string>;

  constructor(texts: readonly string[]) {
    this.#matters = new Set([PARTS, ...texts].flatMap((text) => text.split('')));
  }

  /** Undefined if there are none. Bodies are long, so it looks at each character once. */
  undoneIn(text: string): Unescaped | undefined {
    if (text.search(ESCAPE) < 0) return undefined;
    const places = new Uint32Array(text.length + 1);
    let length = 0;
    let read = 0;
    const keepUntil = (end: number) => {
      for (; read < end; read += 1) {
        places[length] = read;
        length += 1;
      }
    };
    const plain = text.replace(ESCAPE, (written: string, index: number) => {
      const meaning = meaningOf(written);
      if (meaning !== '' && !this.#matters.has(meaning)) return written;
      keepUntil(index);
      places[length] = index;
      length += meaning.length;
      read = index + written.length;
      return meaning;
    });
    if (read === 0) return undefined;
    keepUntil(text.length);
    places[length] = text.length;
    return { text: plain, places };
  }
}

/** The character that an escape stands for; nothing for the byte 0. */
function meaningOf(written: string): string {
  if (written === '\0') return '';
  if (written.startsWith('%')) return characterOf(written.slice(1), 16);
  if (written.startsWith('\\')) return written.length === 2 ? written.slice(1) : characterOf(written.slice(2), 16);
  const name = written.slice(1, -1).toLowerCase();
  if (name.startsWith('#x')) return characterOf(name.slice(2), 16);
  return name.startsWith('#') ? characterOf(name.slice(1), 10) : (ENTITIES[name] ?? '');
}

function characterOf(digits: string, base: number): string {
  return String.fromCodePoint(Math.min(Number.parseInt(digits, base), 0x10ffff));
}
