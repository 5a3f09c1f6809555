import { createHash } from 'node:crypto';
import { SUITE_NAME, SUITE_VERSION } from '../../harness/report/suite-version.ts';
import type { EffectiveOutcome } from '../effective-outcome.ts';
import { markElement } from './elements.ts';
import { type Content, Html, html, shown } from './markup.ts';
import { script } from './script.ts';
import { styles } from './styles.ts';

export interface HtmlPage {
  /** Of the window; the heading unless given. */
  readonly title?: string;
  /** That of the report; this version unless given. */
  readonly suite?: { readonly name: string; readonly version: string };
  readonly effective: EffectiveOutcome;
  readonly heading: string;
  readonly sentence?: string | undefined;
  readonly notes?: readonly string[];
  readonly facts?: readonly (readonly [name: string, value: string])[];
  readonly summary?: Content;
  readonly main: Content;
  readonly footer?: Content;
}

/** One self-contained file that may not load anything, nor run or apply scripts and styles other than its own. */
export function pageDocument(page: HtmlPage): string {
  const { heading, title = heading, main, footer } = page;
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Html(styles)}</style>
</head>
<body>
<a class="skip-link" href="#main">Skip to the findings</a>
${mastheadOf(page)}
<main id="main" tabindex="-1">
${main}
</main>
<footer>${footer}</footer>
<p id="status" class="unheard" role="status"></p>
<script>${new Html(script)}</script>
</body>
</html>
`.toString();
}

function mastheadOf(page: HtmlPage): Html {
  const { suite = { name: SUITE_NAME, version: SUITE_VERSION }, effective, heading, sentence } = page;
  const { notes = [], facts = [], summary } = page;
  const items = facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${shown(value)}</dd></div>\n`);
  return html`<header>
<p class="quiet">${shown(suite.name)} ${shown(suite.version)}</p>
<h1>${markElement(effective)} ${shown(heading)}</h1>
${sentence && html`<p class="sentence">${shown(sentence)}</p>`}
${notes.map((note) => html`<p class="note text">${shown(note)}</p>\n`)}
<dl class="facts">
${items}</dl>
${summary}
</header>`;
}

function policy(): Html {
  const directives = [
    "default-src 'none'",
    `style-src '${hashOf(styles)}'`,
    `script-src '${hashOf(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return new Html(directives.join('; '));
}

function hashOf(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`;
}
