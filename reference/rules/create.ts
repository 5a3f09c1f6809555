import { isInt64 } from '../int64.ts';
import { parseJson } from '../json/parse.ts';
import { isObject, type Json, type JsonObject } from '../json/value.ts';
import { headerOf, type Pet, type PetStatus, type Request, STATUSES } from '../model.ts';
import { refusal } from '../refusal.ts';
import type { Store } from '../store.ts';

/** A request without a body needs no type: it is refused for the body that is missing. */
export function checkMediaType(request: Request): void {
  if (request.headers['content-type'] === undefined && request.body.length === 0) return;
  const mediaType = headerOf(request, 'content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(mediaType)) throw refusal('notJson');
}

export function readText(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw refusal('invalidJson');
  }
}

export function parse(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    throw refusal('invalidJson');
  }
}

export function readFields(body: Json): JsonObject {
  if (!isObject(body)) throw refusal('invalidPet', { message: 'The request body must be a JSON object.' });
  return body;
}

export function readName(value: Json | undefined): string {
  if (typeof value !== 'string') throw refusal('invalidPet', { message: 'name is required and must be text.' });
  return value;
}

export function readCategoryId(value: Json | undefined): bigint {
  if (!isInt64(value)) {
    throw refusal('invalidPet', { message: 'categoryId is required and must be an integer of 64 bits.' });
  }
  return value;
}

export function readStatus(value: Json | undefined): PetStatus | undefined {
  if (value === undefined) return undefined;
  const status = STATUSES.find((known) => known === value);
  if (status === undefined) {
    throw refusal('invalidPet', { message: 'status must be available, pending or sold where it is given.' });
  }
  return status;
}

export function numbered(serial: number): bigint {
  return BigInt(serial);
}

export function assignId(nextId: () => bigint): bigint {
  return nextId();
}

export function keep(store: Store, pet: Pet): void {
  store.keep(pet);
}
