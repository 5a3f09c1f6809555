import { FOLDED, folded } from './fold.ts';
import { readingsOf } from './views.ts';

/** One way in which a secret may be written, folded as the text is in which it is searched for. */
export interface SecretForm {
  readonly text: string;
  /** Parts that give it away by themselves: a key that was cut or changed still has one of them. */
  readonly anchors: readonly Anchor[];
  /** Whether the characters beside it carry some of its bits, as they do in base64. */
  readonly sharesFirst: boolean;
  readonly sharesLast: boolean;
}

export interface Anchor {
  readonly text: string;
  /** Where it is in the form. */
  readonly at: number;
}

/** A shorter form is searched for as a whole: half of it is met in ordinary text by chance. */
const SHORTEST_IN_PARTS = 16;
const LONGEST_ANCHOR = 64;
/** The first, one in the middle and the last. */
const MOST_ANCHORS = 3;
/** What repeats fewer characters, such as zeros, is met by chance at any length. */
const FEWEST_CHARACTERS = 4;

const CASES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toLowerCase(),
  (text) => text.toUpperCase(),
];

/** Every form of the secret that is searched for. `isOrdinary` says which parts prove nothing. */
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

/** Those of the whole secret, by itself. */
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

/** By thirteen letters. */
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

/** Three bytes make four characters, so what bytes become depends on how many of a three are in front of them. */
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
