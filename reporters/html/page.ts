import { createHash } from 'node:crypto';
import type { EffectiveOutcome } from '../effective-outcome.ts';
import { type Content, Html, html, shown } from './markup.ts';
import { styles } from './styles.ts';
import { roundMark } from './verdict.ts';

/** What every page has in the same place. */
export interface Page {
  /** Of the window, where it says more than the heading. */
  readonly title?: string;
  readonly suite: { readonly name: string; readonly version: string };
  readonly effective: EffectiveOutcome;
  readonly heading: string;
  readonly sentence?: string | undefined;
  /** Between the sentence and the facts. */
  readonly notes?: Content;
  readonly facts?: readonly Fact[];
  /** At the end of the masthead. */
  readonly summary?: Content;
  readonly main: Content;
  readonly footer?: Html;
  /** Absent where the page needs none. */
  readonly script?: string;
  /** What a page that talks to the server it comes from has besides. */
  readonly live?: { readonly toolbar: Html; readonly styles: string };
}

export type Fact = readonly [name: string, value: Html | string];

/** The document around the content. It may load nothing, and run and style nothing but what is written in it. */
export function pageOf(page: Page): string {
  const { heading, title = heading, main, footer, script, live } = page;
  const allStyles = styles + (live?.styles ?? '');
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor(allStyles, script, live !== undefined)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Html(allStyles)}</style>
</head>
<body>
<a class="skip-link" href="#main">Skip to the findings</a>
${live?.toolbar}${mastheadOf(page)}
<main id="main" tabindex="-1">
${main}
</main>
${footer}
${script === undefined ? [] : html`<p id="status" class="unheard" role="status"></p>\n<script>${new Html(script)}</script>\n`}</body>
</html>
`.toString();
}

/** The whole at a glance: what it says, of what, and when. */
function mastheadOf({ suite, effective, heading, sentence, notes, facts = [], summary }: Page): Html {
  return html`<header class="masthead">
<p class="quiet">${suite.name} ${suite.version}</p>
<h1>${roundMark(effective)}${shown(heading)}</h1>
${sentence === undefined ? undefined : html`<p class="sentence">${shown(sentence)}</p>`}
${notes}
${facts.length === 0 ? undefined : html`<dl class="facts">${facts.map(([name, value]) => html`\n<div><dt>${name}</dt><dd>${value}</dd></div>`)}\n</dl>`}
${summary}
</header>`;
}

/** Written in one time zone, so that the same report is the same page everywhere. */
export function momentOf(startedAt: string): Html {
  const date = new Date(startedAt);
  if (Number.isNaN(date.getTime())) return shown(startedAt);
  const words = date.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });
  return html`<time datetime="${startedAt}">${words} UTC</time>`;
}

function policyFor(styles: string, script: string | undefined, connects: boolean): Html {
  const directives = [
    "default-src 'none'",
    `style-src '${hashOf(styles)}'`,
    ...(script === undefined ? [] : [`script-src '${hashOf(script)}'`]),
    ...(connects ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return new Html(directives.join('; '));
}

function hashOf(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`;
}
