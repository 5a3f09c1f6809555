import { createHash } from 'node:crypto';
import { Html, html } from './markup.ts';

export interface Page {
  readonly title: string;
  readonly styles: string;
  /** Absent where the page needs none. */
  readonly script?: string;
  /** Whether the script may talk to the server that the page comes from. */
  readonly connects?: boolean;
  readonly body: Html;
}

/** The document around the content. It may load nothing, and run and style nothing but what is written in it. */
export function pageOf({ title, styles, script, connects = false, body }: Page): string {
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor(styles, script, connects)}">
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
