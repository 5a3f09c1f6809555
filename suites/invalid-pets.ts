import fc from 'fast-check';
import { INT64_MAX, INT64_MIN, toJson } from '../harness/json/exact-json.ts';
import { isStatus, type NewPet } from '../harness/run/pet.ts';
import type { RequirementId } from './catalogue.ts';
import { type BadBody, lenientBodies, nonObjectBodies } from './inputs/bad-bodies.ts';
import { badStatuses } from './inputs/statuses.ts';
import { otherCaseKeys, outOfRangeCategories, wrongCategories, wrongNames } from './inputs/wrong-values.ts';

/** A body that is broken in exactly one way, made from one that is accepted. */
export interface InvalidBody {
  readonly label: string;
  readonly write: (valid: NewPet) => string;
}

/** A member is left out, or its JSON text replaced. */
function withMember(label: string, member: keyof NewPet, json: string | undefined): InvalidBody {
  return { label, write: (valid) => writeMembers(valid, member, json) };
}

function writeMembers(valid: NewPet, member: keyof NewPet, json: string | undefined): string {
  const members = Object.entries(valid).map(([name, value]) => [name, toJson(value)] as const);
  const others = members.filter(([name]) => name !== member);
  const all = json === undefined ? others : [...others, [member, json] as const];
  return `{${all.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

function fromFields({ label, write }: BadBody): InvalidBody {
  return { label, write: ({ name, categoryId }) => write(name, BigInt(categoryId)) };
}

export const missingField: readonly InvalidBody[] = [
  withMember('no name', 'name', undefined),
  withMember('no categoryId', 'categoryId', undefined),
  { label: 'empty object', write: () => '{}' },
  ...otherCaseKeys.map(fromFields),
];

export const wrongType: readonly InvalidBody[] = [
  ...wrongNames.map(({ label, json }) => withMember(`name: ${label}`, 'name', json)),
  ...wrongCategories.map(({ label, json }) => withMember(`categoryId: ${label}`, 'categoryId', json)),
];

export const outOfRange: readonly InvalidBody[] = outOfRangeCategories.map(({ label, json }) =>
  withMember(label, 'categoryId', json),
);

export const badStatus: readonly InvalidBody[] = badStatuses.map(({ label, value }) =>
  withMember(label, 'status', toJson(value)),
);

export const badBody: readonly InvalidBody[] = [...nonObjectBodies, ...lenientBodies].map(fromFields);

/** A break as a value, so that it can be generated, shrunk and shown. */
interface Break {
  readonly reportedBy: RequirementId;
  readonly member: keyof NewPet | 'body';
  /** JSON text; a member without one is left out. */
  readonly json?: string;
}

const json = fc.jsonValue({ maxDepth: 1 });

function breakOf(reportedBy: RequirementId, member: Break['member']): (value: unknown) => Break {
  return (value) => ({ reportedBy, member, json: toJson(value) });
}

/** Any break at all, by the requirement that reports the plain cases of it. */
export const breaks = {
  'create.missing-field': fc
    .constantFrom<keyof NewPet>('name', 'categoryId')
    .map((member): Break => ({ reportedBy: 'create.missing-field', member })),
  'create.wrong-type': fc.oneof(
    json.filter((value) => typeof value !== 'string').map(breakOf('create.wrong-type', 'name')),
    json
      .filter((value) => !(typeof value === 'number' && Number.isInteger(value)))
      .map(breakOf('create.wrong-type', 'categoryId')),
  ),
  'create.out-of-range': fc
    .oneof(fc.bigInt({ min: INT64_MAX + 1n, max: 2n ** 80n }), fc.bigInt({ min: -(2n ** 80n), max: INT64_MIN - 1n }))
    .map(breakOf('create.out-of-range', 'categoryId')),
  'create.bad-status': json.filter((value) => !isStatus(value)).map(breakOf('create.bad-status', 'status')),
  'create.bad-body': json
    .filter((value) => typeof value !== 'object' || value === null || Array.isArray(value))
    .map(breakOf('create.bad-body', 'body')),
} as const satisfies Partial<Record<RequirementId, fc.Arbitrary<Break>>>;

/** Corners of the same kinds that the plain cases leave out. */
export const cornerBreaks: readonly Break[] = [
  breakOf('create.bad-status', 'status')('availableavailableavailable'),
  breakOf('create.bad-status', 'status')(false),
  breakOf('create.wrong-type', 'name')(0),
  breakOf('create.wrong-type', 'categoryId')('12'),
  breakOf('create.out-of-range', 'categoryId')(2n ** 64n + 5n),
  breakOf('create.bad-body', 'body')(false),
  breakOf('create.bad-body', 'body')(0),
];

export function textOf({ member, json: text }: Break, valid: NewPet): string {
  return member === 'body' ? (text ?? '') : writeMembers(valid, member, text);
}
