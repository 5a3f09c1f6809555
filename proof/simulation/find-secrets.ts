import { isUtf8 } from 'node:buffer';

/** A secret that a text gives away. */
export interface FoundSecret {
  readonly secret: string;
  /** Whether all of it is there, or only so much of its start or its end that the rest can be guessed. */
  readonly part: 'whole' | 'start' | 'end';
  /** What has to be undone to read it, from the outside in; empty if anybody can read it as it is. */
  readonly layers: readonly Layer[];
  /** What is around it, when the layers are undone. */
  readonly context: string;
}

type Layer = 'JSON' | 'percent' | 'HTML' | 'base64' | 'hex';

/** The format of a report escapes, and so may the server. */
const MAX_ESCAPES = 2;
const ENCODINGS: ReadonlySet<Layer> = new Set(['base64', 'hex']);

interface Needle extends Pick<FoundSecret, 'secret' | 'part'> {
  readonly text: string;
}

/** In characters: a part that is shorter says too little. */
const SHORTEST_PART = 8;
const CONTEXT = 30;

/**
 * Undoes what the format of a report escapes, then what the server may have escaped, and base64 and hex at last, and looks
 * for secrets each time. It shares no code with the product.
 */
export function findSecrets(output: string | Uint8Array, secrets: readonly string[]): readonly FoundSecret[] {
  const needles = secrets.filter((secret) => secret !== '').flatMap(needlesOf);
  const layers = layersFor(needles.map(({ text }) => text));
  const found = new Map<string, FoundSecret>();
  const search = (text: string, undone: readonly Layer[]) => {
    for (const { text: needle, secret, part } of needles) {
      // A part of what is known as a whole is not worth mentioning.
      if (found.has(`whole ${secret}`) || found.has(`${part} ${secret}`)) continue;
      const at = text.indexOf(needle);
      if (at < 0) continue;
      const context = text.slice(Math.max(0, at - CONTEXT), at + needle.length + CONTEXT);
      found.set(`${part} ${secret}`, { secret, part, layers: undone, context });
    }
    const escapes = undone.filter((layer) => !ENCODINGS.has(layer)).length;
    if (escapes < undone.length) return;
    for (const [layer, undo] of layers) {
      if (escapes === MAX_ESCAPES && !ENCODINGS.has(layer)) continue;
      const inner = undo(text);
      if (inner !== '') search(inner, [...undone, layer]);
    }
  };
  if (needles.length > 0) search(textOf(output), []);
  const isPartOfWhole = ({ part, secret }: FoundSecret) => part !== 'whole' && found.has(`whole ${secret}`);
  return [...found.values()].filter((one) => !isPartOfWhole(one));
}

/** As UTF-8 if it is that. In Latin-1 every byte is one character. */
function textOf(output: string | Uint8Array): string {
  if (typeof output === 'string') return output;
  const bytes = Buffer.from(output.buffer, output.byteOffset, output.length);
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
}

/** The spellings of a secret and of its parts, bytes as Latin-1 shows them. */
function needlesOf(secret: string): readonly Needle[] {
  const length = Math.max(SHORTEST_PART, Math.ceil((secret.length * 3) / 4));
  const [start, end] = [secret.slice(0, length), secret.slice(-length)];
  const parts =
    secret.length > length
      ? ([
          ['start', start],
          ['end', end],
        ] as const)
      : [];
  return ([['whole', secret], ...parts] as const).flatMap(([part, text]) => {
    const spellings = new Set([text, Buffer.from(text).toString('latin1')]);
    return [...spellings].map((spelling) => ({ text: spelling, secret, part }));
  });
}

/** Gives the text inside, or nothing. */
type Undo = (text: string) => string;

