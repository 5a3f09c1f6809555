import { numberFrom } from './number.ts';
import type { Json } from './value.ts';

const DEEPEST = 100;
const WHITESPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** A string token ends at the first quote that no backslash escapes; what is inside is left to JSON.parse. */
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const LITERAL = /true|false|null/y;

/** Reads a JSON text (RFC 8259) without losing a digit of its integers. Throws a SyntaxError on anything else. */
export function parseJson(text: string): Json {
  const parser = new Parser(text);
  const value = parser.value(0);
  parser.end();
  return value;
}

class Parser {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): Json {
    if (depth > DEEPEST) throw new SyntaxError('The text is nested too deeply.');
    if (this.#skip('{')) return Object.fromEntries(this.#items('}', () => this.#member(depth)));
    if (this.#skip('[')) return this.#items(']', () => this.value(depth + 1));
    const token = this.#token(STRING) ?? this.#token(LITERAL);
    return token === undefined ? numberFrom(this.#need(NUMBER)) : JSON.parse(token);
  }

  end(): void {
    this.#token(WHITESPACE);
    if (this.#position < this.#text.length) this.#fail();
  }

  #member(depth: number): [string, Json] {
    this.#token(WHITESPACE);
    const key = JSON.parse(this.#need(STRING));
    this.#expect(':');
    return [key, this.value(depth + 1)];
  }

  #items<Item>(close: string, readItem: () => Item): Item[] {
    const items: Item[] = [];
    if (this.#skip(close)) return items;
    do items.push(readItem());
    while (this.#skip(','));
    this.#expect(close);
    return items;
  }

  #expect(character: string): void {
    if (!this.#skip(character)) this.#fail();
  }

  #skip(character: string): boolean {
    this.#token(WHITESPACE);
    const found = this.#text[this.#position] === character;
    if (found) this.#position += 1;
    return found;
  }

  #need(pattern: RegExp): string {
    return this.#token(pattern) ?? this.#fail();
  }

  #token(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    const token = pattern.exec(this.#text)?.[0];
    this.#position += token?.length ?? 0;
    return token;
  }

  #fail(): never {
    throw new SyntaxError(`The text is not JSON at position ${this.#position}.`);
  }
}
