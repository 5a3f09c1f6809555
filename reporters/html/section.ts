import { type Html, html } from './markup.ts';

/** A part of the page that can be linked to; nothing where there is nothing to tell. */
export function section(id: string, title: string, number: number, content: Html): Html | undefined {
  if (number === 0) return undefined;
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title} <small>${number.toLocaleString('en')}</small></h2>
${content}
</section>`;
}

/**
 * Where a requirement is told. The prefix keeps it from taking the name of a part of the page, and what is left is
 * plain enough to stand in an address as it is.
 */
export function anchorOf(requirement: string): string {
  const plain = requirement.replace(/[^\w.-]/g, (unit) => `~${unit.charCodeAt(0).toString(16)}`);
  return `requirement-${plain}`;
}
