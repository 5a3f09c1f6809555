import { splitsPair } from '../json/json-text.ts';
import { type Found, findForms } from './find-secret.ts';
import { isDistinctive, isOrdinary } from './ordinary.ts';
import { type OwnSecret, ownPieces, type Piece, queryPieces, textOf } from './own-request.ts';
import { type SecretForm, secretForms } from './secret-forms.ts';
import { findToken, tokenViewsOf } from './whole-tokens.ts';

const PLACEHOLDER = '$PETSTORE_API_KEY';

/** Texts of megabytes are searched in parts, which overlap by the length of the longest escaped key. */
const LONGEST_ESCAPE = 16;
const SHORTEST_PART = 256 * 1024;

/** A text with the key more often than this is an attempt to make the report large. */
const MOST_FOUND = 10_000;

/** Headers are the same in every exchange, so their results are cached; of long texts only the last. */
const LONGEST_OF_MANY = 256;
const MOST_REMEMBERED = 500;

/** Every response has these, and no server repeats a key in them. */
const STRUCTURAL_HEADERS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

/** The author of a text: a server, us with a quote of a server, or us alone. */
type Author = 'server' | 'both' | 'us';

interface Replacement extends Found {
  readonly by: string;
}

/**
 * Replaces the key in everything that is recorded: in our own requests where we put it, in texts of servers wherever it
 * is found. The placeholder is a shell expression that gives it back.
 */
export class Redactor {
  /** The key can be found in any text; otherwise it is only searched for as a separate word. */
  readonly isDistinctive: boolean;
  readonly #key: string;
  /** The longest first, so that a secret that contains another is replaced whole. */
  #secrets: readonly OwnSecret[] = [];
  #forms: readonly SecretForm[] | undefined;
  readonly #remembered = new Map<string, readonly Replacement[]>();
  #last: { readonly value: string; readonly author: Author; readonly found: readonly Replacement[] } | undefined;

  constructor(key: string) {
    this.#key = key;
    this.isDistinctive = isDistinctive(key);
    this.add(key, PLACEHOLDER);
  }

