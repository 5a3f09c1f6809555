import { setTimeout as delay } from 'node:timers/promises';
import { isInt64 } from '../int64.ts';
import type { Json } from '../json/value.ts';
import type { Answer, NewPet, Operation, Query, Request } from '../model.ts';
import { readBody } from '../operations.ts';
import { Refusal } from '../refusal.ts';
import type { Rules } from '../rules.ts';
import type { Store } from '../store.ts';

export const OPERATIONS: readonly Operation[] = ['listPets', 'createPet', 'getPet'];

/** listPets -> list: the word that stands for an operation in a name. */
export function wordFor(operation: Operation): string {
  return operation.replace(/Pets?$/, '');
}

/** Changes answers once they are made, refusals included. */
export function answering(rules: Rules, alter: (answer: Answer, request: Request) => Answer): Partial<Rules> {
  return { around: async (request, answer, store) => alter(await rules.around(request, answer, store), request) };
}

/** Does something more after each answer. */
export function afterwards(
  rules: Rules,
  act: (answer: Answer, request: Request, store: Store) => void,
): Partial<Rules> {
  return {
    around: async (request, answer, store) => {
      const given = await rules.around(request, answer, store);
      act(given, request, store);
      return given;
    },
  };
}

/** Long enough for requests that were sent together to overlap. */
export function overlap(): Promise<void> {
  return delay(30);
}

/** Any 4xx that a framework might give, with an Error that is right in itself. */
export function refuse(status: number, code = 'refused', message = 'The request is refused.'): Refusal {
  return new Refusal({ status, code, message });
}

export function crash(): never {
  throw new Error('an exception that nobody expected');
}

export function onlyValue(query: Query, name: string): string | undefined {
  const values = query.get(name);
  return values?.length === 1 ? values[0] : undefined;
}

/** Adds what can be made out in a body that was refused. */
export function keepAnyway(rules: Rules, store: Store, request: Request): void {
  const pet = salvaged(rules, request);
  if (pet !== undefined) rules.keep(store, { id: rules.assignId(store.nextSerial(), {}, store), ...pet });
}

function salvaged(rules: Rules, request: Request): NewPet | undefined {
  const fields = attempt(() => readBody(rules, request));
  if (typeof fields?.name !== 'string') return undefined;
  const categoryId = isInt64(fields.categoryId) ? fields.categoryId : 1n;
  const status = attempt(() => rules.readStatus(fields.status));
  return status === undefined ? { name: fields.name, categoryId } : { name: fields.name, categoryId, status };
}

function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** What becomes of an int64 that passes through a double; at the ends it saturates. */
export function throughDouble(value: bigint): bigint {
  const rounded = BigInt(Number(value));
  return isInt64(rounded) ? rounded : value;
}

export function isText(value: Json | undefined): value is string {
  return typeof value === 'string';
}

/** About half of all ids, spread so that neither statuses nor steps between ids coincide with them. */
export function isLacking(id: bigint): boolean {
  return BigInt.asUintN(64, id * 0x9e3779b97f4a7c15n) >> 63n === 1n;
}
