import { splitsPair } from '../json/json-text.ts';
import { type Found, findForms } from './find-secret.ts';
import { isDistinctive, isOrdinary } from './ordinary.ts';
import { type OwnSecret, ownPieces, type Piece, queryPieces, textOf } from './own-request.ts';
import { type SecretForm, secretForms } from './secret-forms.ts';
import { findToken, tokenViewsOf } from './whole-tokens.ts';

const PLACEHOLDER = '$PETSTORE_API_KEY';

/** Texts of megabytes are searched in parts, which overlap by what the longest escape makes of a key. */
const LONGEST_ESCAPE = 16;
const SHORTEST_PART = 256 * 1024;

/** A text that has the key more often than this is the work of somebody who wants it to be large. */
const MOST_FOUND = 10_000;

/** Headers are the same in every exchange, so what was found in them is remembered; of long texts only the last is. */
const LONGEST_OF_MANY = 256;
const MOST_REMEMBERED = 500;

/** A response is full of these, and no server gives a key away in them. */
const STRUCTURAL_HEADERS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

/** Whose words a text has: a server's, ours with those of a server quoted in them, or ours alone. */
type Author = 'server' | 'both' | 'us';

interface Replacement extends Found {
  readonly by: string;
}

/**
 * Takes the key out of whatever is recorded. Our own requests are redacted where we put the key, the texts of servers
 * wherever it is found, and our own words never. What takes its place is a shell expression that gives it back.
 */
export class Redactor {
  /** Whether the key can be found in any text; if not, it is only looked for as a word of its own. */
  readonly isDistinctive: boolean;
  readonly #key: string;
  /** The longest first, so that a secret which has another in it is taken out whole. */
  #secrets: readonly OwnSecret[] = [];
  #forms: readonly SecretForm[] | undefined;
  readonly #remembered = new Map<string, readonly Replacement[]>();
  #last: { readonly value: string; readonly author: Author; readonly found: readonly Replacement[] } | undefined;

  constructor(key: string) {
    this.#key = key;
    this.isDistinctive = isDistinctive(key);
    this.add(key, PLACEHOLDER);
  }

  /** One sentence for a key that is like ordinary text. */
  get warning(): string | undefined {
    if (this.isDistinctive || this.#key === '') return undefined;
    return 'The API key is too short or too common to be distinguished from ordinary text: reports hide it in credentials and where it is a word of its own, and nowhere else.';
  }

  /** A credential made from the key, such as a near miss, which gives the key away. */
  add(secret: string, shell: string): void {
    if (secret === '' || this.#secrets.some(({ text }) => text === secret)) return;
    const added = { text: secret, shell, isDistinctive: isDistinctive(secret) };
    this.#secrets = [...this.#secrets, added].sort((a, b) => b.text.length - a.text.length);
    this.#remembered.clear();
    this.#last = undefined;
  }

  /** What a server said, without the key in any of its forms. */
  text(value: string): string {
    return replaced(value, this.#findIn(value, 'server'));
  }

  /** How far from its beginning a key may end, whichever way it is written. */
  get longestForm(): number {
    return LONGEST_ESCAPE * this.#key.length;
  }

  /** The first characters of what a server said, without a key that begins in them and ends behind. */
  start(whole: string, length: number): string {
    const value = whole.slice(0, length + this.longestForm);
    const found = this.#findIn(value, 'server');
    const limit = Math.min(length, value.length);
    const across = found.find(({ start, end }) => start < limit && end > limit);
    const at = across?.start ?? (splitsPair(value, limit) ? limit - 1 : limit);
    return replaced(
      value.slice(0, at),
      found.filter(({ end }) => end <= at),
    );
  }

  /** The last characters, likewise. */
  end(whole: string, length: number): string {
    const value = whole.slice(-length - this.longestForm);
    const found = this.#findIn(value, 'server');
    const limit = Math.max(0, value.length - length);
    const across = found.find(({ start, end }) => start < limit && end > limit);
    const at = across?.end ?? (splitsPair(value, limit) ? limit + 1 : limit);
    const inside = found.filter(({ start }) => start >= at);
    return replaced(
      value.slice(at),
      inside.map((each) => ({ ...each, start: each.start - at, end: each.end - at })),
    );
  }

  /** Our own words, which may quote a server. Addresses of the origin stay as they are. */
  sentence(value: string, origin?: string): string {
    const redact = (part: string) => replaced(part, this.#findIn(part, 'both'));
    return origin === undefined ? redact(value) : value.split(origin).map(redact).join(origin);
  }

  /** What only we choose: it has the key by accident, if at all. */
  own(value: string): string {
    return textOf(this.ownText(value));
  }

  /** A base URL, whose path a user may have put the key into. */
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

  /** Whether a server gives the key away: all of it, and not by an ordinary word that is like it. */
  holdsSecret(value: string): boolean {
    return this.isDistinctive && this.#findIn(value, 'server').some(({ isWhole }) => isWhole);
  }

  /** The same for the key as it is, in a body too long to be searched for more. */
  isIn(bytes: Buffer): boolean {
    return this.isDistinctive && bytes.includes(this.#key);
  }

  /** What we wrote ourselves, cut at a key that nobody expects there. */
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
    const whole = this.isDistinctive ? findForms(part, this.#formsOfKey()) : [];
    const replacements = whole.map((found) => ({ ...found, by: PLACEHOLDER }));
    return author === 'us' ? replacements : [...this.#findTokens(part, author), ...replacements];
  }

  /** What is not searched for everywhere: near misses, and a key that is like ordinary text. */
  #findTokens(part: string, author: Author): readonly Replacement[] {
    const secrets = this.#secrets.filter(({ text }) => !this.isDistinctive || text !== this.#key);
    const encoded = this.isDistinctive ? [] : wholeEncodings(this.#key);
    const tokens = [...secrets, ...encoded.map((text) => ({ text, shell: PLACEHOLDER, isDistinctive: false }))];
    const views = tokenViewsOf(
      part,
      tokens.map(({ text }) => text),
    );
    return tokens.flatMap(({ text, shell, isDistinctive: isKnown }) => {
      const isWord = isKnown || (author === 'server' && isLikeAWord(text));
      const anyCase = shell === PLACEHOLDER;
      return findToken(views, text, { isWord, anyCase }).map((found) => ({ ...found, by: shell }));
    });
  }

  #formsOfKey(): readonly SecretForm[] {
    this.#forms ??= secretForms(this.#key, isOrdinary);
    return this.#forms;
  }
}

/** What a shorter key is encoded to is an ordinary word again. */
const SHORTEST_ENCODED = 4;

function wholeEncodings(key: string): readonly string[] {
  if (key.length < SHORTEST_ENCODED) return [];
  const bytes = Buffer.from(key);
  return [...new Set([bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')])];
}

/** Numbers, literals and punctuation are part of every body. */
function isLikeAWord(token: string): boolean {
  return /[a-z]/i.test(token) && !/^(?:true|false|null)$/.test(token);
}

/** In order, with what overlaps joined; the name is that of the longest. */
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

/** The first of them, and all that comes after in one piece. */
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
