import type { Reply } from '../http/reply.ts';
import { isInt64, isObject } from '../json/exact-json.ts';
import { type PetStatus, STATUSES } from '../report/model.ts';

export { type PetStatus, STATUSES };

export interface NewPet {
  readonly name: string;
  readonly categoryId: number | bigint;
  readonly status?: PetStatus;
}

/** A pet that exists, with the fields that the service returned. */
export interface Pet extends NewPet {
  readonly id: number | bigint;
}

export function isStatus(value: unknown): value is PetStatus {
  return STATUSES.some((status) => status === value);
}

export function petOf(value: unknown): Pet | undefined {
  if (!isObject(value)) return undefined;
  const { id, name, categoryId, status } = value;
  if (!isInt64(id) || typeof name !== 'string' || !isInt64(categoryId)) return undefined;
  if (status === undefined) return { id, name, categoryId };
  return isStatus(status) ? { id, name, categoryId, status } : undefined;
}

export function createdPet({ status, json }: Pick<Reply, 'status' | 'json'>): Pet | undefined {
  return status === 201 && json.ok ? petOf(json.value) : undefined;
}

export function fetchedPet({ status, json }: Reply): Pet | undefined {
  return status === 200 && json.ok ? petOf(json.value) : undefined;
}

export function listedPets(reply: Pick<Reply, 'status' | 'json'>): readonly Pet[] {
  if (reply.status !== 200 || !reply.json.ok || !Array.isArray(reply.json.value)) return [];
  return reply.json.value.map(petOf).filter((pet) => pet !== undefined);
}

export function petsInWords(count: number): string {
  return count === 1 ? '1 pet' : `${count} pets`;
}

/** With an undefined status, so that a missing one is compared too. */
export function fieldsOf(pet: Pet): Readonly<Record<string, unknown>> {
  return { id: pet.id, name: pet.name, categoryId: pet.categoryId, status: pet.status };
}
