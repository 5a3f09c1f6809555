import { isUtf8 } from 'node:buffer';
import type { WireRequest } from '../model/wire.ts';
import type { Piece } from '../secrets/own-request.ts';
import type { NetworkSettings } from '../settings/table.ts';
import type { Showing } from './shown-exchange.ts';
import { SUITE_NAME } from './suite-version.ts';

/** Sent by curl itself, or without effect on the answer, so the command is easier to read without them. */
export const SILENT_HEADERS = new RegExp(
  `^host:|^accept: \\*/\\*$|^accept-encoding: identity$|^user-agent: (?!.+ ${SUITE_NAME}/)`,
  'i',
);
/** curl decodes an answer only with --compressed. */
const OFFERS_CODING = /^accept-encoding: (?!identity$)/i;

interface CurlOptions extends Pick<Showing, 'origin' | 'redactor' | 'curlNetwork'> {
  /** What every path comes behind; the origin unless given. */
  readonly base?: Piece;
}

/**
 * A command that repeats the request, with secrets taken from the environment. The carrier goes before it over the same
 * connection.
 */
export function curlOf(request: WireRequest, options: CurlOptions, carrier?: WireRequest): string {
  const before = carrier === undefined ? [] : [...wordsOf(carrier, options), '--next'];
  const piped = request.cutAt === undefined ? [] : [`${inPieces(request, request.cutAt, options)} |`];
  return [...piped, 'curl', ...before, ...wordsOf(request, options)].join(' ');
}

/** The pause keeps curl from reading both pieces at once: it sends what it has read as a chunk. */
function inPieces({ body = '' }: WireRequest, cutAt: number, { redactor }: CurlOptions): string {
  const [first, second] = cutInto(redactor.ownText(body), cutAt);
  return `(${printfOf(first)}; sleep 1; ${printfOf(second)})`;
}

function wordsOf(request: WireRequest, options: CurlOptions): readonly string[] {
  const { origin, base = { text: origin }, redactor, curlNetwork } = options;
  const [, ...target] = redactor.requestTarget(origin, request.path);
  const words = ['-sS', '-i', ...curlNetwork];
  const usual = request.body === undefined ? 'GET' : 'POST';
  if (request.method !== usual || request.cutAt !== undefined) words.push('-X', request.method);
  if (/[[\]{}]/.test(request.path)) words.push('--globoff');
  words.push(shellQuote([base, ...target]));
  for (const [name, value] of request.headers) {
    if (SILENT_HEADERS.test(`${name}: ${value}`)) continue;
    if (OFFERS_CODING.test(`${name}: ${value}`)) words.push('--compressed');
    const label = { text: value === '' ? `${name};` : `${name}: ` };
    words.push('-H', shellQuote([label, ...redactor.requestHeader(name, value)]));
  }
  // Without this, curl sends one of its own.
  if (!request.headers.some(([name]) => /^accept$/i.test(name))) words.push('-H', 'Accept:');
  return [...words, ...bodyWords(request, redactor)];
}

function bodyWords({ body, cutAt }: WireRequest, redactor: CurlOptions['redactor']): readonly string[] {
  if (body === undefined) return [];
  if (cutAt !== undefined) return ['-H', "'Transfer-Encoding: chunked'", '-H', 'Expect:', '-T', '-'];
  const pieces = redactor.ownText(body).flatMap(folded);
  // No shell passes NUL on in an argument.
  return body.includes('\0') ? ['--data-binary', `@<(${printfOf(pieces)})`] : ['--data-raw', shellQuote(pieces)];
}

/** The pieces before and behind a byte; a secret is never cut. */
function cutInto(pieces: readonly Piece[], cutAt: number): readonly [readonly Bytes[], readonly Bytes[]] {
  const parts: [Bytes[], Bytes[]] = [[], []];
  let left = cutAt;
  for (const piece of pieces) {
    const bytes = Buffer.from(piece.text);
    const size = piece.shell === undefined ? Math.min(Math.max(0, left), bytes.length) : left > 0 ? bytes.length : 0;
    // In Latin-1 every byte is one character, also those of a character that is cut.
    const isClean = isUtf8(bytes.subarray(0, size));
    const textOf = (part: Buffer) => part.toString(isClean ? 'utf8' : 'latin1');
    const own = [bytes.subarray(0, size), bytes.subarray(size)] as const;
    for (const at of [0, 1] as const) {
      if (own[at].length > 0) parts[at].push({ ...piece, text: textOf(own[at]), ...(!isClean && { isBytes: true }) });
    }
    left -= bytes.length;
  }
  return parts;
}

