/** A secret, and the shell expression that gives it back. */
export interface Secret {
  readonly text: string;
  readonly shell: string;
}

/** One way to write a secret, besides the escapes that the search knows. */
export interface Spelling {
  readonly text: string;
  readonly secret: Secret;
}

/** As it is, in hex, and in base64 of both alphabets. */
export function spellingsOf(secret: Secret): readonly Spelling[] {
  const bytes = Buffer.from(secret.text);
  const hex = bytes.toString('hex');
  // Three bytes make four characters, so the result depends on the position of the first byte in its group.
  const base64 = [0, 1, 2].flatMap((at) => [base64At(at, bytes, 'base64'), base64At(at, bytes, 'base64url')]);
  return [secret.text, hex, hex.toUpperCase(), ...base64].map((text) => ({ text, secret }));
}

/** Without the first and the last character, if they also contain bits of what is around the secret. */
function base64At(offset: number, bytes: Buffer, alphabet: 'base64' | 'base64url'): string {
  const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
  return shifted.toString(alphabet).slice(Math.ceil((offset * 8) / 6), Math.floor((shifted.length * 8) / 6));
}
