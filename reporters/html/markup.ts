import { visible } from '../escape-controls.ts';

/** Trusted markup. Everything else is escaped when it is put into a page. */
export class Html {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  toString(): string {
    return this.#source;
  }
}

export type Content = Html | string | number | undefined | readonly Content[];

/** Trusts the text of the template, not what is put into it. */
export function html(template: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(
    template.map((literal, index) => (index === 0 ? literal : `${sourceOf(contents[index - 1])}${literal}`)).join(''),
  );
}

function sourceOf(content: Content): string {
  if (content === undefined) return '';
  if (content instanceof Html) return content.toString();
  if (Array.isArray(content)) return content.map(sourceOf).join('');
  return escaped(visible(String(content)));
}

/**
 * Text of a server, for reading and not for an attribute. Invisible characters, and those that turn the direction of
 * text, become escapes that look different from a backslash that was really sent.
 */
export function shown(text: string): Html {
  return new Html(
    escapedText(text).replace(UNSEEN, (characters) => `<span class="unseen">${visible(characters)}</span>`),
  );
}

/** Starts with a line break, because browsers drop the first one, which might belong to the text. */
export function preformatted(content: Html): Html {
  return html`<pre>\n${content}</pre>`;
}

/** For an attribute that a script reads back: every character is preserved. */
export function verbatim(text: string): Html {
  return new Html(escaped(text).replace(CONTROL, (character) => `&#${character.charCodeAt(0)};`));
}

const UNSEEN = /(?:(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}])+/gu;
const CONTROL = /\p{Cc}/gu;

function escapedText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Also for a value in quotes. */
function escaped(text: string): string {
  return escapedText(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}
