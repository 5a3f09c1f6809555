import { type EffectiveOutcome, LOOKS } from '../effective-outcome.ts';
import { type Content, type Html, html, shown, verbatim } from './markup.ts';

/** A part of the page with an anchor; undefined if there is nothing to show. */
export function section(
  id: string,
  title: string,
  number: number,
  content: Content,
  level: 2 | 3 = 2,
): Html | undefined {
  if (number === 0) return undefined;
  const words = html`${title} <small>${number.toLocaleString('en')}</small>`;
  return html`<section id="${id}" aria-labelledby="${id}-title">
${level === 2 ? html`<h2 id="${id}-title">${words}</h2>` : html`<h3 id="${id}-title">${words}</h3>`}
${content}
</section>`;
}

/** The prefix keeps requirements apart from parts of the page; what is escaped would change in an address. */
export function anchorOf(requirement: string): string {
  const plain = requirement.replace(/[^\w.-]/g, (unit) => `~${unit.charCodeAt(0).toString(16)}`);
  return `requirement-${plain}`;
}

/** Not linked if there are no details elsewhere on the page. */
export function nameOf(id: string, isLinked: boolean): Html {
  const name = html`<code>${shown(id)}</code>`;
  return isLinked ? html`<a href="#${anchorOf(id)}">${name}</a>` : name;
}

/** Hidden from screen readers, because the word is beside it. */
export function markOf(effective: EffectiveOutcome): Html {
  return html`<span class="mark ${effective}" aria-hidden="true">${LOOKS[effective].mark}</span>`;
}

export function commandOf(command: string, copies: string): Html {
  return html`<div class="command"><pre><code>${shown(command)}</code></pre><button type="button" class="scripted-only" data-copy="${verbatim(command)}" aria-label="Copy ${copies}">Copy</button></div>`;
}

export function headCells(...titles: readonly string[]): readonly Html[] {
  return titles.map((title) => html`<th scope="col">${title}</th>`);
}
