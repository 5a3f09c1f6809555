/** Markdown that only shows the text, which may come from a server. */
export function markdownText(text: string): string {
  return inlineText(text.trim()).replace(/^[-+=]|(?<=^\d+)[.)]/, '\\$&');
}

/** The same in the middle of a line. */
export function inlineText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>&|~$!]/g, '\\$&')
    .replace(/:(?=\/\/)|(?<=\bwww)\./gi, '\\$&')
    .replace(/[@#]/g, `$&${NOTHING}`);
}

/** After the sign, so that nobody is notified and no issue is linked. */
const NOTHING = '&#8203;';

export function codeSpan(text: string): string {
  const content = text.replace(/\s+/g, ' ').trim();
  if (content === '') return '';
  const fence = '`'.repeat(longestRun(content) + 1);
  const gap = content.startsWith('`') || content.endsWith('`') ? ' ' : '';
  return `${fence}${gap}${content}${gap}${fence}`;
}

export function codeBlock(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}text\n${text}\n${fence}`;
}

/** For HTML, in which Markdown is not read. */
export function htmlText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[^\w .,;()/=-]/gu, (character) => `&#${character.codePointAt(0)};`);
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