function layersFor(needles: readonly string[]): readonly (readonly [Layer, Undo])[] {
  const shortest = Math.min(...needles.map(({ length }) => length));
  const longest = Math.max(...needles.map(({ length }) => length));
  const written = needles.join('');
  // Escapes of characters that are in no secret, such as quotes in JSON, are many and lead nowhere.
  const signs = SIMPLE_ESCAPES.filter(([, char]) => written.includes(char) || '\\%&/'.includes(char));
  const simple = `\\\\(?:u[\\da-f]{4}|x[\\da-f]{2}|[${signs.map(([sign]) => `\\${sign}`).join('')}])`;
  const around = 16 * longest;
  const escapes = (pattern: RegExp, decode: (escaped: string) => string): Undo => {
    return (text) => unescapedAround(text, pattern, around, decode);
  };
  const base64 = { letters: BASE64, encoding: 'base64', shortest: Math.floor((shortest * 4) / 3) } as const;
  const hex = { letters: HEX, encoding: 'hex', shortest: shortest * 2 } as const;
  return [
    ['JSON', escapes(new RegExp(simple, 'gi'), fromJson)],
    ['percent', escapes(/(?:%[\da-f]{2})+/gi, fromPercent)],
    ['HTML', escapes(/&(?:#x[\da-f]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos);/gi, fromHtml)],
    ['base64', (text) => decodedRuns(text, base64)],
    ['hex', (text) => decodedRuns(text, hex)],
  ];
}

/** Without the escapes, and only what is near one. */
function unescapedAround(text: string, pattern: RegExp, around: number, decode: (escaped: string) => string): string {
  let inner = '';
  let end = 0;
  for (const { 0: escaped, index } of text.matchAll(pattern)) {
    const isNear = end > 0 && index - end <= 2 * around;
    if (isNear) inner += text.slice(end, index);
    else
      inner += `${end > 0 ? `${text.slice(end, end + around)}\n` : ''}${text.slice(Math.max(0, index - around), index)}`;
    inner += decode(escaped);
    end = index + escaped.length;
  }
  return end > 0 ? inner + text.slice(end, end + around) : '';
}

const SIMPLE_ESCAPES: readonly (readonly [sign: string, char: string])[] = [
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
];
const SIMPLE = new Map(SIMPLE_ESCAPES);
const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

function fromJson(escaped: string): string {
  return escaped.length > 2 ? characterOf(Number.parseInt(escaped.slice(2), 16)) : (SIMPLE.get(escaped.slice(1)) ?? '');
}

function fromHtml(escaped: string): string {
  const name = escaped.slice(1, -1).toLowerCase();
  if (!name.startsWith('#')) return ENTITIES.get(name) ?? '';
  return characterOf(name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)));
}

function characterOf(code: number): string {
  return code > 0x10ffff ? '' : String.fromCodePoint(code);
}

function fromPercent(escapes: string): string {
  return textOf(Buffer.from(escapes.replaceAll('%', ''), 'hex'));
}

interface Encoded {
  readonly letters: readonly boolean[];
  readonly encoding: 'base64' | 'hex';
  /** In characters. */
  readonly shortest: number;
}

/** What is in front of it may be read as a part of it, so it can begin at each of four letters, or of two. */
function decodedRuns(text: string, { letters, encoding, shortest }: Encoded): string {
  const starts = encoding === 'base64' ? 4 : 2;
  let inner = '';
  for (const run of runsOf(text, letters, shortest))
    for (let at = 0; at < starts; at += 1) inner += `${Buffer.from(run.slice(at), encoding).toString('latin1')}\n`;
  return inner;
}

/**
 * Runs of letters that are long enough, each of them once: most are words of ours that come again and again. A run that
 * is long enough has a letter at one of the places that are looked at, so most of the text is never read.
 */
function runsOf(text: string, letters: readonly boolean[], shortest: number): ReadonlySet<string> {
  const runs = new Set<string>();
  const isLetter = (at: number) => letters[text.charCodeAt(at)] === true;
  for (let at = shortest - 1; at < text.length; at += shortest) {
    if (!isLetter(at)) continue;
    let [start, end] = [at, at + 1];
    while (start > 0 && isLetter(start - 1)) start -= 1;
    while (end < text.length && isLetter(end)) end += 1;
    if (end - start >= shortest) runs.add(text.slice(start, end));
    at = end;
  }
  return runs;
}

/** By their codes, whether characters match. */
function lettersLike(pattern: RegExp): readonly boolean[] {
  return Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)));
}

const BASE64 = lettersLike(/[\w+/-]/);
const HEX = lettersLike(/[\da-f]/i);
