/** A secret, and the shell expression that gives it back. */
export interface Secret {
  readonly text: string;
  readonly shell: string;
}

/** One way to write a secret. */
export interface Spelling {
  readonly text: string;
  readonly secret: Secret;
}

/** As it is, also with the spaces of a form, and what becomes of text beyond ASCII. */
export function plainSpellings(secret: Secret): readonly Spelling[] {
  const { text } = secret;
  const texts = [text, text.replaceAll(' ', '+'), ...(/^[\0-\x7f]*$/.test(text) ? [] : misread(text))];
  return [...new Set(texts)].map((spelling) => ({ text: spelling, secret }));
}

/** Bytes in one encoding, read in another: headers show UTF-8 as Latin-1, and bodies are read as UTF-8 or as Latin-1. */
function misread(text: string): readonly string[] {
  const utf16 = Buffer.from(text, 'utf16le');
  const written = [Buffer.from(text, 'latin1'), utf16, Buffer.from(utf16).swap16()];
  return [Buffer.from(text).toString('latin1'), ...written.flatMap((bytes) => [bytes.toString('latin1'), `${bytes}`])];
}

/** Percent, JSON and HTML escapes and UTF-16 are not among them: the search undoes those in the text. */
export function allSpellings(secret: Secret): readonly Spelling[] {
  const bytes = Buffer.from(secret.text);
  const hex = bytes.toString('hex');
  // Three bytes make four characters, so the result depends on the position of the first byte in its group.
  const base64 = [0, 1, 2].flatMap((at) => [base64At(at, bytes, 'base64'), base64At(at, bytes, 'base64url')]);
  return [...plainSpellings(secret), ...[hex, hex.toUpperCase(), ...base64].map((text) => ({ text, secret }))];
}

/** Without the first and the last character, if they also contain bits of what is around the secret. */
function base64At(offset: number, bytes: Buffer, alphabet: 'base64' | 'base64url'): string {
  const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
  return shifted.toString(alphabet).slice(Math.ceil((offset * 8) / 6), Math.floor((shifted.length * 8) / 6));
}
