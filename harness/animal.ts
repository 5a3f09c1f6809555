import { isInt64, isObject } from './exact-json.ts';
import type { Reply } from './http/reply.ts';

export const STATUSES = ['available', 'pending', 'sold'] as const;
export type PetStatus = (typeof STATUSES)[number];

/** An animal known to exist, with the fields that the service said it created. */
export interface Animal {
  readonly id: number | bigint;
  readonly name: string;
  readonly categoryId: number | bigint;
  readonly status?: PetStatus;
}

export function isStatus(value: unknown): value is PetStatus {
  return STATUSES.some((status) => status === value);
}

export function animalOf(value: unknown): Animal | undefined {
  if (!isObject(value)) return undefined;
  const { id, name, categoryId, status } = value;
  if (!isInt64(id) || typeof name !== 'string' || !isInt64(categoryId)) return undefined;
  if (status === undefined) return { id, name, categoryId };
  return isStatus(status) ? { id, name, categoryId, status } : undefined;
}

export function createdAnimal(reply: Reply): Animal | undefined {
  return reply.status === 201 && reply.json.ok ? animalOf(reply.json.value) : undefined;
}

export function listedAnimals(reply: Reply): readonly Animal[] {
  if (reply.status !== 200 || !reply.json.ok || !Array.isArray(reply.json.value)) return [];
  return reply.json.value.map(animalOf).filter((animal) => animal !== undefined);
}

export function animalsInWords(count: number): string {
  return count === 1 ? '1 animal' : `${count} animals`;
}

/** The fields of an animal by name, so that a missing status is compared too. */
export function fieldsOf(animal: Animal): Readonly<Record<string, unknown>> {
  return { id: animal.id, name: animal.name, categoryId: animal.categoryId, status: animal.status };
}
