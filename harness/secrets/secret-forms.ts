import { plainText } from './plain-spelling.ts';

/** One way in which a secret may be written, to be searched for in the plain spelling of a text. */
export interface SecretForm {
  readonly text: string;
  /** Characters beside it that hold a few bits of it too, as base64 has them. */
  readonly before: number;
  readonly after: number;
}

/** What a shorter secret is encoded to is met by chance in ordinary text. */
export const SHORTEST_ENCODED = 8;

/** The secret as it stands, in hex and in base64, also in the middle of a longer base64 text. */
export function secretForms(secret: string): readonly SecretForm[] {
  const hex = Buffer.from(secret).toString('hex');
  const whole = [...plainForms(secret), hex, hex.toUpperCase()];
  return [
    ...[...new Set(whole)].map((text) => ({ text, before: 0, after: 0 })),
    ...[0, 1, 2].flatMap((offset) => base64Forms(secret, offset)),
  ];
}

/** What becomes of the secret when escapes are undone: those around it, or what looks like one inside of it. */
function plainForms(secret: string): readonly string[] {
  const escaped = [secret, secret.replaceAll(' ', '+'), JSON.stringify(secret).slice(1, -1)];
  return [secret.replaceAll(' ', ''), ...escaped.map(plainText)];
}

/** Three bytes make four characters, so what a secret becomes depends on how many bytes of a three stand before it. */
function base64Forms(secret: string, offset: number): readonly SecretForm[] {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
  const first = Math.ceil((offset * 8) / 6);
  const last = Math.floor((bytes.length * 8) / 6);
  const texts = [bytes.toString('base64'), bytes.toString('base64url')].map((text) => text.slice(first, last));
  const before = offset === 0 ? 0 : 1;
  const after = (bytes.length * 8) % 6 === 0 ? 0 : 1;
  return [...new Set(texts)].map((text) => ({ text, before, after }));
}
