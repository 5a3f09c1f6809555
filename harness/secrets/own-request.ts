import { memoize } from '../basics/memoize.ts';
import { CREDENTIAL_NAME } from './credentials.ts';
import type { Secret } from './spellings.ts';

/** A part of our own text: a literal, or a secret. */
export interface Piece {
  /** Shown in reports. */
  readonly text: string;
  /** For a secret, the shell expression that gives it back. */
  readonly shell?: string;
}

/** Headers of ours that never carry a credential. */
const PLAIN_HEADERS = new Set(['accept', 'accept-encoding', 'content-length', 'content-type', 'host', 'user-agent']);

/** Characters that may be beside a credential in a header. */
const BEFORE = /^$|[\s="':;,]/;
const AFTER = /^$|[\s"':;,]/;

export function textOfPieces(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

/** The secret as it was written: in percent escapes, the shell escapes it too. */
export function pieceOf({ text, shell }: Secret, written: string): Piece {
  if (written === text || written !== encodeURIComponent(text)) return { text: shell, shell };
  return { text: shell, shell: `$(node -p 'encodeURIComponent(process.argv[1])' -- "${shell}")` };
}

/** Cuts a header at the credentials in it. A scheme that is like the key stays. */
export function headerPieces(name: string, value: string, secrets: readonly Secret[]): readonly Piece[] {
  if (PLAIN_HEADERS.has(name.toLowerCase())) return [{ text: value }];
  const whole = secrets.find(({ text }) => text === value);
  if (whole) return [pieceOf(whole, value)];
  const start = name.toLowerCase() === 'authorization' ? schemeLength(value) : 0;
  return [{ text: value.slice(0, start) }, ...credentialPieces(value.slice(start), secrets)];
}

/** A probe sends the key right behind the scheme. */
function schemeLength(value: string): number {
  return /^bearer(?=\S)/i.exec(value)?.[0].length ?? value.indexOf(' ') + 1;
}

const waysToWrite = memoize(({ text }: Secret) => new Set([text, encodeURIComponent(text)]));

function credentialPieces(value: string, secrets: readonly Secret[]): readonly Piece[] {
  for (const secret of secrets) {
    for (const written of waysToWrite(secret)) {
      for (let at = value.indexOf(written); at >= 0; at = value.indexOf(written, at + 1)) {
        const end = at + written.length;
        if (!BEFORE.test(value[at - 1] ?? '') || !AFTER.test(value[end] ?? '')) continue;
        const before = credentialPieces(value.slice(0, at), secrets);
        return [...before, pieceOf(secret, written), ...credentialPieces(value.slice(end), secrets)];
      }
    }
  }
  return [{ text: value }];
}

/** Cuts a query, and adds the question mark. */
export function queryPieces(query: string, secrets: readonly Secret[]): readonly Piece[] {
  return query.split('&').flatMap((parameter, index) => {
    const joint = index === 0 ? '?' : '&';
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(parameter) ?? [];
    const secret = secrets.find(({ text }) => value === text || value === encodeURIComponent(text));
    if (secret === undefined || !CREDENTIAL_NAME.test(name)) return [{ text: `${joint}${parameter}` }];
    return [{ text: `${joint}${name}=` }, pieceOf(secret, value)];
  });
}
