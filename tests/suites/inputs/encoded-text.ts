import { expect } from 'vitest';

/** Characters that a URL may contain as they are: anything else would have to be escaped. */
const PLAIN = /^(?:[A-Za-z0-9\-._~!$'()*,:@=&]|%[0-9A-F]{2})*$/;

/** Expects well-formed escapes that no proxy answers by itself, and UTF-8 unless the entry says otherwise. */
export function expectEncoded(text: string, utf8: boolean): void {
  expect(text).toMatch(PLAIN);
  expect(text.length).toBeLessThanOrEqual(200);
  const bytes = bytesOf(text);
  expect([...bytes].filter((byte) => byte < 0x20 || byte === 0x7f)).toEqual([]);
  expect(isUtf8(bytes)).toBe(utf8);
  if (utf8) expect(decodeURIComponent(text)).not.toMatch(/\p{Cc}/u);
}

function bytesOf(text: string): Uint8Array {
  const latin1 = text.replace(/%([0-9A-F]{2})/g, (_escape, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(latin1, 'latin1');
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
