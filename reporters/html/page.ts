import { createHash } from 'node:crypto';
import { Html, html } from './markup.ts';

export interface Page {
  readonly title: string;
  readonly styles: string;
  /** Absent where the page needs none. */
  readonly script?: string;
  readonly body: Html;
}

/** The document around the content. It may load nothing, and run and style nothing but what is written in it. */
export function pageOf({ title, styles, script, body }: Page): string {
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor(styles, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Html(styles)}</style>
</head>
<body>
${body}${script === undefined ? [] : html`<script>${new Html(script)}</script>\n`}</body>
</html>
`.toString();
}

function policyFor(styles: string, script: string | undefined): Html {
  const directives = [
    "default-src 'none'",
    `style-src '${hashOf(styles)}'`,
    ...(script === undefined ? [] : [`script-src '${hashOf(script)}'`]),
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return new Html(directives.join('; '));
}

function hashOf(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`;
}
