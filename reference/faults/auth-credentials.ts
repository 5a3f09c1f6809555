import { createHash } from 'node:crypto';
import type { Fault } from '../change.ts';
import { basic, beforeKey, credential, elsewhere, refusing, scheme, token } from '../combinators/access.ts';
import { headers, refusedWith } from '../combinators/answer.ts';
import { refused } from '../combinators/answers.ts';
import { authorization, hasBareBearer, hasOtherScheme, hasToken } from '../combinators/credentials.ts';
import { crash } from '../combinators/failures.ts';
import { idIn, isCreation, onlyValue } from '../combinators/requests.ts';
import { endsTheProcess } from '../combinators/silence.ts';
import { headerOf, type Request } from '../model.ts';
import { readBody, readNewPet, readQuery } from '../operations.ts';
import { refusal } from '../refusal.ts';
import type { Rows } from '../rows.ts';
import { faults } from './fault.ts';

const lowestBit = (text: string) => (createHash('sha256').update(text).digest().at(-1) ?? 0) % 2;
const sorted = (text: string) => [...text].sort().join('');
const half = (key: string) => Math.ceil(key.length / 2);

/** Curly quotes, as UTF-8 read as Latin-1 and in the code page of Windows. */
const IN_CURLY_QUOTES = /^bearer +(?:\u00e2\u0080[\u0098-\u009d]|[\u0091-\u0094\u2018-\u201d])/i;

const cookiesOf = (request: Request) => (headerOf(request, 'cookie') ?? '').split(/;\s*/);
const parameter = (request: Request, name: string) => onlyValue(readQuery(request.search), name);
const hasNone = ({ headers }: Request) => headers.authorization === undefined;

