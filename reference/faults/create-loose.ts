import type { Fault } from '../change.ts';
import { membersOf } from '../json/value.ts';
import type { Message, Request } from '../model.ts';
import { refusal } from '../refusal.ts';
import { crash, keepAnyway, refuse } from './tools.ts';

const FIELDS = ['name', 'categoryId', 'status'];
const LATER_MS = 400;

/** A fault by which a field that is missing is found under another key. */
const findsKeys = (name: string, story: string, isKeyOf: (key: string, field: string) => boolean): Fault => ({
  name,
  story,
  violates: ['create.missing-field'],
  change: (rules) => ({
    readFields: (body) => {
      const fields = rules.readFields(body);
      const found = FIELDS.flatMap((field) =>
        Object.entries(fields)
          .filter(([key]) => isKeyOf(key, field))
          .map(([, value]) => [field, value] as const),
      );
      return { ...Object.fromEntries(found), ...fields };
    },
  }),
});

/** A fault by which a fraction that a double does not show is lost. */
const rounds = (name: string, story: string, isRounded: (double: number) => boolean): Fault => ({
  name,
  story,
  violates: ['create.wrong-type'],
  change: (rules) => ({
    readCategoryId: (value) =>
      rules.readCategoryId(typeof value === 'number' && isRounded(value) ? BigInt(value) : value),
  }),
});

/** A fault by which a creation that is refused stores its pet some time after the answer. */
const storesLater = (name: string, story: string, status: number, requirement: string): Fault => ({
  name,
  story,
  violates: [requirement],
  change: (rules) => ({
    around: async (request, answer, store) => {
      const given = await rules.around(request, answer, store);
      if (given.status === status && request.operation === 'createPet') {
        setTimeout(() => keepAnyway(rules, store, request), LATER_MS).unref();
      }
      return given;
    },
  }),
});

const isBroken = ({ status, body }: Message) => status === 400 && body.includes('invalid_json');
const isBeyondAscii = ({ body }: Request) => body.some((byte) => byte > 0x7f);

/** Bodies that are read too loosely, or not at all. */
/** A fault by which another body is read out of the pieces of a chunked one. */
const readsPieces = (name: string, story: string, read: (pieces: readonly Buffer[]) => Buffer): Fault => ({
  name,
  story,
  violates: ['create.echo'],
  change: (rules) => {
    let chunks: readonly Buffer[] | undefined;
    return {
      checkMediaType: (request) => {
        chunks = request.chunked ? request.pieces : undefined;
        rules.checkMediaType(request);
      },
      readText: (body) => rules.readText(chunks ? read(chunks) : body),
    };
  },
});

/** A fault by which another JSON text is read in the place of the one sent. */
const readsText = (name: string, story: string, read: (text: string) => string): Fault => ({
  name,
  story,
  violates: ['create.echo'],
  change: (rules) => ({ parse: (text) => rules.parse(read(text)) }),
});

export const createLooseFaults: readonly Fault[] = [
  findsKeys(
    'keys-without-case',
    'The keys of an object are compared without case.',
    (key, field) => key.toLowerCase() === field.toLowerCase(),
  ),
  findsKeys(
    'keys-with-a-capital',
    'Keys may start with a capital, as fields do in Go.',
    (key, field) => key === `${field.charAt(0).toUpperCase()}${field.slice(1)}`,
  ),
  rounds(
    'tiny-fraction-rounded',
    'A category is tested for a fraction after a double has lost it.',
    (double) => double !== 0 && Number.isSafeInteger(double),
  ),
  rounds('underflow-is-zero', 'A category too small for a double is 0.', (double) => double === 0),
  readsPieces(
    'chunked-body-is-empty',
    'As many bytes are read as Content-Length says, so a chunked body is empty.',
    () => Buffer.alloc(0),
  ),
  readsPieces(
    'only-the-first-chunk-is-read',
    'Of a chunked body only the first chunk is read.',
    ([first = Buffer.alloc(0)]) => first,
  ),
  readsPieces(
    'each-chunk-decoded-alone',
    'Each chunk of a body is decoded alone, also where it ends in a character.',
    (pieces) => Buffer.from(pieces.map(String).join('')),
  ),
  readsText('capital-hex-digits-unread', 'Escapes are decoded by a table of small letters.', (text) =>
    text.replace(/\\u(?=[0-9a-f]*[A-F])\w{4}/g, '?'),
  ),
  readsText('escaped-keys-unread', 'Keys are compared as they are written, with their escapes.', (text) =>
    text.replace(/"n\\u0061me"/g, '"other"'),
  ),
  {
    name: 'chunked-body-refused',
    story: 'A body without a length is refused with 411.',
    violates: ['create.echo'],
    change: (rules) => ({
      checkMediaType: (request) => {
        if (request.chunked) throw refuse(411, 'length_required', 'A body needs a length.');
        rules.checkMediaType(request);
      },
    }),
  },
  {
    name: 'nul-in-name-crashes',
    story: 'A NUL in a name reaches a database that does not take it.',
    violates: ['create.echo', 'errors.no-5xx'],
    change: (rules) => ({
      readName: (value) => {
        const name = rules.readName(value);
        return name.includes('\0') ? crash() : name;
      },
    }),
  },
  {
    name: 'name-cut-at-nul',
    story: 'A name ends at its first NUL, as strings do in C.',
    violates: ['create.echo'],
    change: (rules) => ({ readName: (value) => rules.readName(value).replace(/\0.*$/s, '') }),
  },
  {
    name: 'broken-json-beyond-ascii-crashes',
    story: 'The message about broken JSON quotes the text, and cuts a character of several bytes in two.',
    violates: ['create.bad-body', 'errors.no-5xx'],
    change: (rules) => ({
      around: async (request, answer, store) => {
        const given = await rules.around(request, answer, store);
        return membersOf(given.content).code === 'invalid_json' && isBeyondAscii(request) ? crash() : given;
      },
    }),
  },
  {
    name: 'broken-json-beyond-ascii-breaks-the-connection',
    story: 'The message about broken JSON quotes half a character, and the process ends.',
    violates: ['create.bad-body'],
    change: (rules) => ({
      send: (response, message, request) => {
        if (isBroken(message) && isBeyondAscii(request)) response.destroy();
        else rules.send(response, message, request);
      },
    }),
  },
  {
    name: 'every-status-refused',
    story: 'The status is set by another service, so no client may send one.',
    violates: ['create.with-status'],
    change: (rules) => ({
      readStatus: (value) => {
        if (value !== undefined) throw refusal('invalidPet', { message: 'status is set by the service.' });
        return rules.readStatus(value);
      },
    }),
  },
  {
    name: 'every-creation-refused',
    story: 'The validator was configured with the wrong schema and refuses every body.',
    violates: ['create.minimal'],
    change: () => ({
      readFields: () => {
        throw refusal('invalidPet');
      },
    }),
  },
  storesLater(
    'refused-creation-stored-later',
    'A queue stores the pet after the validator has refused it.',
    400,
    'create.no-effect',
  ),
  storesLater(
    'unauthorised-creation-stored-later',
    'A queue stores the pet after the key was refused.',
    401,
    'auth.no-effect',
  ),
];
