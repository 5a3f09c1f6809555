/** Takes the key out of whatever is recorded. What stands in its place is the shell expression that gives it back. */
export class Redactor {
  readonly #placeholders = new Map<string, string>();
  #pattern: RegExp | undefined;

  constructor(key: string) {
    this.add(key, '$PETSTORE_API_KEY');
  }

  /** A credential made from the key is as secret as the key: a near miss gives it away. */
  add(secret: string, placeholder: string): void {
    if (secret === '') return;
    for (const form of new Set([secret, encodeURIComponent(secret)])) {
      if (!this.#placeholders.has(form)) this.#placeholders.set(form, placeholder);
    }
    const longestFirst = [...this.#placeholders.keys()].sort((a, b) => b.length - a.length);
    this.#pattern = new RegExp(`(${longestFirst.map(escapeForRegExp).join('|')})`, 'g');
  }

  text(value: string): string {
    return this.pieces(value)
      .map((piece) => piece.text)
      .join('');
  }

  /** The text cut at its secrets, each replaced by its placeholder. */
  pieces(value: string): readonly { readonly text: string; readonly secret: boolean }[] {
    if (!this.#pattern) return [{ text: value, secret: false }];
    return value
      .split(this.#pattern)
      .map((part, index) =>
        index % 2 === 1 ? { text: this.#placeholders.get(part) ?? '', secret: true } : { text: part, secret: false },
      )
      .filter((piece) => piece.text !== '');
  }

  holdsSecret(value: string): boolean {
    return this.#pattern !== undefined && value.search(this.#pattern) >= 0;
  }
}

function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
