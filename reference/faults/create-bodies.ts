import type { Alteration, Fault } from '../change.ts';
import { transmitted } from '../combinators/answer.ts';
import { decided, forSome, type Which } from '../combinators/compose.ts';
import { bodyValue, bytes, text } from '../combinators/create.ts';
import { crash, reject } from '../combinators/failures.ts';
import { isChunked, isCreation } from '../combinators/requests.ts';
import { isUnreadable, sent } from '../combinators/sent.ts';
import { parseJson } from '../json/parse.ts';
import { isObject } from '../json/value.ts';
import type { Message, Request } from '../model.ts';
import { refusal } from '../refusal.ts';
import { faults } from './fault.ts';

const SURROGATES = /\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/i;

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
export const createBodyFaults: readonly Fault[] = [
  ...faults({ violates: ['create.echo'] }, [
    {
      name: 'escaped-keys-unread',
      story: 'Keys are compared with their escapes.',
      change: reads(/"n\\u0061me"/g, '"other"'),
    },
    {
      name: 'name-must-come-first',
      story: 'Fields are read by position, and the name is the first one.',
      change: forSome((request) => Object.keys(sent(request))[0] === 'categoryId')(
        bodyValue(() => reject('name must come first.')),
      ),
    },
    {
      name: 'surrogate-pairs-refused',
      story: 'An escaped surrogate is refused as not valid.',
      change: givesUpOn(SURROGATES),
    },
    { name: 'escaped-slash-refused', story: 'The escape \\/ is refused as unknown.', change: givesUpOn(/[^\\]\\\//) },
    {
      name: 'body-beyond-1000-bytes-refused',
      story: 'The parser takes bodies of up to 1,000 bytes, white space included.',
      change: bytes((body) => (body.length > 1_000 ? reject() : body)),
    },
    {
      name: 'chunked-body-is-empty',
      story: 'As many bytes are read as Content-Length says, so a chunked body is empty.',
      change: inPieces(() => Buffer.alloc(0)),
    },
    {
      name: 'only-the-first-chunk-is-read',
      story: 'Of a chunked body one chunk is read.',
      change: inPieces(([first = Buffer.alloc(0)]) => first),
    },
    {
      name: 'each-chunk-decoded-alone',
      story: 'Each chunk of a body is decoded alone, also where it ends inside a character.',
      change: inPieces((pieces) => Buffer.from(pieces.map(String).join(''))),
    },
  ]),
  ...faults({ violates: ['create.echo', 'errors.no-5xx'] }, [
    {
      name: 'surrogate-pairs-crash',
      story: 'An escaped surrogate pair is more than the decoder can take.',
      change: text((s) => (SURROGATES.test(s) ? crash() : s)),
    },
  ]),
  ...faults({ violates: ['create.bad-body'] }, [
    {
      name: 'missing-brace-forgiven',
      story: 'A missing closing brace is added.',
      change: text((s) => (/^\{.*\d$/s.test(s) ? `${s}}` : s)),
    },
    {
      name: 'list-body-unwrapped',
      story: 'A list of one NewPet is taken for the NewPet.',
      change: bodyValue((body) => (Array.isArray(body) && isObject(body[0]) ? body[0] : body)),
    },
    {
      name: 'text-body-unwrapped',
      story: 'A NewPet that is written as text is parsed once more.',
      change: parsed((value) => (typeof value === 'string' && value.startsWith('{') ? parseJson(value) : value)),
    },
  ]),
  ...faults({ violates: ['create.bad-body', 'errors.no-5xx'] }, [
    {
      name: 'empty-body-breaks-the-connection',
      story: 'A creation without a body ends the worker process, and its connections with it.',
      also: ['create.invalid'],
      change: transmitted((_message, request) => isCreation(request) && request.body.length === 0, { kind: 'dropped' }),
    },
    {
      name: 'broken-json-beyond-ascii-breaks-the-connection',
      story: 'The message quotes half a character, and the process ends.',
      also: ['create.invalid'],
      change: transmitted((message, request) => isBroken(message) && isCutBeyondAscii(request), { kind: 'dropped' }),
    },
    {
      name: 'null-body-crashes',
      story: 'The fields of null are read.',
      also: ['create.invalid'],
      change: bodyValue((body) => (body === null ? crash() : body)),
    },
  ]),
];
