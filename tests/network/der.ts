/** As much of DER (ITU-T X.690) as a certificate needs. */

export const sequence = (...parts: readonly Buffer[]) => tagged(0x30, Buffer.concat(parts));
export const set = (...parts: readonly Buffer[]) => tagged(0x31, Buffer.concat(parts));
export const boolean = (value: boolean) => tagged(0x01, Buffer.from([value ? 0xff : 0]));
/** Positive: the first bit of the bytes is 0. */
export const integer = (bytes: Buffer) => tagged(0x02, bytes);
export const bitString = (bytes: Buffer) => tagged(0x03, Buffer.concat([Buffer.from([0]), bytes]));
export const octetString = (bytes: Buffer) => tagged(0x04, bytes);
export const text = (value: string) => tagged(0x0c, Buffer.from(value));
export const context = (number: number, content: Buffer, isConstructed = true) =>
  tagged((isConstructed ? 0xa0 : 0x80) + number, content);

/** UTCTime, YYMMDDHHMMSSZ. */
export function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/\D/g, '').slice(2, 14);
  return tagged(0x17, Buffer.from(`${digits}Z`));
}

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(number: number): readonly number[] {
  const digits = [number & 0x7f];
  for (let left = number >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
  return digits;
}

function tagged(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
}

function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}
