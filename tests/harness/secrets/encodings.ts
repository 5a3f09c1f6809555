/** How a server, a framework or a log may write a key. */
export interface Encoding {
  readonly name: string;
  readonly write: (key: string) => string;
  /** The length from which it is found; below, what it gives is an ordinary word. */
  readonly from: number;
}

const codesOf = (key: string) => [...Buffer.from(key)];
const hexesOf = (key: string) => codesOf(key).map((code) => code.toString(16).padStart(2, '0'));
const each = (key: string, write: (hex: string, code: number, character: string) => string, joint = '') =>
  codesOf(key)
    .map((code) => write(code.toString(16).padStart(2, '0'), code, String.fromCharCode(code)))
    .join(joint);
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');
const halves = (key: string, joint: string) => {
  const half = Math.ceil(key.length / 2);
  return `${key.slice(0, half)}${joint}${key.slice(half)}`;
};
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const percent = (key: string) => each(key, (hex) => `%${hex}`);
const unicode = (key: string) => each(key, (hex) => `\\u00${hex}`);
const lines = (text: string, width: number) => (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join('\r\n');
const swap = (text: string) =>
  [...text].map((char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase())).join('');

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function base32(key: string): string {
  const bits = codesOf(key)
    .map((code) => code.toString(2).padStart(8, '0'))
    .join('');
  return (bits.match(/.{1,5}/g) ?? []).map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

function rot13(key: string): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  return [...key]
    .map((char) => {
      const at = letters.indexOf(char.toLowerCase());
      const turned = letters[(at + 13) % 26] ?? char;
      return at < 0 ? char : char === char.toLowerCase() ? turned : turned.toUpperCase();
    })
    .join('');
}

/** Found for a key of any length where it is a word of its own. */
const ESCAPED: Readonly<Record<string, (key: string) => string>> = {
  'as it is': (key) => key,
  'in lower case': (key) => key.toLowerCase(),
  'in upper case': (key) => key.toUpperCase(),
  'in the other case': swap,
  'as a part of a URL': encodeURIComponent,
  'in percent escapes': percent,
  'in upper-case percent escapes': (key) => percent(key).toUpperCase(),
  'in percent escapes of percent escapes': (key) => encodeURIComponent(percent(key)),
  'in three layers of percent escapes': (key) => encodeURIComponent(encodeURIComponent(percent(key))),
  'in %u escapes': (key) => each(key, (hex) => `%u00${hex}`),
  'in a JSON string': json,
  'in a JSON string in a JSON string': (key) => json(json(key)),
  'in \\u escapes': unicode,
  'in upper-case \\u escapes': (key) => each(key, (hex) => `\\u00${hex.toUpperCase()}`),
  'in \\u escapes in a JSON string': (key) => json(unicode(key)),
  'in \\u escapes in two JSON strings': (key) => json(json(unicode(key))),
  'in percent escapes in \\u escapes': (key) => unicode(percent(key)),
  'in \\x escapes': (key) => each(key, (hex) => `\\x${hex}`),
  'in \\x{} escapes': (key) => each(key, (hex) => `\\x{${hex}}`),
  'in \\u{} escapes': (key) => each(key, (hex) => `\\u{${hex}}`),
  'in padded \\u{} escapes': (key) => each(key, (hex) => `\\u{0000${hex}}`),
  'in \\U escapes': (key) => each(key, (hex) => `\\U000000${hex}`),
  'in octal escapes': (key) => each(key, (_hex, code) => `\\${code.toString(8).padStart(3, '0')}`),
  'in escapes of CSS': (key) => each(key, (hex) => `\\0000${hex} `),
  'with every character escaped by a backslash that needs none': (key) =>
    each(key, (_hex, _code, char) => (/\w/.test(char) ? char : `\\${char}`)),
  'in decimal references': (key) => each(key, (_hex, code) => `&#${code};`),
  'in hexadecimal references': (key) => each(key, (hex) => `&#x${hex};`),
  'in upper-case hexadecimal references': (key) => each(key, (hex) => `&#X${hex.toUpperCase()};`),
  'in padded references': (key) => each(key, (_hex, code) => `&#${String(code).padStart(7, '0')};`),
  'in references without a semicolon': (key) => each(key, (_hex, code) => `&#${code}`),
  'in references that are escaped again': (key) => each(key, (_hex, code) => `&amp;#${code};`),
  'in references in percent escapes': (key) => percent(each(key, (_hex, code) => `&#${code};`)),
};

/** Found as a word of its own from four characters on, and anywhere from eight on. */
const ENCODED: Readonly<Record<string, (key: string) => string>> = {
  'in hex': (key) => hexesOf(key).join(''),
  'in upper-case hex': (key) => hexesOf(key).join('').toUpperCase(),
  'in base64': base64,
  'in base64url': (key) => Buffer.from(key).toString('base64url'),
  'in base64 in a URL': (key) => encodeURIComponent(base64(key)),
  'in base64 in \\u escapes': (key) => unicode(base64(key)),
};

const BURIED: Readonly<Record<string, (key: string) => string>> = {
  'inside of a word': (key) => `before${key}after`,
  'in a query': (key) => `/v1/pets?limit=1&k=${encodeURIComponent(key)}&x=1`,
  twice: (key) => `${key}${key}`,
  'in quoted-printable': (key) => each(key, (hex) => `=${hex.toUpperCase()}`),
  'in lower-case quoted-printable': (key) => each(key, (hex) => `=${hex}`),
  'in quoted-printable that is broken': (key) => halves(key, '=\r\n'),
  'as bytes of hex': (key) => hexesOf(key).join(' '),
  'as bytes of hex with colons': (key) => hexesOf(key).join(':'),
  'as bytes of hex with hyphens': (key) => hexesOf(key).join('-').toUpperCase(),
  'as numbers of hex': (key) => each(key, (hex) => `0x${hex}`, ', '),
  'as numbers': (key) => codesOf(key).join(', '),
  'as an array of numbers': (key) => JSON.stringify(codesOf(key)),
  'as octal numbers': (key) => each(key, (_hex, code) => `0${code.toString(8).padStart(3, '0')}`, ' '),
  'as binary numbers': (key) => each(key, (_hex, code) => code.toString(2).padStart(8, '0'), ' '),
  'in hex of UTF-16': (key) => each(key, (hex) => `00${hex}`),
  'in hex of little-endian UTF-16': (key) => each(key, (hex) => `${hex}00`),
  'in hex of the upper case': (key) => hexesOf(key.toUpperCase()).join(''),
  'in base64 behind one byte': (key) => base64(`a${key}`),
  'in base64 behind two bytes': (key) => base64(`ab${key}`),
  'as a user in Basic': (key) => `Basic ${base64(`${key}:`)}`,
  'as a password in Basic': (key) => `Basic ${base64(`user:${key}`)}`,
  'in a token of base64url': (key) => Buffer.from(JSON.stringify({ key })).toString('base64url'),
  'in base64 in lines': (key) => lines(base64(`key=${key}`), 76),
  'in base64 with escaped slashes': (key) => base64(key).replaceAll('/', '\\/'),
  'in base64 of the lower case': (key) => base64(key.toLowerCase()),
  'in base64 of the upper case': (key) => base64(key.toUpperCase()),
  'in base64 of UTF-16': (key) => base64(Buffer.from(key, 'utf16le')),
  'in base64 of base64': (key) => base64(base64(key)),
  'in base64 of hex': (key) => base64(hexesOf(key).join('')),
  'in hex of base64': (key) => hexesOf(base64(key)).join(''),
  'in base32': base32,
  'turned by thirteen letters': rot13,
  'from its end': (key) => [...key].reverse().join(''),
  'in two halves': (key) => halves(key, ' \t '),
  folded: (key) => halves(key, '\r\n\t'),
  'folded in a JSON string': (key) => halves(key, '\\r\\n\\t'),
  'in lines': (key) => lines(key, 5),
  'with spaces between its characters': (key) => [...key].join(' '),
  'with zero-width spaces between its characters': (key) => [...key].join('\u200b'),
  'with soft hyphens in it': (key) => halves(key, '\u00ad'),
  'with marks of direction around it': (key) => `\u202e${halves(key, '\u2066')}\u202c`,
  'with a NUL behind each character': (key) => [...key].join('\0'),
  'in full width': (key) => each(key, (_hex, code) => String.fromCharCode(code + 0xfee0)),
};

function table(from: number, writers: Readonly<Record<string, (key: string) => string>>): readonly Encoding[] {
  return Object.entries(writers).map(([name, write]) => ({ name, write, from }));
}

export const ENCODINGS: readonly Encoding[] = [...table(1, ESCAPED), ...table(4, ENCODED), ...table(8, BURIED)];

export const KEY_LENGTHS = [1, 2, 4, 8, 16, 64, 1000, 13_000, 20_000];

/** A key of that length, the same in every run, whose shortest ones are not like a number. */
export function keyOf(length: number): string {
  const characters = 'kQ7z.Xw3-Rb9~Tf5_Hm2Vd8Lp4Ns6Gc1Jy0Ku';
  let state = 20301205;
  const next = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return characters[(state >> 8) % characters.length];
  };
  return `kQ7z.Xw3`.slice(0, length) + Array.from({ length: Math.max(0, length - 8) }, next).join('');
}
