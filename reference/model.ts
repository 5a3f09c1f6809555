import type { Json } from './json/value.ts';

export const STATUSES = ['available', 'pending', 'sold'] as const;
export type PetStatus = (typeof STATUSES)[number];
/** What a pet may have as status: one of them, or none. */
export const KINDS: readonly (PetStatus | undefined)[] = [...STATUSES, undefined];

export interface NewPet {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: PetStatus;
}

export interface Pet extends NewPet {
  readonly id: bigint;
}

export type Operation = 'listPets' | 'createPet' | 'getPet';

/** By lower-case name; undefined removes a header that would be sent otherwise. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** The connection that carries a request. */
export interface Connection {
  /** Counts the connections of the server, from 1. */
  readonly serial: number;
  /** How many requests it carried before this one. */
  readonly requestsBefore: number;
}

/** A request as the rules see it: read whole, nothing in it checked yet. */
export interface Request {
  readonly method: string;
  /** Path below the version segment, percent-escapes untouched. */
  readonly path: string;
  /** Query string without its question mark, percent-escapes untouched. */
  readonly search: string;
  /** As they were sent. */
  readonly headerNames: readonly string[];
  /** Every value of every header, by lower-case name. */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>;
  readonly body: Buffer;
  /** The body as it arrived. */
  readonly pieces: readonly Buffer[];
  readonly bodyTooLarge: boolean;
  /** The body came with `Transfer-Encoding: chunked` instead of a length. */
  readonly chunked: boolean;
  readonly connection: Connection;
  /** Counts the requests of the server, from 1. */
  readonly serial: number;
  /** How long the server had no request before this one; 0 for its first. */
  readonly idleMs: number;
  /** How many pets are stored when it arrives. */
  readonly stored: number;
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
  /** What goes out instead, untouched by the rules of the service: a proxy in front answers by itself. */
  readonly asIs?: Message;
  /** What happens once the answer is given, such as a pet that is stored although it was refused. */
  readonly afterwards?: () => void;
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
