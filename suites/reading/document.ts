/* The fixed points of the document: what it names, counts and dates. */

export const OPERATIONS = ['listPets', 'createPet', 'getPet'] as const;
export type Operation = (typeof OPERATIONS)[number];

export const STATUSES = ['available', 'pending', 'sold'] as const;
export type PetStatus = (typeof STATUSES)[number];

export interface NewPet {
  readonly name: string;
  readonly categoryId: number | bigint;
  readonly status?: PetStatus;
}

export interface Pet extends NewPet {
  readonly id: number | bigint;
}

export const SUCCESS: Readonly<Record<Operation, number>> = { listPets: 200, createPet: 201, getPet: 200 };

export const DOCUMENTED: Readonly<Record<Operation, readonly number[]>> = {
  listPets: [200, 401],
  createPet: [201, 400, 401],
  getPet: [200, 401, 404],
};

export const LIMIT = { minimum: 1, maximum: 100, default: 20 } as const;

/** The day from which getPet may be gone. */
export const REMOVAL_DATE = '2030-12-05';

/** The first and the last instant that are 5 December 2030 somewhere: from UTC+14 to UTC-12. */
export const SUNSET = { from: Date.parse('2030-12-04T10:00:00Z'), to: Date.parse('2030-12-06T11:59:59Z') } as const;

/** A name longer than this may be refused. */
export const LONGEST_NAME = 64;

export function isStatus(value: unknown): value is PetStatus {
  return STATUSES.some((status) => status === value);
}

export function petsInWords(count: number): string {
  return count === 1 ? '1 pet' : `${count} pets`;
}
