import type { WireRequest } from '../../harness/model/wire.ts';
import { LONGEST_NAME } from '../reading/document.ts';
import type { RequirementId } from './index.ts';

/**
 * What the document does not decide, one spelling of each. `any`: every answer is right, except for a 5xx. `either`: the
 * service accepts it as documented, or refuses it with a 4xx. A test classifies each of them.
 */
export interface LeftOpen {
  /** Requirements about requests that look alike; the beginning of an id stands for all with it. */
  readonly near: readonly (RequirementId | 'auth.invalid-key' | 'list.limit' | 'list.status')[];
  readonly label: string;
  readonly allows: 'any' | 'either';
  /** KEY stands for the key, and the path is behind that of the base URL. */
  readonly request: WireRequest;
}

const JSON_TYPE = ['Content-Type', 'application/json'] as const;
const RIGHT = ['Authorization', 'Bearer KEY'] as const;

const token = (label: string, value: string): LeftOpen => ({
  near: ['auth.invalid-key'],
  label,
  allows: 'any',
  request: { method: 'GET', path: '/pets', headers: [['Authorization', `Bearer ${value}`]] },
});

const list = (near: LeftOpen['near'], label: string, query: string, allows: LeftOpen['allows'] = 'any'): LeftOpen => ({
  near,
  label,
  allows,
  request: { method: 'GET', path: `/pets?${query}`, headers: [RIGHT] },
});

function creation(
  near: LeftOpen['near'],
  label: string,
  body: string,
  allows: LeftOpen['allows'] = 'any',
  type: readonly [string, string] = JSON_TYPE,
): LeftOpen {
  return { near, label, allows, request: { method: 'POST', path: '/pets', headers: [RIGHT, type], body } };
}

const spelling = (label: string, segment: string): LeftOpen => ({
  near: ['get.invalid-id', 'get.unknown'],
  label,
  allows: 'any',
  request: { method: 'GET', path: `/pets/${segment}`, headers: [RIGHT] },
});

const named = (name: string) => JSON.stringify({ name, categoryId: 7 });

export const leftOpen: readonly LeftOpen[] = [
  token('the key with white space around it', ' KEY '),
  token('a word behind the key', 'KEY word'),
  token('the key in quotes', '"KEY"'),
  token('the key as a parameter', 'token=KEY'),
  token('the key with padding', 'KEY=='),
  token('the key in percent escapes', '%4bEY'),
  list(['list.limit'], 'an unknown parameter beside the limit', 'limit=5&offset=5'),
  list(['list.ok', 'list.limit.default', 'list.complete'], 'an unknown parameter', 'page=2'),
  list(['list.limit.above-maximum'], 'a limit above the maximum', 'limit=101', 'either'),
  list(['list.limit.below-minimum'], 'a limit below the minimum', 'limit=0', 'either'),
  list(['list.limit.malformed'], 'a limit that is not a number', 'limit=abc', 'either'),
  list(['list.status.unknown'], 'an unknown status (200 with no pet)', 'status=lost', 'either'),
  list(['list.status'], 'a status twice', 'status=sold&status=pending'),
  list(['list.status'], 'an empty status', 'status='),
  list(['list.status'], 'a status with white space around it', 'status=%20sold'),
  creation(['create.bad-body'], 'another content type', named('Rex'), 'any', ['Content-Type', 'text/plain']),
  creation(['create.bad-body', 'create.lenient-body'], 'a byte order mark', `\ufeff${named('Rex')}`),
  creation(['create.invalid', 'create.bad-body'], 'a field twice', '{"name":"Rex","name":"Ada","categoryId":7}'),
  creation(['create.echo'], 'half a surrogate pair in a name', '{"name":"\\ud83d","categoryId":7}'),
  creation(['create.echo', 'create.missing-field'], 'an unknown field', '{"name":"Rex","categoryId":7,"colour":"red"}'),
  creation(['create.wrong-type', 'create.int64'], 'an integer with a point', '{"name":"Rex","categoryId":7.0}'),
  creation(['create.wrong-type', 'create.int64'], 'an integer with an exponent', '{"name":"Rex","categoryId":7e0}'),
  creation(['create.echo'], 'an empty name', named(''), 'either'),
  creation(['create.echo', 'create.whitespace'], 'a blank name', named(' '), 'either'),
  creation(['create.echo'], 'a name with a control character', named('a\u0007b'), 'either'),
  creation(
    ['create.echo'],
    `a name of more than ${LONGEST_NAME} characters`,
    named('a'.repeat(LONGEST_NAME + 1)),
    'either',
  ),
  creation(['create.echo', 'create.int64'], 'a categoryId below 1', '{"name":"Rex","categoryId":0}', 'either'),
  creation(['create.client-id'], 'an id of the client', '{"name":"Rex","categoryId":7,"id":5}', 'either'),
  spelling('an id with a sign', '+7'),
  spelling('an id with leading zeros', '007'),
  spelling('an id with a fraction of zero', '7.0'),
  spelling('an id with separators', '1_000'),
  spelling('an id with white space around it', '%207'),
  spelling('an id in full-width digits', '%EF%BC%97'),
  spelling('an id in hexadecimal', '0x7'),
];

/** What is left open near a requirement. */
export function leftOpenNear(id: string): readonly LeftOpen[] {
  return leftOpen.filter(({ near }) => near.some((one) => id === one || id.startsWith(`${one}.`)));
}
