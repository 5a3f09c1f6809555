/** Text that is written into a JSON document as it is. */
export class Verbatim {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export interface JsonObject {
  readonly [key: string]: Json;
}

/** A JSON value. Integers are bigints, so that no digit of an int64 is lost; every other number is a number. */
export type Json = null | boolean | number | bigint | string | Verbatim | readonly Json[] | JsonObject;

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Verbatim);
}

/** The members of an object; of anything else, none. */
export function membersOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
