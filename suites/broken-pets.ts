import fc from 'fast-check';
import { STATUSES } from '../harness/animal.ts';
import { INT64_MAX, INT64_MIN } from '../harness/exact-json.ts';
import type { RawBody } from '../harness/http/api.ts';
import type { NewPet } from '../harness/population.ts';
import type { RequirementId } from './catalogue.ts';

/** Bodies broken in exactly one way, made from one that is accepted. */
export type Breaker = (valid: NewPet) => unknown;

const without =
  (field: keyof NewPet): Breaker =>
  (valid) => {
    const { [field]: _left, ...rest } = valid;
    return rest;
  };
const set =
  (field: keyof NewPet, value: unknown): Breaker =>
  (valid) => ({ ...valid, [field]: value });
/** Over the wire as it stands, since a double cannot hold it. */
const raw =
  (text: string): Breaker =>
  (): RawBody => ({ raw: text });

export const missingField: readonly Breaker[] = [without('name'), without('categoryId'), () => ({})];

export const wrongType: readonly Breaker[] = [
  ...[42, true, false, null, [], {}, ['x']].map((value) => set('name', value)),
  ...['1', '', 'one', null, true, 1.5, [], {}, [1]].map((value) => set('categoryId', value)),
];

export const outOfRange: readonly Breaker[] = [INT64_MAX + 1n, INT64_MIN - 1n, 2n ** 64n + 1n, 10n ** 30n].map(
  (value) => set('categoryId', value),
);

export const badStatus: readonly Breaker[] = [
  'lost',
  'AVAILABLE',
  '',
  'available ',
  'availabl',
  null,
  1,
  1.5,
  true,
  ['available'],
  {},
].map((value) => set('status', value));

export const badBody: readonly Breaker[] = [
  raw(''),
  raw('  '),
  raw('{"name": "conformance", "categoryId": '),
  raw('{"name": "conformance", "categoryId": 1'),
  raw('{"name": "conformance", "categoryId" 1}'),
  raw('{"name": "conformance", "categoryId": 1} x'),
  raw('{"name": "conformance true", "categoryId": 1, "more": nope}'),
  raw('not json'),
  raw('[]'),
  (valid) => [valid],
  raw('"text"'),
  raw('42'),
  raw('null'),
  raw('true'),
];

/** A break as a value, so that it can be generated, shrunk and shown. */
export interface Break {
  readonly toldBy: RequirementId;
  readonly field: keyof NewPet | 'body';
  readonly value: unknown;
}

const json = fc.jsonValue({ maxDepth: 1 });

/** Any break at all, sorted by the requirement that tells the plain cases of it. */
export const breaks = {
  'create.missing-field': fc
    .constantFrom<keyof NewPet>('name', 'categoryId')
    .map((field): Break => ({ toldBy: 'create.missing-field', field, value: undefined })),
  'create.wrong-type': fc.oneof(
    json
      .filter((value) => typeof value !== 'string')
      .map((value): Break => ({ toldBy: 'create.wrong-type', field: 'name', value })),
    json
      .filter((value) => !(typeof value === 'number' && Number.isInteger(value)))
      .map((value): Break => ({ toldBy: 'create.wrong-type', field: 'categoryId', value })),
  ),
  'create.out-of-range': fc
    .oneof(fc.bigInt({ min: INT64_MAX + 1n, max: 2n ** 80n }), fc.bigInt({ min: -(2n ** 80n), max: INT64_MIN - 1n }))
    .map((value): Break => ({ toldBy: 'create.out-of-range', field: 'categoryId', value })),
  'create.bad-status': json
    .filter((value) => !STATUSES.some((status) => status === value))
    .map((value): Break => ({ toldBy: 'create.bad-status', field: 'status', value })),
  'create.bad-body': json
    .filter((value) => typeof value !== 'object' || value === null || Array.isArray(value))
    .map((value): Break => ({ toldBy: 'create.bad-body', field: 'body', value })),
} as const satisfies Partial<Record<RequirementId, fc.Arbitrary<Break>>>;

/** Corners of the same kinds that the plain cases leave out. */
export const cornerBreaks: readonly Break[] = [
  { toldBy: 'create.bad-status', field: 'status', value: 'availableavailableavailable' },
  { toldBy: 'create.bad-status', field: 'status', value: 'Sold' },
  { toldBy: 'create.bad-status', field: 'status', value: 'available,sold' },
  { toldBy: 'create.bad-status', field: 'status', value: 0 },
  { toldBy: 'create.bad-status', field: 'status', value: false },
  { toldBy: 'create.wrong-type', field: 'name', value: 0 },
  { toldBy: 'create.wrong-type', field: 'categoryId', value: '12' },
  { toldBy: 'create.wrong-type', field: 'categoryId', value: false },
  { toldBy: 'create.wrong-type', field: 'categoryId', value: -0.5 },
  { toldBy: 'create.out-of-range', field: 'categoryId', value: 2n ** 64n + 5n },
  { toldBy: 'create.bad-body', field: 'body', value: false },
  { toldBy: 'create.bad-body', field: 'body', value: 0 },
];

export function bodyOf({ field, value }: Break, valid: NewPet): unknown {
  if (field === 'body') return value;
  return value === undefined ? without(field)(valid) : set(field, value)(valid);
}
