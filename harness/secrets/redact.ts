import { headerPieces, type Piece, pieceOf, queryPieces, textOfPieces } from './own-request.ts';
import { Search } from './search.ts';
import { type Secret, type Spelling, spellingsOf } from './spellings.ts';

const PLACEHOLDER = '$PETSTORE_API_KEY';

/** A shorter secret occurs in ordinary text by chance. */
const SHORTEST = 8;
/** A near miss may lack one character of the shortest key. */
const SHORTEST_NEAR_MISS = SHORTEST - 1;

/**
 * Fields of a report whose words are only ever ours: a key may be such a word, and reports are read by programs. A body
 * is redacted where it is cut, since half a secret would not be found any more.
 */
export const OWN_FIELDS: ReadonlySet<string> = new Set(
  `body by cause connection encoding fingerprint from kind level operation outcome probe reproduces requirement section sha256
   startedAt statement unit until verdict`.split(/\s+/),
);

/**
 * Replaces the secrets of a run in everything that is recorded: in our own requests where we put them, in texts of
 * servers wherever they are found. The placeholder of the key is a shell expression that gives it back.
 */
export class Redactor {
  readonly #key: Secret;
  readonly #keySearch: Search;
  /** All that can be found in any text. */
  #spellings: readonly Spelling[];
  /** Made when it is needed: many near misses are added at a time. */
  #search: Search | undefined;
  /** Of our own requests, the longest first, so that a secret that contains another is replaced whole. */
  #secrets: readonly Secret[];

  /** The others are those of the network. */
  constructor(key: string, others: readonly Secret[] = []) {
    this.#key = { text: key, shell: PLACEHOLDER };
    this.#secrets = longestFirst([this.#key, ...others]);
    const findable = [this.#key, ...others].filter(({ text }) => text.length >= SHORTEST);
    this.#spellings = findable.flatMap(spellingsOf);
    this.#keySearch = new Search(findable.includes(this.#key) ? spellingsOf(this.#key) : []);
  }

  get warning(): string | undefined {
    const { length } = this.#key.text;
    if (length === 0 || length >= SHORTEST) return undefined;
    return `The API key has fewer than ${SHORTEST} characters: reports hide it in our requests, but not where the server repeats it.`;
  }

  /** Adds a credential that would reveal the key, such as a near miss, or a key that has taken its place. */
  add(text: string, shell: string): void {
    if (text === '' || this.#secrets.some((known) => known.text === text)) return;
    this.#secrets = longestFirst([...this.#secrets, { text, shell }]);
    if (shell === PLACEHOLDER && text.length >= SHORTEST) {
      this.#spellings = [...this.#spellings, ...spellingsOf({ text, shell })];
      this.#search = undefined;
      return;
    }
    // The key is found in what contains it, and the placeholder must stay what it is.
    const isNew = !text.includes(this.#key.text) && !PLACEHOLDER.includes(text);
    if (!isNew || this.#key.text.length < SHORTEST || text.length < SHORTEST_NEAR_MISS) return;
    this.#spellings = [...this.#spellings, { text, secret: { text, shell } }];
    this.#search = undefined;
  }

  /** Redacts the text of a server, which must be whole: half a secret is not found any more. */
  text(value: string): string {
    this.#search ??= new Search(this.#spellings);
    return textOfPieces(piecesOf(value, this.#search));
  }

  /** Redacts finished data before it leaves: every text in it, except in fields that never quote anybody. */
  data<T>(value: T, origin?: string, field = ''): T {
    if (typeof value === 'string') return (OWN_FIELDS.has(field) ? value : this.sentence(value, origin)) as T;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((one) => this.data(one, origin, field)) as T;
    const entries = Object.entries(value).map(([name, one]) => [name, this.data(one, origin, name)] as const);
    return Object.fromEntries(entries) as T;
  }

  /** Redacts our own words, which may quote a server. Addresses of the origin stay. */
  sentence(value: string, origin?: string): string {
    const parts = origin === undefined ? [value] : value.split(origin);
    return parts.map((part) => this.text(part)).join(origin);
  }

  /** Whoever catches it may print or log it. */
  error(error: unknown): unknown {
    if (!(error instanceof Error)) return this.sentence(String(error));
    const { message, stack = message } = error;
    return Object.assign(error, { message: this.sentence(message), stack: this.sentence(stack) });
  }

  requestHeader(name: string, value: string): readonly Piece[] {
    return headerPieces(name, value, this.#secrets).flatMap((piece) => this.#searched(piece));
  }

  requestTarget(origin: string, path: string): readonly Piece[] {
    const [route = '', ...query] = path.split('?');
    const parameters = query.length === 0 ? [] : queryPieces(query.join('?'), this.#secrets);
    return [{ text: origin }, ...this.ownText(route), ...parameters.flatMap((piece) => this.#searched(piece))];
  }

  /** A user may have put the key into the path of the base URL. */
  address(baseUrl: string): string {
    const { origin } = new URL(baseUrl);
    return textOfPieces(this.requestTarget(origin, baseUrl.slice(origin.length)));
  }

  own(value: string): string {
    return textOfPieces(this.ownText(value));
  }

  ownText(value: string): readonly Piece[] {
    return piecesOf(value, this.#keySearch);
  }

  #searched(piece: Piece): readonly Piece[] {
    return piece.shell === undefined ? this.ownText(piece.text) : [piece];
  }
}

function longestFirst(secrets: readonly Secret[]): readonly Secret[] {
  return secrets.filter(({ text }) => text !== '').sort((a, b) => b.text.length - a.text.length);
}

function piecesOf(value: string, search: Search): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { start, end, secret } of search.in(value)) {
    pieces.push({ text: value.slice(from, start) }, pieceOf(secret, value.slice(start, end)));
    from = end;
  }
  return [...pieces, { text: value.slice(from) }].filter(({ text }) => text !== '');
}