/** The text in a form that a shell passes on byte by byte. */
function printfOf(pieces: readonly Bytes[]): string {
  const format = pieces.map(({ text, shell, isBytes }) => {
    if (shell !== undefined) return '%s';
    const special = isBytes ? /[^ -~]/g : CONTROL;
    return text
      .replaceAll('\\', '\\\\')
      .replaceAll('%', '%%')
      .replace(special, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`);
  });
  const values = pieces.flatMap(({ shell }) => (shell === undefined ? [] : [`"${shell}"`]));
  return ['printf', '--', singleQuote(format.join('')), ...values].join(' ');
}

/** Set if each character stands for one byte. */
type Bytes = Piece & { readonly isBytes?: boolean };

const LONGEST_REPEAT = 300;
/** A repeated unit without characters that are special to the shell or sed. */
const REPEATED = /([^\p{Cc}\p{Cs}'"`$\\/&! ]{1,16}?)\1{9,}/gu;

/** Long texts of the suite repeat a few characters: the shell generates them, so that the command stays readable. */
function folded(piece: Piece): readonly Piece[] {
  if (piece.shell !== undefined) return [piece];
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: text, 1: unit = '', index } of piece.text.matchAll(REPEATED)) {
    if (text.length <= LONGEST_REPEAT) continue;
    const shell = `$(printf '%${text.length / unit.length}s' | sed 's/ /${unit}/g')`;
    pieces.push({ text: piece.text.slice(end, index) }, { text, shell });
    end = index + text.length;
  }
  return [...pieces, { text: piece.text.slice(end) }];
}

function shellQuote(cut: readonly Piece[]): string {
  const pieces = joined(cut);
  const literals = pieces.filter(({ shell }) => shell === undefined).map((piece) => piece.text);
  const isPlain = (literal: string) => !/["$`\\!]/.test(literal) && literal.search(CONTROL) < 0;
  if (pieces.length > literals.length && literals.every(isPlain)) {
    const parts = pieces.map((piece, index) => {
      const text = piece.shell ?? piece.text;
      // A letter behind the name of a variable would belong to the name.
      const needsBraces = /^\$\w+$/.test(text) && /^\w/.test(pieces[index + 1]?.text ?? '');
      return needsBraces ? `\${${text.slice(1)}}` : text;
    });
    return `"${parts.join('')}"`;
  }
  if (pieces.length === 0) return "''";
  return pieces.map((piece) => (piece.shell === undefined ? singleQuote(piece.text) : `"${piece.shell}"`)).join('');
}

/** Joins neighbouring literals, so that they are quoted once. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const whole: Piece[] = [];
  for (const piece of pieces.filter(({ text }) => text !== '')) {
    const last = whole.at(-1);
    if (last && last.shell === undefined && piece.shell === undefined) {
      whole[whole.length - 1] = { text: last.text + piece.text };
    } else whole.push(piece);
  }
  return whole;
}

/** Neither printable ASCII nor beyond ASCII. */
const CONTROL = /[^ -~\u0080-\uffff]/g;

/** Control characters are written as ANSI-C escapes: a command line must survive copying. */
function singleQuote(text: string): string {
  if (text.search(CONTROL) < 0) return `'${text.replaceAll("'", `'\\''`)}'`;
  const code = (char: string) => char.charCodeAt(0).toString(16).padStart(2, '0');
  return `$'${text.replace(/[\\']/g, '\\$&').replace(CONTROL, (char) => `\\x${code(char)}`)}'`;
}

/** Secrets and paths come from the variables that the suite reads too. */
export function curlNetwork(settings: NetworkSettings): readonly string[] {
  const { proxy, ca, clientCert, clientKey, clientKeyPassphrase, insecure, connectTo, headers } = settings;
  const isSecureProxy = proxy?.url.startsWith('https:') ?? false;
  return [
    ...(proxy ? ['-x', `"$${proxy.variable}"`] : []),
    ...(ca === undefined ? [] : ['--cacert', '"$PETSTORE_CA"']),
    ...(ca === undefined || !isSecureProxy ? [] : ['--proxy-cacert', '"$PETSTORE_CA"']),
    ...(clientCert === undefined ? [] : ['--cert', '"$PETSTORE_CLIENT_CERT"']),
    ...(clientKey === undefined ? [] : ['--key', '"$PETSTORE_CLIENT_KEY"']),
    ...(clientKeyPassphrase === undefined ? [] : ['--pass', '"$PETSTORE_CLIENT_KEY_PASSPHRASE"']),
    ...(insecure ? ['-k'] : []),
    ...(insecure && isSecureProxy ? ['--proxy-insecure'] : []),
    // An empty host and port mean those of the address.
    ...(connectTo === undefined ? [] : ['--connect-to', `'::${connectTo}'`]),
    // One header on each line, which curl reads as it reads a file.
    ...(headers.length === 0 ? [] : ['-H', '@<(printf \'%s\\n\' "$PETSTORE_HEADERS")']),
  ];
}
