import { createHash } from 'node:crypto';
import { SUITE_NAME, SUITE_VERSION } from '../../harness/report/suite-version.ts';
import type { EffectiveOutcome } from '../effective-outcome.ts';
import { type Content, Html, html, shown } from './markup.ts';
import { styles } from './styles.ts';

export interface Page {
  /** Of the window; the heading unless given. */
  readonly title?: string;
  /** That of the report; this version unless given. */
  readonly suite?: { readonly name: string; readonly version: string };
  readonly effective: EffectiveOutcome;
  readonly heading: string;
  readonly sentence?: string | undefined;
  readonly notes?: Content;
  readonly facts?: readonly (readonly [name: string, value: Html | string])[];
  readonly summary?: Content;
  readonly main: Content;
  readonly footer?: Html;
  readonly script?: string;
  /** Only in a page that talks to the server it comes from. */
  readonly live?: { readonly toolbar: Html; readonly styles: string };
}

const THIS_SUITE = { name: SUITE_NAME, version: SUITE_VERSION };

/** The page must not load anything, nor run or apply scripts and styles other than its own. */
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

function mastheadOf({ suite = THIS_SUITE, effective, heading, sentence, notes, facts = [], summary }: Page): Html {
  return html`<header class="masthead">
<p class="quiet">${suite.name} ${suite.version}</p>
<h1>${roundMark(effective)}${shown(heading)}</h1>
${sentence === undefined ? undefined : html`<p class="sentence">${shown(sentence)}</p>`}
${notes}
${facts.length === 0 ? undefined : html`<dl class="facts">${facts.map(([name, value]) => html`\n<div><dt>${name}</dt><dd>${value}</dd></div>`)}\n</dl>`}
${summary}
</header>`;
}

/** In one time zone, so that the same report gives the same page everywhere. */
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

function roundMark(effective: EffectiveOutcome): Html {
  return html`<svg class="${effective}" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"><circle cx="12" cy="12" r="10.5" stroke-width="1.8"/><path d="${PATHS[effective] ?? QUESTION}"/></svg>`;
}

const QUESTION = 'M9.2 9.4a2.9 2.9 0 1 1 4.4 2.4c-1 .6-1.6 1.1-1.6 2.2M12 17.3v.1';

const PATHS: Readonly<Partial<Record<EffectiveOutcome, string>>> = {
  pass: 'M7.5 12.5l3 3 6-6.5',
  fail: 'M8.5 8.5l7 7m0-7l-7 7',
  warn: 'M12 6.5v7M12 17.3v.1',
  observed: 'M7.5 9.5h9M7.5 14.5h9',
};
