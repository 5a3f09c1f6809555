import { createHash } from 'node:crypto';
import type { Fault } from '../change.ts';
import { basic, beforeKey, credential, elsewhere, refusing, scheme, token } from '../combinators/access.ts';
import { headers, refusedWith } from '../combinators/answer.ts';
import { refused } from '../combinators/answers.ts';
import { authorization, hasBareBearer, hasToken } from '../combinators/credentials.ts';
import { crash } from '../combinators/failures.ts';
import { idIn, isCreation, onlyValue } from '../combinators/requests.ts';
import { endsTheProcess } from '../combinators/silence.ts';
import { headerOf, type Request } from '../model.ts';
import { readBody, readNewPet, readQuery } from '../operations.ts';
import { refusal } from '../refusal.ts';
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
export const authCredentialFaults: readonly Fault[] = [
  ...faults({ violates: ['auth.invalid-key.*'] }, [
    {
      name: 'wrong-key-is-forbidden',
      story: 'A key that is not known gets 403 instead of 401.',
      change: refusedWith(({ status }, request) => status === 401 && hasToken(request), 403),
    },
    {
      name: 'key-prefix-suffices',
      story: 'The comparison has the length of the sent key.',
      change: token((sent, key) => key.startsWith(sent)),
    },
    {
      name: 'key-suffix-suffices',
      story: 'The comparison starts at the end and runs over the length of the key that was sent.',
      change: token((sent, key) => key.endsWith(sent)),
    },
    {
      name: 'key-may-go-on',
      story: 'The comparison stops at the end of the right key.',
      change: token((sent, key) => sent.startsWith(key)),
    },
    {
      name: 'key-case-ignored-in-its-first-half',
      story: 'The first half of a key is a name, which is found without case.',
      change: token(
        (sent, key) => sent.slice(half(key)) === key.slice(half(key)) && sent.toLowerCase() === key.toLowerCase(),
      ),
    },
    {
      name: 'key-twice-accepted',
      story: 'A header that comes twice is joined, and so is the key.',
      change: token((sent, key) => sent === `${key}${key}`),
      needsRareInput: true,
    },
    {
      name: 'key-first-character-ignored',
      story: 'The comparison starts at the second character.',
      change: token((sent, key) => sent.length === key.length && sent.slice(1) === key.slice(1)),
    },
    {
      name: 'key-as-an-sql-pattern',
      story: 'Keys are looked up with LIKE, so a percent sign will do.',
      change: token((sent) => sent === '%'),
    },
    {
      name: 'key-characters-sorted',
      story: 'Keys are compared by their characters in alphabetical order.',
      change: token((sent, key) => sorted(sent) === sorted(key)),
    },
    ...(['undefined', 'null', 'None', '[object Object]', 'true', '""'] as const).map((text, at) => ({
      name: `placeholder-${at + 1}-accepted`,
      story: `A key that was never set is stored as ${text}, and so is found.`,
      change: token((sent) => sent === text),
      anyOf: true as const,
    })),
    {
      name: 'key-as-a-regular-expression',
      story: 'Keys are matched against the pattern that was sent.',
      change: token((sent) => sent === '.*'),
      anyOf: true,
    },
    {
      name: 'key-as-a-glob',
      story: 'Keys are looked up with KEYS in a cache, which takes an asterisk for any text.',
      change: token((sent) => sent === '*'),
      anyOf: true,
    },
    {
      name: 'key-as-a-pattern-of-its-length',
      story: 'Keys are looked up with LIKE, percent signs are escaped, and underscores are not.',
      change: token((sent, key) => sent.length === key.length && /^_+$/.test(sent)),
      anyOf: true,
    },
    {
      name: 'key-behind-zeros-accepted',
      story: 'Keys are stored without leading zeros, and so these are removed from what is sent.',
      change: token((sent, key) => sent.replace(/^0+/, '') === key),
      anyOf: true,
    },
    {
      name: 'key-digits-alike',
      story: 'Digits beyond those of a double are all the same, so one stands for another.',
      change: token((sent, key) => sent.replace(/\d/g, '0') === key.replace(/\d/g, '0')),
      anyOf: true,
    },
    {
      name: 'key-ends-with-any-letter',
      story: 'The last character is a checksum, of which only the kind is looked at.',
      change: token(
        (sent, key) => sent.length === key.length && /[a-z]$/.test(sent) && sent.slice(0, -1) === key.slice(0, -1),
      ),
      anyOf: true,
    },
    {
      name: 'key-hyphens-ignored',
      story: 'Keys are stored without their hyphens, which are for people.',
      change: token((sent, key) => sent.replaceAll('-', '') === key.replaceAll('-', '')),
      anyOf: true,
      needsRareInput: true,
    },
    {
      name: 'token-ends-with-the-key',
      story: 'Only the end of the token is compared.',
      change: token((sent, key) => sent.endsWith(key)),
    },
    {
      name: 'one-bit-of-the-key',
      story: 'One bit of the digests is compared.',
      change: token((sent, key) => lowestBit(sent) === lowestBit(key)),
    },
  ]),
  ...faults({ violates: ['auth.invalid-key.*', 'errors.no-5xx'] }, [
    {
      name: 'token-beyond-ascii-crashes',
      story: 'Texts of the same length but not of as many bytes cannot be compared.',
      change: token((sent, key) => sent.length === key.length && Buffer.byteLength(sent) !== key.length && crash()),
    },
  ]),
  ...faults({ violates: ['errors.no-5xx'] }, [
    {
      name: 'key-in-curly-quotes-ends-the-process',
      story: 'A key in curly quotes throws outside of every handler, and the process ends.',
      change: endsTheProcess((request) => IN_CURLY_QUOTES.test(authorization(request))),
      mayStayOpen: true,
    },
  ]),
  ...faults(
    { violates: ['auth.missing.*', 'auth.invalid-key.*', 'auth.wrong-scheme.*', 'auth.malformed', 'auth.header-only'] },
    [
      {
        name: 'no-key-needed-anywhere',
        story: 'Authentication was switched off for a demonstration and never switched on again.',
        also: ['auth.first'],
        change: credential(() => true),
      },
    ],
  ),
  ...faults({ violates: ['auth.accepted'] }, [
    {
      name: 'authorization-by-its-usual-name',
      story: 'The header is looked up in the spelling that most clients use.',
      also: [
        'list.ok',
        'list.limit.malformed',
        'create.echo',
        'create.null-status',
        'create.lenient-body',
        'create.invalid',
        'get.found',
        'get.unknown',
        'get.invalid-id',
      ],
      change: refusing(({ headerNames }) => headerNames.includes('authorization')),
    },
  ]),
  ...faults({ violates: ['auth.missing.*'] }, [
    {
      name: 'missing-key-is-forbidden',
      story: 'A request without credential gets 403, as some frameworks do by default.',
      also: ['auth.first'],
      change: refusedWith(({ status }, request) => status === 401 && hasNone(request), 403),
    },
  ]),
  ...faults({ violates: ['auth.missing.getPet'] }, [
    {
      name: 'escaped-id-lets-anonymous-in',
      story: 'The guard looks at the address before it is decoded.',
      change: credential(({ path }) => path.includes('%3')),
    },
  ]),
  ...faults({ violates: ['auth.wrong-scheme.*'] }, [
    {
      name: 'scheme-found-anywhere',
      story: 'The header is searched for the scheme instead of being read from its start.',
      change: credential((request, key) => /bearer (.*)$/i.exec(authorization(request))?.[1] === key),
    },
    {
      name: 'bare-key-accepted',
      story: 'The word Bearer is removed where it is found and never required.',
      change: credential((request, key) => authorization(request) === key),
    },
    {
      name: 'basic-key-as-password',
      story: 'Basic is accepted with it as password.',
      change: basic((_user, password, key) => password === key),
    },
    {
      name: 'basic-key-as-user',
      story: 'Basic is accepted with the key as the user and any password.',
      change: basic((user, password, key) => user === key && password !== undefined),
    },
    {
      name: 'basic-key-as-it-is',
      story: 'Basic is accepted with the key as it is, not in base64.',
      change: scheme('Basic', (credentials, key) => credentials === key),
    },
    {
      name: 'basic-key-alone',
      story: 'Basic is accepted with the key alone, in base64.',
      change: basic((user, password, key) => user === key && password === undefined),
    },
    {
      name: 'bearer-without-a-space',
      story: 'The space behind the scheme is optional.',
      change: credential((request, key) => authorization(request) === `Bearer${key}`),
    },
    {
      name: 'token-scheme-accepted',
      story: 'A framework habit: Token is accepted beside Bearer.',
      change: scheme('Token'),
    },
    {
      name: 'jwt-scheme-accepted',
      story: 'A library for tokens also takes JWT as a scheme.',
      change: scheme('JWT'),
      anyOf: true,
    },
    {
      name: 'api-key-scheme-accepted',
      story: 'A scheme named ApiKey is accepted beside Bearer.',
      change: scheme('api[-_]?key'),
    },
  ]),
  ...faults({ violates: ['auth.malformed'] }, [
    {
      name: 'empty-credential-accepted',
      story: 'An empty Authorization header passes for one that was checked before.',
      change: credential((request) => headerOf(request, 'authorization') === ''),
    },
  ]),
  ...faults({ violates: ['auth.malformed', 'errors.no-5xx'] }, [
    {
      name: 'bearer-alone-crashes',
      story: 'The header is split at its space, and nobody checks that there is a second part.',
      change: credential((request) => hasBareBearer(request) && crash()),
    },
  ]),
  ...faults({ violates: ['auth.header-only'] }, [
    {
      name: 'key-in-query-accepted',
      story: 'The key is also read from the query string, for links in mails.',
      change: elsewhere((request, key) => [...readQuery(request.search).values()].flat().includes(key)),
    },
    {
      name: 'key-in-access-token',
      story: 'The key is also read from the parameter access_token.',
      change: elsewhere((request, key) => parameter(request, 'access_token') === key),
    },
    {
      name: 'key-in-other-header-accepted',
      story: 'The key is also read from X-API-Key, which the gateway in front used to send.',
      change: credential((request, key) => headerOf(request, 'x-api-key') === key),
    },
    {
      name: 'key-in-a-cookie',
      story: 'The key is also read from cookies, for browsers.',
      change: elsewhere((request, key) =>
        cookiesOf(request).some((cookie) => cookie.slice(cookie.indexOf('=') + 1) === key),
      ),
    },
  ]),
  ...faults({ warns: ['auth.challenge'] }, [
    {
      name: 'no-challenge',
      story: 'A 401 does not name the scheme.',
      change: headers(refused(401), { 'www-authenticate': undefined }),
    },
    {
      name: 'challenge-names-basic',
      story: 'The challenge was copied from a service with passwords.',
      change: headers(refused(401), { 'www-authenticate': 'Basic realm="petstore"' }),
    },
  ]),
  ...faults({ warns: ['auth.scheme-case'] }, [
    {
      name: 'scheme-case-matters',
      story: 'The header is compared with the text "Bearer " letter by letter.',
      change: refusing((request) => !authorization(request).startsWith('Bearer ')),
    },
    {
      name: 'scheme-in-capitals-refused',
      story: 'The scheme is one of Bearer and bearer.',
      change: refusing((request) => authorization(request).startsWith('BEARER ')),
    },
  ]),
  ...faults({ warns: ['auth.first'] }, [
    {
      name: 'body-checked-before-key',
      story: 'Bodies are validated by a filter that runs before authentication.',
      change: beforeKey((rules, request) => {
        if (isCreation(request)) readNewPet(rules, readBody(rules, request), request);
      }),
    },
    {
      name: 'json-parsed-before-key',
      story: 'Bodies are parsed by the framework before the key is checked.',
      change: beforeKey((rules, request) => {
        const isSent = isCreation(request) && request.headers.authorization === undefined;
        if (isSent) rules.parse(rules.readText(request.body, request), request);
      }),
    },
    {
      name: 'pet-looked-up-before-key',
      story: 'The pet is loaded by the router, before anyone checks the key.',
      change: beforeKey((rules, request, store) => {
        const id = idIn(request);
        if (id !== undefined && rules.find(store, id, request) === undefined) throw refusal('petNotFound');
      }),
    },
  ]),
];
