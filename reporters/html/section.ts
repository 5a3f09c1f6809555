import { type Html, html } from './markup.ts';

/** A part of the page that can be linked to; nothing where there is nothing to show. */
export function section(id: string, title: string, number: number, content: Html, level: 2 | 3 = 2): Html | undefined {
  if (number === 0) return undefined;
  const words = html`${title} <small>${number.toLocaleString('en')}</small>`;
  return html`<section id="${id}" aria-labelledby="${id}-title">
${level === 2 ? html`<h2 id="${id}-title">${words}</h2>` : html`<h3 id="${id}-title">${words}</h3>`}
${content}
</section>`;
}

/**
 * Where a requirement is reported. The prefix keeps it from taking the name of a part of the page, and what is left is
 * plain enough to stand in an address as it is.
 */
export function anchorOf(requirement: string): string {
  const plain = requirement.replace(/[^\w.-]/g, (unit) => `~${unit.charCodeAt(0).toString(16)}`);
  return `requirement-${plain}`;
}
