/** The escapes of URLs, HTML, JSON, JavaScript, Python, CSS and C, also when backslashes are doubled. */
const USUAL = [
  '%[0-9a-f]{2}',
  '%u[0-9a-f]{4}',
  '&#x[0-9a-f]{1,8};?',
  '&#[0-9]{1,8};?',
  '&[a-z]{2,8};',
  '\\\\+u\\{[0-9a-f]{1,8}\\}',
  '\\\\+u0000[0-9a-f]{4}',
  '\\\\+u[0-9a-f]{4}',
  '\\\\+x\\{[0-9a-f]{1,8}\\}',
  '\\\\+x[0-9a-f]{2}',
  '\\\\+0000[0-9a-f]{2} ?',
  '\\\\+[01][0-7]{2}',
  '\\\\+[^]',
].join('|');

export const ESCAPES = new RegExp(USUAL, 'gi');

/** With those of quoted-printable, which also occur in ordinary text. */
export const MAIL_ESCAPES = new RegExp(`=[0-9a-f]{2}|=\\r?\\n|${USUAL}`, 'gi');

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  ast: '*',
  bsol: '\\',
  colon: ':',
  comma: ',',
  commat: '@',
  dash: '-',
  dollar: '$',
  equals: '=',
  excl: '!',
  grave: '`',
  gt: '>',
  hat: '^',
  hyphen: '-',
  lbrack: '[',
  lcub: '{',
  lowbar: '_',
  lpar: '(',
  lsqb: '[',
  lt: '<',
  nbsp: ' ',
  num: '#',
  percnt: '%',
  period: '.',
  plus: '+',
  quest: '?',
  quot: '"',
  rbrack: ']',
  rcub: '}',
  rpar: ')',
  rsqb: ']',
  semi: ';',
  sol: '/',
  verbar: '|',
};

/** Letters that stand for white space behind a backslash. */
const WHITE_SPACE_LETTERS = 'nrtbfv0';

const SPACE = 32;
const LENGTH_OF_OCTAL = 3;

/** The code of the escaped character; undefined if it only looks like an escape. */
export function codeOf(written: string): number | undefined {
  switch (written[0]) {
    case '%':
      return hexIn(written, 1);
    case '&':
      if (written[1] !== '#') return ENTITIES[written.slice(1, -1).toLowerCase()]?.charCodeAt(0);
      return /[0-9]/.test(written[2] ?? '') ? Number.parseInt(written.slice(2), 10) : hexIn(written, 2);
    case '=':
      return written.endsWith('\n') ? SPACE : hexIn(written, 1);
  }
  const text = written.slice(written.lastIndexOf('\\') + 1) || '\\';
  if (text.length === 1) return WHITE_SPACE_LETTERS.includes(text.toLowerCase()) ? SPACE : text.charCodeAt(0);
  return text.length === LENGTH_OF_OCTAL && /^[01]/.test(text) ? Number.parseInt(text, 8) : hexIn(text, 0);
}

/** Behind a letter and a bracket, if any. */
function hexIn(text: string, from: number): number {
  const start = /[ux]/i.test(text[from] ?? '') ? from + 1 : from;
  return Number.parseInt(text.slice(text[start] === '{' ? start + 1 : start), 16);
}
