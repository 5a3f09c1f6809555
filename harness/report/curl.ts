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

/** In characters: a longer body makes a line that nobody reads or pastes. */
const LONGEST_BODY = 2_000;

/**
 * A command that repeats the request, with secrets taken from the environment. The carrier goes before it over the same
 * connection. Undefined for what curl cannot send: a body in two pieces, or with NUL, which no shell passes on.
 */
export function curlOf(request: WireRequest, options: CurlOptions, carrier?: WireRequest): string | undefined {
  const sent = carrier === undefined ? [request] : [carrier, request];
  const canSend = ({ body = '', cutAt }: WireRequest) =>
    cutAt === undefined && !body.includes('\0') && body.length <= LONGEST_BODY;
  if (!sent.every(canSend)) return undefined;
  return `curl ${sent.map((one) => wordsOf(one, options).join(' ')).join(' --next ')}`;
}

function wordsOf(request: WireRequest, options: CurlOptions): readonly string[] {
  const { origin, base = { text: origin }, redactor, curlNetwork } = options;
  const [, ...target] = redactor.requestTarget(origin, request.path);
  const words = ['-sS', '-i', ...curlNetwork];
  const usual = request.body === undefined ? 'GET' : 'POST';
  if (request.method !== usual) words.push('-X', request.method);
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
  const { body } = request;
  return body === undefined ? words : [...words, '--data-raw', shellQuote(redactor.ownText(body))];
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
