/** A secret, and the shell expression that gives it back. */
export interface Secret {
  readonly text: string;
  readonly shell: string;
}

/** One way to write a secret. */
export interface Form {
  readonly text: string;
  readonly secret: Secret;
}

/** Found from `start` to before `end`. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly secret: Secret;
}

/** As it is, also with the spaces of a form, and what becomes of text beyond ASCII. */
export function plainForms(secret: Secret): readonly Form[] {
  const { text } = secret;
  const spellings = [text, text.replaceAll(' ', '+'), ...(/^[\0-\x7f]*$/.test(text) ? [] : misread(text))];
  return [...new Set(spellings)].map((spelling) => ({ text: spelling, secret }));
}

/** Bytes in one encoding, read in another: headers show UTF-8 as Latin-1, and bodies are read as UTF-8 or as Latin-1. */
function misread(text: string): readonly string[] {
  const utf16 = Buffer.from(text, 'utf16le');
  const written = [Buffer.from(text, 'latin1'), utf16, Buffer.from(utf16).swap16()];
  return [Buffer.from(text).toString('latin1'), ...written.flatMap((bytes) => [bytes.toString('latin1'), `${bytes}`])];
}

/** Percent, JSON and HTML escapes and UTF-16 are not among them: the search undoes those in the text. */
export function allForms(secret: Secret): readonly Form[] {
  const bytes = Buffer.from(secret.text);
  const hex = bytes.toString('hex');
  // Three bytes make four characters, so the result depends on the position of the first byte in its group.
  const base64 = [0, 1, 2].flatMap((at) => [base64At(at, bytes, 'base64'), base64At(at, bytes, 'base64url')]);
  return [...plainForms(secret), ...[hex, hex.toUpperCase(), ...base64].map((text) => ({ text, secret }))];
}

/** Without the first and the last character, if they also contain bits of what is around the secret. */
function base64At(offset: number, bytes: Buffer, alphabet: 'base64' | 'base64url'): string {
  const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
  return shifted.toString(alphabet).slice(Math.ceil((offset * 8) / 6), Math.floor((shifted.length * 8) / 6));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** By the sign that such a text has: a hexadecimal number, a text or a decimal number stands for one character. */
const ESCAPES: readonly (readonly [sign: string, pattern: RegExp])[] = [
  ['\\', /\\(?:u([0-9a-f]{4})|(["\\/]))/gi],
  ['%', /%([0-9a-f]{2})/gi],
  ['&', /&(?:#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos)|#([0-9]{1,7}));/gi],
  // UTF-16: a byte of every character up to U+00FF is 0.
  ['\0', /\0()([^\0])|()([^\0])\0/g],
];

function decoded([, hexadecimal, text = '', decimal, other]: RegExpExecArray): string {
  if (hexadecimal) return String.fromCharCode(Number.parseInt(hexadecimal, 16));
  if (decimal) return String.fromCharCode(Number(decimal));
  return ENTITIES[text.toLowerCase()] ?? (text || other || '');
}

/** Escapes in escapes, such as percent escapes in a URL in JSON. */
const LAYERS = 2;

/** In order, without overlaps. The time is linear in the length of the text. */
export function findForms(text: string, forms: readonly Form[], layers = LAYERS): readonly Found[] {
  const escapes = layers === 0 ? [] : ESCAPES.filter(([sign]) => text.includes(sign));
  const search = (plain: string) => findForms(plain, forms, layers - 1);
  return joined([...findPlain(text, forms), ...escapes.flatMap(([, pattern]) => findEscaped(text, pattern, search))]);
}

/** In characters: what is left of a secret if less of it is found where a text is cut. */
const SHORTEST_PART = 4;
/** In characters: how far from a cut a secret can begin, with each of its characters in a long escape. */
const REACH = 20_000;
/** What may be left of an escape at the end of a text. */
const HALF_ESCAPE = /(?:\\(?:u[0-9a-f]{0,3})?|%[0-9a-f]?|&#?[0-9a-z]{0,7})$/i;

/** The part of a secret at the end of a text that was cut there, up to the end. */
export function findCutForm(text: string, forms: readonly Form[]): Found | undefined {
  const offset = Math.max(0, text.length - REACH);
  const part = text.slice(offset).replace(HALF_ESCAPE, '');
  const search = (plain: string) => forms.flatMap((form) => startAtEnd(plain, form) ?? []);
  const escapes = ESCAPES.filter(([sign]) => part.includes(sign));
  const found = [...search(part), ...escapes.flatMap(([, pattern]) => findEscaped(part, pattern, search))];
  const [first] = found.sort((a, b) => a.start - b.start);
  return first && { ...first, start: first.start + offset, end: text.length };
}

function startAtEnd(text: string, { text: form, secret }: Form): Found | undefined {
  for (let length = Math.min(form.length - 1, text.length); length >= SHORTEST_PART; length -= 1) {
    const start = text.length - length;
    if (text.endsWith(form.slice(0, length))) return { start, end: text.length, secret };
  }
  return undefined;
}

function findPlain(text: string, forms: readonly Form[]): readonly Found[] {
  const found: Found[] = [];
  for (const { text: form, secret } of forms) {
    for (let start = text.indexOf(form); start >= 0; start = text.indexOf(form, start + form.length)) {
      found.push({ start, end: start + form.length, secret });
    }
  }
  return found;
}

type Search = (plain: string) => readonly Found[];

/** Searches the text without its escapes, and gives the places in the original one. */
function findEscaped(text: string, pattern: RegExp, search: Search): readonly Found[] {
  const shifts: { readonly from: number; readonly by: number }[] = [];
  let plain = '';
  let end = 0;
  for (const escaped of text.matchAll(pattern)) {
    plain += text.slice(end, escaped.index) + decoded(escaped);
    end = escaped.index + escaped[0].length;
    shifts.push({ from: plain.length, by: end - plain.length });
  }
  if (shifts.length === 0) return [];
  plain += text.slice(end);
  let passed = 0;
  const original = (place: number) => {
    while ((shifts[passed]?.from ?? Number.POSITIVE_INFINITY) <= place) passed += 1;
    return place + (shifts[passed - 1]?.by ?? 0);
  };
  const found = joined(search(plain));
  return found.map(({ start, end: behind, secret }) => ({ start: original(start), end: original(behind), secret }));
}

/** Overlaps become one, under the name of the longest. */
function joined(found: readonly Found[]): readonly Found[] {
  const apart: Found[] = [];
  for (const next of [...found].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = apart.at(-1);
    if (last === undefined || next.start >= last.end) {
      apart.push(next);
      continue;
    }
    const { secret } = next.end - next.start > last.end - last.start ? next : last;
    apart[apart.length - 1] = { start: last.start, end: Math.max(last.end, next.end), secret };
  }
  return apart;
}
