import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Alteration, Fault } from '../change.ts';
import { headers } from '../combinators/answer.ts';
import { isError } from '../combinators/answers.ts';
import { forSome, type Which } from '../combinators/compose.ts';
import { crash, deny } from '../combinators/failures.ts';
import { isCreation } from '../combinators/requests.ts';
import type { Request } from '../model.ts';
import { faults } from './fault.ts';

const sentIn = ({ headers: sent }: Request, name: string): string => (sent[name] ?? []).join();
const has =
  (name: string, pattern: RegExp): Which =>
  (request) =>
    pattern.test(sentIn(request, name));

/** Ends some requests once the key is accepted. */
const ending =
  (which: Which, end: () => never): Alteration =>
  (rules) => ({
    authorised: (key, store, request) => {
      const isAuthorised = rules.authorised(key, store, request);
      if (isAuthorised && which(request)) end();
      return isAuthorised;
    },
  });

/** Sends bodies under the name of a coding. */
const labelled =
  (coding: string, encode: (body: Buffer) => Buffer): Alteration =>
  (rules) => ({
    transmit: (message, request) => {
      const named = { ...message.headers, 'content-encoding': coding, vary: 'accept-encoding' };
      return rules.transmit({ ...message, headers: named, body: encode(message.body) }, request);
    },
  });

const offersGzip = has('accept-encoding', /gzip/);
const refuseType = () => deny(406, 'not_acceptable', 'No such type can be produced.');
const isKnownType = /^(application\/json|\*\/\*)?$/;

/** What goes wrong for some clients only. */
export const clientFaults: readonly Fault[] = [
  {
    name: 'accept-with-a-list-refused',
    story: 'Accept is compared with the types that the server knows, whole, and axios names three.',
    change: ending((request) => !isKnownType.test(sentIn(request, 'accept')), refuseType),
    violates: [
      'list.ok',
      'list.status.with-limit',
      'create.echo',
      'create.invalid',
      'get.found',
      'get.unknown',
      'errors.documented-status',
    ],
    warns: ['create.lenient-body'],
  },
  {
    name: 'get-with-a-type-crashes',
    story: 'A body is parsed wherever there is a Content-Type, and a GET of an axios wrapper has none.',
    change: ending((request) => !isCreation(request) && has('content-type', /./)(request), crash),
    violates: ['list.ok', 'get.found', 'get.unknown', 'errors.no-5xx'],
  },
  {
    name: 'any-language-crashes',
    story: 'Accept-Language is taken for a locale, and fetch in Node sends an asterisk.',
    change: ending(has('accept-language', /^\*$/), crash),
    violates: ['list.ok', 'create.echo', 'create.invalid', 'get.found', 'get.unknown', 'errors.no-5xx'],
    warns: ['create.lenient-body'],
  },
  {
    name: 'errors-as-pages-for-browsers',
    story: 'Errors are labelled as pages for everything that calls itself Mozilla.',
    change: forSome(has('user-agent', /^Mozilla/))(headers(isError, { 'content-type': 'text/html' })),
    violates: ['body.content-type'],
  },
  {
    name: 'charset-in-capitals-refused',
    story: 'The charset of a body is compared with utf-8 letter by letter.',
    also: ['errors.documented-status'],
    change: ending(has('content-type', /charset=UTF-8/), () => deny(415, 'unsupported_charset')),
    violates: ['create.echo'],
  },
  ...faults({ violates: ['body.json'] }, [
    {
      name: 'compressed-twice',
      story: 'The framework and the proxy in front of it both compress, and one of them says so.',
      change: forSome(offersGzip)(labelled('gzip', (body) => gzipSync(gzipSync(body)))),
    },
    {
      name: 'errors-labelled-as-gzip',
      story: 'Errors are written past the compressor, under its header.',
      change: forSome(offersGzip)(headers(isError, { 'content-encoding': 'gzip' })),
    },
    {
      name: 'compressed-unasked',
      story: 'Bodies are compressed, whatever the client can read.',
      change: labelled('gzip', (body) => gzipSync(body)),
    },
    {
      name: 'quality-not-read',
      story: 'An Accept-Encoding with a quality of 0.3 for identity is answered in br, which it does not name.',
      change: forSome(has('accept-encoding', /identity;q=0\.3/))(labelled('br', (body) => brotliCompressSync(body))),
    },
  ]),
];
