import { endsOf, writtenAs } from './escapes.ts';
import type { Secret, Spelling } from './spellings.ts';

/** Found from `start` to before `end`. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly secret: Secret;
}

/** In characters: what one expression looks for in a whole text. Each place that begins like a spelling is read on. */
const START = 4;

/** What follows a character, for all spellings together: near misses of a key share most of it. */
interface Node {
  readonly next: Map<string, Node>;
  secret?: Secret;
}

/** Looks for all spellings of all secrets at once, with each character as it is or in one of its escapes. */
export class Search {
  readonly #root: Node = { next: new Map() };
  /** Where one of the spellings may begin. */
  readonly #start: RegExp;

  constructor(spellings: readonly Spelling[]) {
    for (const { text, secret } of spellings) {
      let node = this.#root;
      for (const character of text) node = nodeAfter(node, character);
      node.secret ??= secret;
    }
    const starts = new Set(spellings.map(({ text }) => [...text].slice(0, START).map(writtenAs).join('')));
    this.#start = new RegExp([...starts].join('|') || '(?!)', 'g');
  }

  /** In order, without overlaps. */
  in(text: string): readonly Found[] {
    const found: Found[] = [];
    this.#start.lastIndex = 0;
    for (let match = this.#start.exec(text); match; match = this.#start.exec(text)) {
      found.push(...this.#longestAt(match.index, text));
      this.#start.lastIndex = match.index + 1;
    }
    return joined(found);
  }

  #longestAt(start: number, text: string): readonly Found[] {
    let longest: readonly Found[] = [];
    let read = [{ node: this.#root, end: start }];
    while (read.length > 0) {
      read = read.flatMap(({ node, end }) =>
        [...node.next].flatMap(([character, next]) => after(next, endsOf(character, text, end))),
      );
      for (const { node, end } of read) if (node.secret) longest = [{ start, end, secret: node.secret }];
    }
    return longest;
  }
}

function after(node: Node, ends: readonly number[]) {
  return ends.map((end) => ({ node, end }));
}

function nodeAfter({ next }: Node, character: string): Node {
  const known = next.get(character);
  if (known) return known;
  const node: Node = { next: new Map() };
  next.set(character, node);
  return node;
}

/** Overlaps become one, under the name of the longest. */
function joined(found: readonly Found[]): readonly Found[] {
  const apart: Found[] = [];
  for (const next of found) {
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