  get warning(): string | undefined {
    if (this.isDistinctive || this.#key === '') return undefined;
    return 'The API key is too short or too common to be distinguished from ordinary text: reports hide it in credentials and where it is a word of its own, and nowhere else.';
  }

  /** Adds a credential that would reveal the key, such as a near miss. */
  add(secret: string, shell: string): void {
    if (secret === '' || this.#secrets.some(({ text }) => text === secret)) return;
    const added = { text: secret, shell, isDistinctive: isDistinctive(secret) };
    this.#secrets = [...this.#secrets, added].sort((a, b) => b.text.length - a.text.length);
    this.#remembered.clear();
    this.#last = undefined;
  }

  /** Redacts the text of a server. */
  text(value: string): string {
    return replaced(value, this.#findIn(value, 'server'));
  }

  /** The maximum length of the key in any form. */
  get longestForm(): number {
    return LONGEST_ESCAPE * this.#key.length;
  }

  /** The first characters of the text of a server, without a key that starts in them and ends behind. */
  start(whole: string, length: number): string {
    const value = whole.slice(0, length + this.longestForm);
    return this.#clipped(value, 0, Math.min(length, value.length));
  }

  /** The last characters, likewise. */
  end(whole: string, length: number): string {
    const value = whole.slice(-length - this.longestForm);
    return this.#clipped(value, Math.max(0, value.length - length), value.length);
  }

  #clipped(value: string, from: number, to: number): string {
    const found = this.#findIn(value, 'server');
    const across = (at: number) => found.find(({ start, end }) => start < at && end > at);
    const first = across(from)?.end ?? (splitsPair(value, from) ? from + 1 : from);
    const last = across(to)?.start ?? (splitsPair(value, to) ? to - 1 : to);
    const inside = found.filter(({ start, end }) => start >= first && end <= last);
    const moved = inside.map((each) => ({ ...each, start: each.start - first, end: each.end - first }));
    return replaced(value.slice(first, last), moved);
  }

  /** Redacts our own words, which may quote a server. Addresses of the origin stay. */
  sentence(value: string, origin?: string): string {
    const redact = (part: string) => replaced(part, this.#findIn(part, 'both'));
    return origin === undefined ? redact(value) : value.split(origin).map(redact).join(origin);
  }

  own(value: string): string {
    return textOf(this.ownText(value));
  }

  /** A user may have put the key into the path of the base URL. */
  address(baseUrl: string): string {
    const { origin } = new URL(baseUrl);
    return textOf(this.requestTarget(origin, baseUrl.slice(origin.length)));
  }

  responseHeader([name, value]: readonly [string, string]): readonly [string, string] {
    const isKept = !this.isDistinctive && STRUCTURAL_HEADERS.has(name.toLowerCase());
    return [this.isDistinctive ? this.text(name) : name, isKept ? value : this.text(value)];
  }

  requestHeader(name: string, value: string): readonly Piece[] {
    return ownPieces(name, value, this.#secrets).flatMap((piece) => this.#searched(piece));
  }

  requestTarget(origin: string, path: string): readonly Piece[] {
    const [route = '', ...query] = path.split('?');
    const parameters = query.length === 0 ? [] : queryPieces(query.join('?'), this.#secrets);
    return [{ text: origin }, ...this.ownText(route), ...parameters.flatMap((piece) => this.#searched(piece))];
  }

  ownText(value: string): readonly Piece[] {
    return this.#searched({ text: value });
  }

  /** Whether a server reveals the whole key, and not an ordinary word that is like it. */
  holdsSecret(value: string): boolean {
    return this.isDistinctive && this.#findIn(value, 'server').some(({ isWhole }) => isWhole);
  }

  /** The same for the plain key, in a body too long to search for its other forms. */
  isIn(bytes: Buffer): boolean {
    return this.isDistinctive && bytes.includes(this.#key);
  }

  #searched(piece: Piece): readonly Piece[] {
    if (piece.shell !== undefined || !this.isDistinctive) return [piece];
    const exact = piece.text.split(this.#key).flatMap((text, index) => {
      const literals = this.#cut(text);
      return index === 0 ? literals : [{ text: PLACEHOLDER, shell: PLACEHOLDER }, ...literals];
    });
    return exact.filter(({ text }) => text !== '');
  }

  #cut(text: string): readonly Piece[] {
    const pieces: Piece[] = [];
    let from = 0;
    for (const { start, end, by } of this.#findIn(text, 'us')) {
      pieces.push({ text: text.slice(from, start) }, { text: by, shell: by });
      from = end;
    }
    return [...pieces, { text: text.slice(from) }];
  }

  #findIn(value: string, author: Author): readonly Replacement[] {
    if (this.#key === '' || value === '') return [];
    if (value.length > LONGEST_OF_MANY) {
      if (this.#last?.value !== value || this.#last.author !== author) {
        this.#last = { value, author, found: this.#search(value, author) };
      }
      return this.#last.found;
    }
    const place = `${author} ${value}`;
    const found = this.#remembered.get(place) ?? this.#search(value, author);
    if (this.#remembered.size >= MOST_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(place, found);
    return found;
  }

  #search(value: string, author: Author): readonly Replacement[] {
    const overlap = this.longestForm;
    const length = Math.max(SHORTEST_PART, 3 * overlap);
    let found: readonly Replacement[] = [];
    for (let from = 0; from === 0 || from + overlap < value.length; from += length - overlap) {
      const inPart = withoutOverlaps(this.#findInPart(value.slice(from, from + length), author));
      const moved = inPart.map((each) => ({ ...each, start: each.start + from, end: each.end + from }));
      found = moved.length === 0 ? found : withoutOverlaps([...found, ...moved]);
      if (found.length > MOST_FOUND) return withoutTheRest(found, value.length);
    }
    return found;
  }

  #findInPart(part: string, author: Author): readonly Replacement[] {
    if (this.isDistinctive) this.#forms ??= secretForms(this.#key, isOrdinary);
    const whole = findForms(part, this.#forms ?? []);
    const replacements = whole.map((found) => ({ ...found, by: PLACEHOLDER }));
    return author === 'us' ? replacements : [...this.#findTokens(part, author), ...replacements];
  }

  /** Near misses, and a key that is like ordinary text. */
  #findTokens(part: string, author: Author): readonly Replacement[] {
    const secrets = this.#secrets.filter(({ text }) => !this.isDistinctive || text !== this.#key);
    const encoded = this.isDistinctive ? [] : wholeEncodings(this.#key);
    const tokens = [...secrets, ...encoded.map((text) => ({ text, shell: PLACEHOLDER, isDistinctive: false }))];
    const views = tokenViewsOf(part, tokens);
    return tokens.flatMap(({ text, shell, isDistinctive: isKnown }) => {
      // Numbers, literals and punctuation are part of every body.
      const isLikeAWord = /[a-z]/i.test(text) && !/^(?:true|false|null)$/.test(text);
      const isWord = isKnown || (author === 'server' && isLikeAWord);
      const anyCase = shell === PLACEHOLDER;
      return findToken(views, text, { isWord, anyCase }).map((found) => ({ ...found, by: shell }));
    });
  }
}

/** A shorter key is encoded to an ordinary word again. */
const SHORTEST_ENCODED = 4;

function wholeEncodings(key: string): readonly string[] {
  if (key.length < SHORTEST_ENCODED) return [];
  const bytes = Buffer.from(key);
  return [...new Set([bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')])];
}

/** Sorts, and joins overlaps under the name of the longest. */
function withoutOverlaps(found: readonly Replacement[]): readonly Replacement[] {
  const joined: Replacement[] = [];
  for (const next of [...found].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1);
    if (last === undefined || next.start >= last.end) {
      joined.push(next);
      continue;
    }
    const { by } = next.end - next.start > last.end - last.start ? next : last;
    const end = Math.max(last.end, next.end);
    joined[joined.length - 1] = { start: last.start, end, isWhole: last.isWhole || next.isWhole, by };
  }
  return joined;
}

/** The first ones, and all the rest in one piece. */
function withoutTheRest(found: readonly Replacement[], length: number): readonly Replacement[] {
  const kept = found.slice(0, MOST_FOUND);
  const start = kept.at(-1)?.end ?? 0;
  const by = ` … [${(length - start).toLocaleString('en')} characters with the key in many places are left out here]`;
  return [...kept, { start, end: length, isWhole: true, by }];
}

function replaced(value: string, replacements: readonly Replacement[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, by } of replacements) {
    parts.push(value.slice(from, start), by);
    from = end;
  }
  return [...parts, value.slice(from)].join('');
}
