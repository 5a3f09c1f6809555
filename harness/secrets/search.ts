import { Escapes } from './escapes.ts';
import type { Secret, Spelling } from './spellings.ts';

/** Found from `start` to before `end`. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly secret: Secret;
}

/** Escapes in escapes, such as percent escapes in a URL in JSON; and a secret may have what looks like one. */
const LAYERS = 3;
/** In characters: the start of a spelling, which is looked for first. What is shorter is not found. */
const START = 7;
/** In characters: what is left of a secret if less of it is found where a text is cut. */
const SHORTEST_PART = 4;
/** In characters: how far from a cut a secret can begin, with each of its characters in a long escape. */
const REACH = 20_000;
/** What may be left of an escape at the end of a text. */
const HALF_ESCAPE = /(?:\\(?:u[0-9a-f]{0,3})?|%[0-9a-f]?|&#?[0-9a-z]{0,7})$/i;

/** Looks for all secrets together, once in a text as it is and once in it without each layer of its escapes. */
export class Search {
  /** By their starts, the longest first. */
  readonly #spellings = new Map<string, Spelling[]>();
  /** Any of the starts. */
  readonly #start: RegExp;
  readonly #escapes: Escapes;

  constructor(spellings: readonly Spelling[]) {
    this.#escapes = new Escapes(spellings.map(({ text }) => text));
    const all = spellings.flatMap((spelling) => this.#withoutLayers(spelling));
    for (const spelling of all.toSorted((a, b) => b.text.length - a.text.length)) {
      const start = spelling.text.slice(0, START);
      const others = this.#spellings.get(start);
      if (others) others.push(spelling);
      else this.#spellings.set(start, [spelling]);
    }
    const starts = [...this.#spellings.keys()].map((start) => start.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
    this.#start = new RegExp(starts.join('|') || '(?!)', 'g');
  }

  /** In order, without overlaps. */
  in(text: string): readonly Found[] {
    return joined(this.#inLayers(text, (plain) => this.#whole(plain)));
  }

  /** The part of a secret at the end of a text that was cut there, up to the end. */
  atCutEndOf(text: string): Found | undefined {
    const offset = Math.max(0, text.length - REACH);
    const end = text.slice(offset).replace(HALF_ESCAPE, '');
    const [first] = joined(this.#inLayers(end, (plain) => this.#begun(plain)));
    return first && { ...first, start: first.start + offset, end: text.length };
  }

  /** What a secret looks like where its own text is taken for an escape: the search undoes that too. */
  #withoutLayers(spelling: Spelling): readonly Spelling[] {
    if (spelling.text.length < START) return [];
    const text = this.#escapes.undoneIn(spelling.text)?.text;
    return text === undefined ? [spelling] : [spelling, ...this.#withoutLayers({ ...spelling, text })];
  }

  /** The places in the text as it is, whichever layer they were found in. */
  #inLayers(text: string, look: Look, layers = LAYERS): readonly Found[] {
    const found = look(text);
    const inner = layers > 0 ? this.#escapes.undoneIn(text) : undefined;
    if (inner === undefined) return found;
    const placeOf = (at: number) => inner.places[at] ?? 0;
    const below = this.#inLayers(inner.text, look, layers - 1);
    return [...found, ...below.map((one) => ({ ...one, start: placeOf(one.start), end: placeOf(one.end) }))];
  }

  #whole(text: string): readonly Found[] {
    const found: Found[] = [];
    this.#start.lastIndex = 0;
    for (let match = this.#start.exec(text); match; match = this.#start.exec(text)) {
      const start = match.index;
      const spelling = this.#spellings.get(match[0])?.find((one) => text.startsWith(one.text, start));
      if (spelling) found.push({ start, end: start + spelling.text.length, secret: spelling.secret });
      this.#start.lastIndex = start + 1;
    }
    return found;
  }

  #begun(text: string): readonly Found[] {
    return [...this.#spellings.values()].flat().flatMap(({ text: spelling, secret }) => {
      const start = startAtEnd(text, spelling);
      return start === undefined ? [] : [{ start, end: text.length, secret }];
    });
  }
}

type Look = (text: string) => readonly Found[];

/** The longest start of a spelling at the end of a text. */
function startAtEnd(text: string, spelling: string): number | undefined {
  const part = spelling.slice(0, SHORTEST_PART);
  let start = text.indexOf(part, Math.max(0, text.length - spelling.length + 1));
  while (start >= 0 && !spelling.startsWith(text.slice(start))) start = text.indexOf(part, start + 1);
  return start < 0 ? undefined : start;
}

/** Overlaps become one, under the name of the longest. */
function joined(found: readonly Found[]): readonly Found[] {
  const apart: Found[] = [];
  for (const next of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = apart.at(-1);
    if (last === undefined || next.start >= last.end) {
      apart.push(next);
      continue;
    }
    const { secret } = next.end - next.start > last.end - last.start ? next : last;
    apart[apart.length - 1] = { start: last.start, end: Math.max(last.end, next.end), secret };
  }
  return apart;
}
