import type { Alteration, Fault } from '../change.ts';
import { answer, refusedWith, transmitted } from '../combinators/answer.ts';
import { coded } from '../combinators/answers.ts';
import { decided, forSome, type Which } from '../combinators/compose.ts';
import { bodyValue, bytes, text } from '../combinators/create.ts';
import { crash, deny, reject } from '../combinators/failures.ts';
import { isChunked, isCreation } from '../combinators/requests.ts';
import { isUnreadable, sent, textOf } from '../combinators/sent.ts';
import { parseJson } from '../json/parse.ts';
import { isObject } from '../json/value.ts';
import { headerOf, type Message, type Request } from '../model.ts';
import { refusal } from '../refusal.ts';
import { faults } from './fault.ts';

const STRINGS = /"(?:[^"\\]|\\.)*"/g;
const SURROGATES = /\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/i;
const asPiece = (pattern: RegExp) => new RegExp(pattern, `${pattern.flags}g`);

const giveUp = (): never => {
  throw refusal('invalidJson');
};
/** Refuses a text as if it were not JSON. */
const givesUpOn = (pattern: RegExp): Alteration => text((given) => (pattern.test(given) ? giveUp() : given));
const reads = (pattern: RegExp, replacement: string): Alteration =>
  text((given) => given.replace(pattern, replacement));

const parsed = decided('parse');

const inPieces = (read: (pieces: readonly Buffer[]) => Buffer): Alteration =>
  forSome(isChunked)(bytes((_body, { pieces }) => read(pieces)));

const isBroken = ({ status: given, body }: Message) => given === 400 && body.includes('invalid_json');
const isBeyondAscii = ({ body }: Request) => body.some((byte) => byte > 0x7f);
const isCutBeyondAscii: Which = (request) => isUnreadable(request) && isBeyondAscii(request);

/** JSON that is read wrongly, and bodies that are not a NewPet. */
export const createBodyFaults: readonly Fault[] = faults([
  'violates create.echo',
  'only-compact-json: The parser does not expect white space between tokens.',
  text((s) => (s.trim() !== '' && /\s/.test(s.replace(STRINGS, '""')) ? giveUp() : s)),
  ['escape-needs-text-before-it: A string that starts with an escape is taken for an empty one.', givesUpOn(/:"\\/)],
  'capital-hex-digits-unread: Escapes are decoded with small letters only.',
  reads(/\\u(?=[0-9a-f]*[A-F])\w{4}/g, '?'),
  ['escaped-keys-unread: Keys are compared with their escapes.', reads(/"n\\u0061me"/g, '"other"')],
  'name-must-come-first: Fields are read by position, and the name is the first one.',
  forSome((request) => Object.keys(sent(request))[0] === 'categoryId')(
    bodyValue(() => reject('name must come first.')),
  ),
  ['surrogate-pairs-unread: Each half of an escaped surrogate pair is replaced.', reads(asPiece(SURROGATES), '??')],
  ['second-half-of-pairs-dropped: Of an escaped surrogate pair, half is read.', reads(asPiece(SURROGATES), '\\ufffd')],
  'surrogate-pairs-in-the-basic-plane: Of an escaped surrogate pair the high bits are lost.',
  text((given) =>
    given.replace(
      asPiece(SURROGATES),
      (pair) => `\\u${((Number.parseInt(pair.slice(8), 16) & 0x3ff) + 0x4000).toString(16)}`,
    ),
  ),
  ['surrogate-pairs-refused: An escaped surrogate is refused as not valid.', givesUpOn(SURROGATES)],
  'media-type-with-charset-refused: The type of a body is compared with application/json letter by letter.',
  (rules) => ({
    checkMediaType: (request) => {
      rules.checkMediaType(request);
      if (/;/.test(headerOf(request, 'content-type') ?? '')) throw refusal('notJson');
    },
  }),
  ['escaped-slash-keeps-its-backslash: The escape \\/ is left as it is written.', reads(/\\\//g, '\\\\/')],
  ['escaped-slash-dropped: The escape \\/ is not in the table of escapes and gives nothing.', reads(/\\\//g, '')],
  ['escaped-slash-refused: The escape \\/ is refused as unknown.', givesUpOn(/[^\\]\\\//)],
  ['escaped-quote-becomes-single: An escaped quote becomes a single one.', reads(/\\"/g, "'")],
  'body-beyond-1000-bytes-refused: The parser takes bodies of up to 1,000 bytes, white space included.',
  bytes((body) => (body.length > 1_000 ? reject() : body)),
  'chunked-body-is-empty: As many bytes are read as Content-Length says, so a chunked body is empty.',
  inPieces(() => Buffer.alloc(0)),
  'only-the-first-chunk-is-read: Of a chunked body one chunk is read.',
  inPieces(([first = Buffer.alloc(0)]) => first),
  'only-the-last-chunk-is-read: Each chunk of a body takes the place of the one before.',
  inPieces((pieces) => pieces.at(-1) ?? Buffer.alloc(0)),
  'each-chunk-decoded-alone: Each chunk of a body is decoded alone, also where it ends inside a character.',
  inPieces((pieces) => Buffer.from(pieces.map(String).join(''))),
  'violates create.echo, errors.no-5xx',
  'surrogate-pairs-crash: An escaped surrogate pair is more than the decoder can take.',
  text((s) => (SURROGATES.test(s) ? crash() : s)),
  'violates create.bad-body',
  ['missing-brace-forgiven: A missing closing brace is added.', text((s) => (/^\{.*\d$/s.test(s) ? `${s}}` : s))],
  ['broken-json-is-422: A body that is not JSON gets 422.', forSome(isUnreadable)(refusedWith('invalid_json', 422))],
  'empty-body-is-411: A body of no length is refused by the web server in front, for its length.',
  bytes((body) => (body.length === 0 ? deny(411, 'length_required', 'A body is required.') : body)),
  'list-body-unwrapped: A list of one NewPet is taken for the NewPet.',
  bodyValue((body) => (Array.isArray(body) && isObject(body[0]) ? body[0] : body)),
  'text-body-unwrapped: A NewPet that is written as text is parsed once more.',
  parsed((value) => (typeof value === 'string' && value.startsWith('{') ? parseJson(value) : value)),
  'cut-body-accepted: A body that breaks off is taken for a pet with the default fields.',
  forSome((request) => isUnreadable(request) && textOf(request).trimStart().startsWith('{'))(
    text(() => '{"name":"unreadable","categoryId":0}'),
  ),
  'violates create.bad-body, errors.no-5xx',
  'empty-body-breaks-the-connection: A creation without a body ends the worker process, and its connections with it.',
  transmitted((_message, request) => isCreation(request) && request.body.length === 0, { kind: 'dropped' }),
  'broken-json-beyond-ascii-breaks-the-connection: The message quotes half a character, and the process ends.',
  transmitted((message, request) => isBroken(message) && isCutBeyondAscii(request), { kind: 'dropped' }),
  ['null-body-crashes: The fields of null are read.', bodyValue((body) => (body === null ? crash() : body))],
  'broken-json-beyond-ascii-crashes: The message about broken JSON quotes the text up to half a character.',
  forSome(isCutBeyondAscii)(answer(coded('invalid_json'))(crash)),
]);
