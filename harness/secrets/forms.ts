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

/** As it is, also with the spaces of a form, and as headers show text beyond ASCII. */
export function plainForms(secret: Secret): readonly Form[] {
  const { text } = secret;
  const spellings = [text, text.replaceAll(' ', '+'), Buffer.from(text).toString('latin1')];
  return [...new Set(spellings)].map((spelling) => ({ text: spelling, secret }));
}

/** Percent, JSON and HTML escapes are not among them: the search undoes those in the text. */
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
];

function decoded([, hexadecimal, text = '', decimal]: RegExpExecArray): string {
  if (hexadecimal !== undefined) return String.fromCharCode(Number.parseInt(hexadecimal, 16));
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  return ENTITIES[text.toLowerCase()] ?? text;
}

/** In order, without overlaps. The time is linear in the length of the text. */
export function findForms(text: string, forms: readonly Form[]): readonly Found[] {
  const present = ESCAPES.filter(([sign]) => text.includes(sign));
  return joined([...findPlain(text, forms), ...present.flatMap(([, pattern]) => findEscaped(text, pattern, forms))]);
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

/** Searches the text without its escapes, and gives the places in the original one. */
function findEscaped(text: string, pattern: RegExp, forms: readonly Form[]): readonly Found[] {
  const shifts: { readonly from: number; readonly by: number }[] = [];
  let plain = '';
  let end = 0;
  for (const escaped of text.matchAll(pattern)) {
    plain += text.slice(end, escaped.index) + decoded(escaped);
    end = escaped.index + escaped[0].length;
    shifts.push({ from: plain.length, by: end - plain.length });
  }
  plain += text.slice(end);
  let passed = 0;
  const original = (place: number) => {
    while ((shifts[passed]?.from ?? Number.POSITIVE_INFINITY) <= place) passed += 1;
    return place + (shifts[passed - 1]?.by ?? 0);
  };
  const found = joined(findPlain(plain, forms));
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
