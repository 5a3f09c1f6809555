import type { Json, JsonObject } from './json/value.ts';
import type { Answer, Headers, Message, Operation, Pet, PetStatus, Query, Request, View } from './model.ts';
import type { Refusal } from './refusal.ts';
import type { Store } from './store.ts';
import type { Outgoing } from './wire.ts';

/** Where a request leads: to a documented operation, or to a refusal, which is given once the key is known. */
export type Route = { readonly operation: Operation } | { readonly refusal: Refusal };

/**
 * Everything that the server decides, one decision at a time. No rule calls another: the handler puts them together,
 * so replacing one changes that decision and nothing else. A rule refuses a request by throwing a Refusal. Each gets
 * the request last, except the four at the top: so any of them can be replaced for some requests only.
 */
export interface Rules {
  /** Chance, from 0 to below 1, the same for the same seed. */
  readonly random: () => number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** The id that belongs to a serial number of the store. */
  readonly numbered: (serial: number) => bigint;

  readonly route: (request: Request) => Route;
  readonly authorised: (apiKey: string, store: Store, request: Request) => boolean;
  /** Surrounds every request, refused ones included. */
  readonly around: (answer: () => Answer, store: Store, request: Request) => Promise<Answer>;

  readonly readLimit: (query: Query, request: Request) => number;
  readonly readStatusFilter: (query: Query, request: Request) => string | undefined;
  /** The pets that lists are made from, in the order of lists. */
  readonly listed: (store: Store, view: View, request: Request) => readonly Pet[];
  readonly matches: (pet: Pet, status: string, request: Request) => boolean;
  readonly page: (pets: readonly Pet[], view: View, request: Request) => readonly Pet[];
  readonly presentList: (pets: readonly Json[], view: View, request: Request) => Json;

  readonly checkMediaType: (request: Request) => void;
  readonly readText: (body: Buffer, request: Request) => string;
  readonly parse: (text: string, request: Request) => Json;
  readonly readFields: (body: Json, request: Request) => JsonObject;
  readonly readName: (value: Json | undefined, request: Request) => string;
  readonly readCategoryId: (value: Json | undefined, request: Request) => bigint;
  readonly readStatus: (value: Json | undefined, request: Request) => PetStatus | undefined;
  readonly assignId: (nextId: () => bigint, fields: JsonObject, store: Store, request: Request) => bigint;
  readonly keep: (store: Store, pet: Pet, request: Request) => void;

  readonly readPetId: (text: string, request: Request) => bigint;
  readonly find: (store: Store, id: bigint, request: Request) => Pet | undefined;

  readonly presentPet: (pet: Pet, request: Request) => JsonObject;
  readonly refusalStatus: (refusal: Refusal, request: Request) => number;
  readonly presentError: (refusal: Refusal, status: number, request: Request) => Json;
  /** The last word of the service on an answer, refusals included. */
  readonly finish: (answer: Answer, store: Store, request: Request) => Answer;
  readonly headers: (answer: Answer, request: Request) => Headers;
  readonly write: (content: Json, request: Request) => string;
  readonly encode: (text: string, answer: Answer, request: Request) => Buffer;
  readonly transmit: (message: Message, request: Request) => Outgoing;
}