/** Credentials that are compared in another way than exactly, or have another form than documented. */
export const authCredentialFaults: readonly Fault[] = faults([
  'violates auth.invalid-key.*',
  'wrong-key-is-forbidden: A key that is not known gets 403 instead of 401.',
  refusedWith(({ status }, request) => status === 401 && hasToken(request), 403),
  ['key-prefix-suffices: The comparison has the length of the sent key.', token((sent, key) => key.startsWith(sent))],
  'key-suffix-suffices: The comparison starts at the end and runs over the length of the key that was sent.',
  token((sent, key) => key.endsWith(sent)),
  ['key-may-go-on: The comparison stops at the end of the right key.', token((sent, key) => sent.startsWith(key))],
  'key-case-ignored: Keys are looked up in a column that compares without case.',
  token((sent, key) => sent.toLowerCase() === key.toLowerCase()),
  'key-case-ignored-in-its-first-half: The first half of a key is a name, which is found without case.',
  token((sent, key) => sent.slice(half(key)) === key.slice(half(key)) && sent.toLowerCase() === key.toLowerCase()),
  'key-case-ignored-in-its-second-half: The second half of a key is taken for hexadecimal digits, which have no case.',
  token(
    (sent, key) => sent.slice(0, half(key)) === key.slice(0, half(key)) && sent.toLowerCase() === key.toLowerCase(),
  ),
  { needsRareInput: true },
  'key-twice-accepted: A header that comes twice is joined, and so is the key.',
  token((sent, key) => sent === `${key}${key}`),
  { needsRareInput: true },
  ['key-length-only: A key of the right length is taken for it.', token((sent, key) => sent.length === key.length)],
  'key-last-character-ignored: An off-by-one leaves the last character of the key out of the comparison.',
  token((sent, key) => sent.length === key.length && sent.slice(0, -1) === key.slice(0, -1)),
  'key-first-character-ignored: The comparison starts at the second character.',
  token((sent, key) => sent.length === key.length && sent.slice(1) === key.slice(1)),
  'first-half-of-the-key: The first half of a key names its owner, and the second half is never compared.',
  token((sent, key) => sent.slice(0, half(key)) === key.slice(0, half(key))),
  'second-half-of-the-key: The first half of a key is a public prefix and is not compared.',
  token((sent, key) => sent.length === key.length && sent.slice(half(key)) === key.slice(half(key))),
  ['key-as-an-sql-pattern: Keys are looked up with LIKE, so a percent sign will do.', token((sent) => sent === '%')],
  'key-characters-sorted: Keys are compared by their characters in alphabetical order.',
  token((sent, key) => sorted(sent) === sorted(key)),
  ...(['undefined', 'null', 'None', '[object Object]', 'true', '""'] as const).map((text, at): Rows<Fault>[number] => [
    `placeholder-${at + 1}-accepted: A key that was never set is stored as ${text}, and so is found.`,
    token((sent) => sent === text),
  ]),
  ['token-ends-with-the-key: Only the end of the token is compared.', token((sent, key) => sent.endsWith(key))],
  ['token-contains-the-key: The key is searched in the token.', token((sent, key) => sent.includes(key))],
  ['one-bit-of-the-key: One bit of the digests is compared.', token((sent, key) => lowestBit(sent) === lowestBit(key))],
  'violates auth.invalid-key.*, errors.no-5xx',
  'token-beyond-ascii-crashes: Texts of the same length but not of as many bytes cannot be compared.',
  token((sent, key) => sent.length === key.length && Buffer.byteLength(sent) !== key.length && crash()),
  'violates errors.no-5xx',
  'key-in-curly-quotes-ends-the-process: A key in curly quotes throws outside of every handler, and the process ends.',
  endsTheProcess((request) => IN_CURLY_QUOTES.test(authorization(request))),
  { endsTheProcess: true },
  'violates auth.missing.*, auth.invalid-key.*, auth.wrong-scheme.*, auth.malformed, auth.header-only',
  'no-key-needed-anywhere: Authentication was switched off for a demonstration and never switched on again.',
  credential(() => true),
  'violates auth.accepted',
  'authorization-by-its-usual-name: The header is looked up in the spelling that most clients use.',
  refusing(({ headerNames }) => headerNames.includes('authorization')),
  'violates auth.missing.*',
  'missing-key-is-forbidden: A request without credential gets 403, as some frameworks do by default.',
  refusedWith(({ status }, request) => status === 401 && hasNone(request), 403),
  'violates auth.missing.getPet',
  'escaped-id-lets-anonymous-in: The guard looks at the address before it is decoded.',
  credential(({ path }) => path.includes('%3')),
  'violates auth.wrong-scheme.*',
  'scheme-found-anywhere: The header is searched for the scheme instead of being read from its start.',
  credential((request, key) => /bearer (.*)$/i.exec(authorization(request))?.[1] === key),
  'wrong-scheme-is-a-bad-request: An Authorization header of another scheme is taken for a syntax error.',
  refusedWith(({ status }, request) => status === 401 && hasOtherScheme(request), 400),
  'bare-key-accepted: The word Bearer is removed where it is found and never required.',
  credential((request, key) => authorization(request) === key),
  'basic-accepted: The key is also taken as Basic credentials, plain or in base64, for an old client.',
  scheme('Basic', (credentials, key) =>
    [key, ...[key, `${key}:`, `:${key}`].map((text) => Buffer.from(text).toString('base64'))].includes(credentials),
  ),
  ['basic-key-as-password: Basic is accepted with it as password.', basic((_user, password, key) => password === key)],
  'basic-key-as-user: Basic is accepted with the key as the user and any password.',
  basic((user, password, key) => user === key && password !== undefined),
  'basic-key-as-it-is: Basic is accepted with the key as it is, not in base64.',
  scheme('Basic', (credentials, key) => credentials === key),
  'basic-key-alone: Basic is accepted with the key alone, in base64.',
  basic((user, password, key) => user === key && password === undefined),
  'bearer-without-a-space: The space behind the scheme is optional.',
  credential((request, key) => authorization(request) === `Bearer${key}`),
  ['token-scheme-accepted: A framework habit: Token is accepted beside Bearer.', scheme('Token')],
  ['api-key-scheme-accepted: A scheme named ApiKey is accepted beside Bearer.', scheme('api[-_]?key')],
  'violates auth.malformed',
  'empty-credential-is-a-bad-request: A Bearer without a key, or an empty header, is taken for a syntax error.',
  refusedWith(
    ({ status }, request) => status === 401 && !hasNone(request) && /^(bearer)?\s*$/i.test(authorization(request)),
    400,
  ),
  ['bearer-alone-accepted: A Bearer without a key matches the empty key of a test account.', credential(hasBareBearer)],
  'empty-credential-accepted: An empty Authorization header passes for one that was checked before.',
  credential((request) => headerOf(request, 'authorization') === ''),
  'violates auth.malformed, errors.no-5xx',
  'bearer-alone-crashes: The header is split at its space, and nobody checks that there is a second part.',
  credential((request) => hasBareBearer(request) && crash()),
  'violates auth.header-only',
  'key-in-query-accepted: The key is also read from the query string, for links in mails.',
  elsewhere((request, key) => [...readQuery(request.search).values()].flat().includes(key)),
  'key-in-access-token: The key is also read from the parameter access_token.',
  elsewhere((request, key) => parameter(request, 'access_token') === key),
  'key-in-other-header-accepted: The key is also read from X-API-Key, which the gateway in front used to send.',
  credential((request, key) => headerOf(request, 'x-api-key') === key),
  'key-in-underscored-header-accepted: The key is also read from api_key, as in the sample that the server was made from.',
  credential((request, key) => headerOf(request, 'api_key') === key),
  'key-in-a-forwarded-header: The header that a gateway used to keep the credential in is read from everybody.',
  credential((request, key) => headerOf(request, 'x-forwarded-authorization') === `Bearer ${key}`),
  'key-in-a-cookie: The key is also read from cookies, for browsers.',
  elsewhere((request, key) => cookiesOf(request).some((cookie) => cookie.slice(cookie.indexOf('=') + 1) === key)),
  'warns auth.challenge',
  ['no-challenge: A 401 does not name the scheme.', headers(refused(401), { 'www-authenticate': undefined })],
  'challenge-names-basic: The challenge was copied from a service with passwords.',
  headers(refused(401), { 'www-authenticate': 'Basic realm="petstore"' }),
  'warns auth.scheme-case',
  'scheme-case-matters: The header is compared with the text "Bearer " letter by letter.',
  refusing((request) => !authorization(request).startsWith('Bearer ')),
  'scheme-in-capitals-refused: The scheme is one of Bearer and bearer.',
  refusing((request) => authorization(request).startsWith('BEARER ')),
  'warns auth.first',
  'body-checked-before-key: Bodies are validated by a filter that runs before authentication.',
  beforeKey((rules, request) => {
    if (isCreation(request)) readNewPet(rules, readBody(rules, request), request);
  }),
  'json-parsed-before-key: Bodies are parsed by the framework before the key is checked.',
  beforeKey((rules, request) => {
    const isSent = isCreation(request) && request.headers.authorization === undefined;
    if (isSent) rules.parse(rules.readText(request.body, request), request);
  }),
  'pet-looked-up-before-key: The pet is loaded by the router, before anyone checks the key.',
  beforeKey((rules, request, store) => {
    const id = idIn(request);
    if (id !== undefined && rules.find(store, id, request) === undefined) throw refusal('petNotFound');
  }),
]);
