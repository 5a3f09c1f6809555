import { plainSpelling, plainText } from './plain-spelling.ts';
import { type SecretForm, SHORTEST_ENCODED, secretForms } from './secret-forms.ts';

export interface Piece {
  /** What is shown. */
  readonly text: string;
  /** For a secret, the shell expression that gives exactly what stood there. */
  readonly shell?: string;
}

interface Placeholder {
  readonly text: string;
  readonly shell: string;
}

/** Takes the key out of whatever is recorded. What stands in its place is a shell expression that gives it back. */
export class Redactor {
  readonly #placeholders = new Map<string, Placeholder>();
  readonly #encoded = new Map<string, SecretForm & { readonly placeholder: string }>();
  #pattern: RegExp | undefined;
  #encodedPattern: RegExp | undefined;

  /** Long enough not to stand in ordinary text by chance. */
  readonly isDistinctive: boolean;

  constructor(key: string) {
    this.isDistinctive = key.length >= SHORTEST_ENCODED;
    this.add(key, '$PETSTORE_API_KEY');
  }

  /** A credential made from the key is as secret as the key: a near miss gives it away. */
  add(secret: string, placeholder: string): void {
    if (secret === '' || this.#placeholders.has(secret)) return;
    this.#placeholders.set(secret, { text: placeholder, shell: placeholder });
    const encoded = encodeURIComponent(secret);
    const encode = `$(node -p 'encodeURIComponent(process.argv[1])' -- "${placeholder}")`;
    if (!this.#placeholders.has(encoded)) this.#placeholders.set(encoded, { text: placeholder, shell: encode });
    this.#pattern = anyOf(this.#placeholders.keys());
    if (secret.length < SHORTEST_ENCODED) return;
    for (const form of secretForms(secret)) {
      if (!this.#encoded.has(form.text)) this.#encoded.set(form.text, { ...form, placeholder });
    }
    this.#encodedPattern = anyOf(this.#encoded.keys());
  }

  text(value: string): string {
    return this.pieces(value)
      .map((piece) => piece.text)
      .join('');
  }

  /** The text cut at its secrets, each replaced by its placeholder. */
  pieces(value: string): readonly Piece[] {
    if (!this.#pattern) return [{ text: value }];
    return value
      .split(this.#pattern)
      .flatMap((part, index) =>
        index % 2 === 1 ? [this.#placeholders.get(part) ?? { text: '' }] : this.#decodedPieces(part),
      )
      .filter((piece) => piece.text !== '');
  }

  holdsSecret(value: string): boolean {
    return this.pieces(value).some((piece) => piece.shell !== undefined);
  }

  /** Header names have no case, so the key is one in any. */
  headerName(name: string): string {
    const redacted = this.text(name);
    const lower = plainText(redacted).toLowerCase();
    const hidden = [...this.#encoded].find(([form]) => lower.includes(form.toLowerCase()));
    return hidden?.[1].placeholder ?? redacted;
  }

  /** The same for a secret that was escaped, encoded or split by spaces. */
  #decodedPieces(value: string): readonly Piece[] {
    const pattern = this.#encodedPattern;
    if (!pattern || plainText(value).search(pattern) < 0) return [{ text: value }];
    const { text, starts, ends } = plainSpelling(value);
    const pieces: Piece[] = [];
    let from = 0;
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const form = this.#encoded.get(found);
      if (form === undefined) continue;
      const first = form.before > 0 && isBase64(text[index - 1]) ? index - 1 : index;
      const end = index + found.length;
      const last = form.after > 0 && isBase64(text[end]) ? end : end - 1;
      pieces.push({ text: value.slice(from, Math.max(from, starts[first] ?? 0)) });
      pieces.push({ text: form.placeholder, shell: form.placeholder });
      from = ends[last] ?? from;
    }
    return [...pieces, { text: value.slice(from) }];
  }
}

function isBase64(character: string | undefined): boolean {
  return character !== undefined && /[\w+/-]/.test(character);
}

/** The longest first, so that a secret which holds another is taken out whole. */
function anyOf(forms: Iterable<string>): RegExp {
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return new RegExp(`(${longestFirst.map(escapeForRegExp).join('|')})`, 'g');
}

function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
