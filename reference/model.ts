import type { Json } from './json/value.ts';

export const STATUSES = ['available', 'pending', 'sold'] as const;
export type PetStatus = (typeof STATUSES)[number];

export interface NewPet {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: PetStatus;
}

export interface Pet extends NewPet {
  readonly id: bigint;
}

export type Operation = 'listPets' | 'createPet' | 'getPet';

export type Headers = Readonly<Record<string, string>>;

/** A request as the rules see it: read whole, nothing in it judged yet. */
export interface Request {
  readonly method: string;
  /** Path below the version segment, percent-escapes untouched. */
  readonly path: string;
  /** Query string without its question mark, percent-escapes untouched. */
  readonly search: string;
  /** Every value of every header, by lower-case name. */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>;
  readonly body: Buffer;
  readonly bodyTooLarge: boolean;
  /** Absent where the specification documents no such operation. */
  readonly operation?: Operation;
}

export type Query = ReadonlyMap<string, readonly string[]>;

/** What a list was asked to show. */
export interface View {
  readonly limit: number;
  readonly status?: string;
}

/** An answer as the operations give it: content not yet written, general headers not yet added. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly content: Json;
}

/** An answer as it goes out. */
export interface Message {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** The value of a header that was sent once; a header sent twice has no value to rely on. */
export function headerOf(request: Request, name: string): string | undefined {
  const values = request.headers[name];
  return values?.length === 1 ? values[0] : undefined;
}
