import { type Html, html, shown, verbatim } from './markup.ts';

/** A command line, and a button that copies it as it is. */
export function commandOf(command: string, copies: string): Html {
  return html`<div class="command"><pre><code>${shown(command)}</code></pre><button type="button" class="scripted-only" data-copy="${verbatim(command)}" aria-label="Copy ${copies}">Copy</button></div>`;
}
