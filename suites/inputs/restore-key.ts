import type { RunFacts } from '../../harness/engine/run-facts.ts';
import { CREDENTIALS } from './credentials.ts';

const PLACEHOLDER = /\$\{PETSTORE_API_KEY\}|\$PETSTORE_API_KEY/g;
/** A part of the key, and all of it with another character at one place. */
const PART = /\$\{PETSTORE_API_KEY:(\d{1,9})(?::(\d{1,9}))?\}/g;
const CHANGED = /\$\{PETSTORE_API_KEY:0:\d{1,9}\}[xy78]\$\{PETSTORE_API_KEY:\d{1,9}\}/g;

/** Puts a key into texts of a report or an archive, which have shell expressions in place of it and what is made from it. */
export class KeyRestorer {
  readonly #key: string;
  readonly #made: readonly (readonly [text: string, shell: string])[];
  readonly #hidden = new Map<string, string>();

  constructor(key: string) {
    this.#key = key;
    const shown = CREDENTIALS.values.flatMap(({ make }) => make(key).shown ?? []);
    this.#made = shown.map(({ text, shell }) => [this.#stillWrong(text), shell] as const);
  }

  text(text: string): string {
    if (!text.includes('PETSTORE_API_KEY')) return text;
    const random = [...text.matchAll(CHANGED)].map(([shell]) => [this.#stillWrong(this.#whole(shell)), shell] as const);
    // One expression may be part of another.
    const all = [...this.#made, ...random].toSorted(([, one], [, other]) => other.length - one.length);
    let rest = text;
    for (const [secret, shell] of all) {
      if (!rest.includes(shell)) continue;
      this.#hidden.set(secret, shell);
      rest = rest.replaceAll(shell, () => secret);
    }
    return this.#whole(rest);
  }

  /** What was made from the key and put into a text, with its shell expressions. */
  get hidden(): RunFacts['hidden'] {
    return [...this.#hidden];
  }

  /** What is wrong in the key of the run may be right in this one, such as another digit. */
  #stillWrong(text: string): string {
    return text === this.#key ? `${text}~` : text;
  }

  #whole(text: string): string {
    const part = (_all: string, from: string, count?: string) =>
      this.#key.slice(Number(from), count === undefined ? undefined : Number(from) + Number(count));
    return text.replace(PART, part).replace(PLACEHOLDER, () => this.#key);
  }
}
