import type { ServerResponse } from 'node:http';
import type { Json, JsonObject } from './json/value.ts';
import type { Answer, Headers, Message, Operation, Pet, PetStatus, Query, Request, View } from './model.ts';
import type { Refusal } from './refusal.ts';
import type { Store } from './store.ts';

/** Where a request leads: to a documented operation, or to a refusal that is given once the key is known to be right. */
export type Route = { readonly operation: Operation } | { readonly refusal: Refusal };

/**
 * Everything that the server decides, one decision at a time. No rule calls another: the handler puts them together,
 * so replacing one changes that decision and nothing else. A rule refuses a request by throwing a Refusal.
 */
export interface Rules {
  /** Chance, from 0 to below 1, the same for the same seed. */
  readonly random: () => number;

  readonly route: (method: string, path: string) => Route;
  readonly authorised: (request: Request, apiKey: string) => boolean;
  /** Surrounds every request, refused ones included. */
  readonly around: (request: Request, answer: () => Answer, store: Store) => Promise<Answer>;

  readonly readLimit: (query: Query) => number;
  readonly readStatusFilter: (query: Query) => string | undefined;
  /** The pets that lists are made from, in the order of lists. */
  readonly listed: (store: Store, view: View) => readonly Pet[];
  readonly matches: (pet: Pet, status: string) => boolean;
  readonly page: (pets: readonly Pet[], view: View) => readonly Pet[];
  readonly presentList: (pets: readonly Json[], view: View) => Json;

  readonly checkMediaType: (request: Request) => void;
  readonly readText: (body: Buffer) => string;
  readonly parse: (text: string) => Json;
  readonly readFields: (body: Json) => JsonObject;
  readonly readName: (value: Json | undefined) => string;
  readonly readCategoryId: (value: Json | undefined) => bigint;
  readonly readStatus: (value: Json | undefined) => PetStatus | undefined;
  readonly assignId: (serial: number, fields: JsonObject, store: Store) => bigint;
  readonly keep: (store: Store, pet: Pet) => void;

  readonly readPetId: (text: string) => bigint;
  readonly find: (store: Store, id: bigint) => Pet | undefined;

  readonly presentPet: (pet: Pet, request: Request) => JsonObject;
  readonly refusalStatus: (refusal: Refusal, request: Request) => number;
  readonly presentError: (refusal: Refusal, status: number, request: Request) => Json;
  readonly headers: (answer: Answer, request: Request) => Headers;
  readonly write: (content: Json, answer: Answer, request: Request) => string;
  readonly encode: (text: string, answer: Answer, request: Request) => Buffer;
  readonly send: (response: ServerResponse, message: Message, request: Request) => void;
}
