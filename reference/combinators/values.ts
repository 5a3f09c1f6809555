import { isInt64 } from '../int64.ts';
import type { JsonObject } from '../json/value.ts';
import type { Pet, PetStatus } from '../model.ts';

/** Undefined where reading fails. */
export function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

export const hasStatus =
  (status: PetStatus | undefined) =>
  (pet: Pet): boolean =>
    pet.status === status;

/** Another value in the place of one. */
export const instead =
  <Value, Other>(unwanted: Value, other: Other) =>
  <Given>(value: Given): Given | Other =>
    Object.is(value, unwanted) ? other : value;

/** What becomes of an int64 that passes through a double; at the ends it saturates. */
export function throughDouble(value: bigint): bigint {
  const rounded = BigInt(Number(value));
  return isInt64(rounded) ? rounded : value;
}

export function omit(fields: JsonObject, field: string): JsonObject {
  const { [field]: _omitted, ...rest } = fields;
  return rest;
}
