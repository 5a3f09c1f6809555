import { FOLDED, folded, readingsOf } from './views.ts';

/** One way to write a secret, folded like the text that is searched. */
export interface SecretForm {
  readonly text: string;
  /** Parts that identify it: a key that was cut or changed still has one of them. */
  readonly anchors: readonly Anchor[];
  /** The characters beside it contain some of its bits, as in base64. */
  readonly sharesFirst: boolean;
  readonly sharesLast: boolean;
}

export interface Anchor {
  readonly text: string;
  /** Its position in the form. */
  readonly at: number;
}

/** A shorter form is searched for as a whole: half of it occurs in ordinary text by chance. */
const SHORTEST_IN_PARTS = 16;
const LONGEST_ANCHOR = 64;
/** The first, one in the middle and the last. */
const MOST_ANCHORS = 3;
/** A text of fewer different characters, such as zeros, occurs by chance at any length. */
const FEWEST_CHARACTERS = 4;

const CASES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toLowerCase(),
  (text) => text.toUpperCase(),
];

/** `isOrdinary` says which parts occur in any text. */
export function secretForms(secret: string, isOrdinary: (text: string) => boolean): readonly SecretForm[] {
  const cased = [...new Set(CASES.map((change) => change(secret)))];
  const plain = [
    ...readingsOf(secret, FOLDED),
    ...readingsOf(secret.replaceAll(' ', '+'), FOLDED),
    ...[...encodings(secret), ...cased.map(hexOf)].map(folded),
  ];
  const forms = [
    ...plain.map((text) => ({ text, sharesFirst: false, sharesLast: false })),
    ...[...cased.map((text) => Buffer.from(text)), Buffer.from(secret, 'utf16le')].flatMap((bytes) =>
      OFFSETS.map((offset) => base64Form(bytes, offset)),
    ),
  ];
  const distinct = new Map(forms.map((form) => [form.text, form]));
  return [...distinct.values()].map((form) => ({ ...form, anchors: anchorsOf(form.text, isOrdinary) }));
}

function hexOf(text: string): string {
  return Buffer.from(text).toString('hex');
}

function encodings(secret: string): readonly string[] {
  const base64 = Buffer.from(secret).toString('base64');
  const utf16 = Buffer.from(secret, 'utf16le');
  return [
    [...secret].reverse().join(''),
    rotated(secret),
    base32Of(secret),
    Buffer.from(base64).toString('base64').replace(/=+$/, ''),
    Buffer.from(hexOf(secret)).toString('base64').replace(/=+$/, ''),
    hexOf(base64),
    utf16.toString('hex'),
    Buffer.from(utf16).swap16().toString('hex'),
  ];
}

/** ROT13. */
function rotated(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const first = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function base32Of(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{5}/g) ?? [];
  return groups.map((group) => BASE32[Number.parseInt(group, 2)]).join('');
}

/** Three bytes make four characters, so the result depends on the position of the first byte in its group. */
const OFFSETS = [0, 1, 2];

function base64Form(bytes: Buffer, offset: number): Omit<SecretForm, 'anchors'> {
  const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
  const first = Math.ceil((offset * 8) / 6);
  const last = Math.floor((shifted.length * 8) / 6);
  return {
    text: folded(shifted.toString('base64').slice(first, last)),
    sharesFirst: offset > 0,
    sharesLast: (shifted.length * 8) % 6 !== 0,
  };
}

function anchorsOf(text: string, isOrdinary: (text: string) => boolean): readonly Anchor[] {
  const whole = { text, at: 0 };
  if (text.length < SHORTEST_IN_PARTS) return [whole];
  const length = Math.min(LONGEST_ANCHOR, Math.ceil(text.length / 2));
  const count = Math.min(MOST_ANCHORS, Math.ceil(text.length / length));
  const parts = Array.from({ length: count }, (_, index) => {
    const at = Math.round((index * (text.length - length)) / (count - 1));
    return { text: text.slice(at, at + length), at };
  });
  const isSignificant = (part: Anchor) => new Set(part.text).size >= FEWEST_CHARACTERS && !isOrdinary(part.text);
  const significant = parts.filter(isSignificant);
  return significant.length > 0 ? significant : [whole];
}
