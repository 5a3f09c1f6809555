import { createHash } from 'node:crypto';
import { Html, html } from './markup.ts';
import { script } from './script.ts';
import { styles } from './styles.ts';

/** The document around the content. It may load nothing, and run and style nothing but what is written here. */
export function pageOf(title: string, body: Html): string {
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
${body}
<p id="status" class="unheard" role="status"></p>
<script>${new Html(script)}</script>
</body>
</html>
`.toString();
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
