import { isInteger, isObject, jsonOf } from '../../harness/json/exact-json.ts';
import type { Exchange } from '../../harness/model/exchange.ts';
import type { Problems } from '../expected.ts';
import type { Seen } from './seen.ts';

/** A field of a creation, and whether it is as in the plainest one. */
type Field = readonly [table: string, isPlain: boolean];

/** Tables of values of valid creations. */
const TABLES = ['name', 'category', 'status', 'spelling', 'framing', 'media-type', 'headers'];

/** What a creation does not name is plain, field by field and byte by byte: otherwise something else may be refused. */
export function plainButNamed({ exchanges, settings }: Seen): Problems {
  const category = BigInt(settings.categoryIds[0] ?? 1);
  const isNamed = ({ request, input = [] }: Exchange) =>
    request.method === 'POST' && input.length > 0 && input.every((value) => TABLES.includes(tableOf(value)));
  return exchanges.filter(isNamed).flatMap((exchange) => {
    const { input = [] } = exchange;
    const named = input.map(tableOf);
    const odd = fieldsOf(exchange, category).filter(([table, isPlain]) => !isPlain && !named.includes(table));
    return odd.map(([table]) => `${input.join(', ')} was sent with another ${table} than the plain one`);
  });
}

const tableOf = (value = '') => value.split('/')[0] ?? '';

function fieldsOf({ request }: Exchange, category: bigint): readonly Field[] {
  const { body = '', headers, cutAt } = request;
  const pet = jsonOf(body);
  if (!isObject(pet) || typeof pet.name !== 'string' || !isInteger(pet.categoryId)) return [];
  const { name, categoryId, status } = pet;
  const shown = status === undefined ? '' : `,"status":${JSON.stringify(status)}`;
  const types = headers.flatMap(([header, value]) => (/^content-type$/i.test(header) ? [value] : []));
  return [
    ['name', /^conformance-\w+-\d{4}$/.test(name)],
    ['category', BigInt(categoryId) === category],
    ['spelling', body === `{"name":${JSON.stringify(name)},"categoryId":${categoryId}${shown}}`],
    ['framing', cutAt === undefined],
    ['media-type', types.join() === 'application/json'],
  ];
}
