const ESCAPE = /^\\[dDsSwWbB]$/;
/** Escapes and classes are one token each, so that what stands inside them is not taken for an anchor or a quantifier. */
const TOKEN = /\\.|\[(?:\\.|[^\]\\])*\]|\(\?[:=!]|[\^$+*?]/g;

/** Every way to get a regular expression slightly wrong: anchors, quantifiers, classes and flags, one at a time. */
export function changedPatterns({ pattern, flags }: { readonly pattern: string; readonly flags: string }) {
  const inside = [...pattern.matchAll(TOKEN)].flatMap(({ 0: token, index }) =>
    changedTokens(token).map(
      (changed) => `/${pattern.slice(0, index)}${changed}${pattern.slice(index + token.length)}/${flags}`,
    ),
  );
  const fewerFlags = [...flags].map((flag) => `/${pattern}/${flags.replace(flag, '')}`);
  return [...inside, ...fewerFlags];
}

function changedTokens(token: string): readonly string[] {
  if (ESCAPE.test(token)) return [`\\${oppositeCase(token.slice(1))}`];
  if (token.startsWith('[^')) return [`[${token.slice(2)}`];
  if (token.startsWith('[')) return [`[^${token.slice(1)}`];
  switch (token) {
    case '^':
    case '$':
    case '+':
    case '?':
      return [''];
    case '*':
      return ['', '+'];
    default:
      return [];
  }
}

function oppositeCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}
