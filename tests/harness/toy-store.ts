import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { serveHttp } from './servers.ts';

export interface ToyOptions {
  /** Pets of each status that exist from the start; with enough of them every page is full. */
  readonly existing: number;
  readonly order: 'newest first' | 'oldest first';
  /** How far apart the ids are. */
  readonly stride?: number;
  /** Adds the pet of a creation that it refuses. */
  readonly keepsRefused?: boolean;
  /** How long a new pet takes to show in lists. */
  readonly lagMs?: number;
}

interface ToyPet {
  readonly id: number;
  readonly name: unknown;
  readonly categoryId: unknown;
  readonly status?: unknown;
  readonly since: number;
}

const STATUSES = ['available', 'pending', 'sold'];

/** As much of a store as it takes to look for a pet that must not exist. Resolves with its base URL. */
export async function serveToyStore(options: ToyOptions): Promise<string> {
  const { existing, order, stride = 1, keepsRefused = false, lagMs = 0 } = options;
  const pets: ToyPet[] = [];
  const keep = (fields: Readonly<Record<string, unknown>>, since: number): ToyPet => {
    const pet = { name: '', categoryId: 1, ...fields, id: (pets.length + 1) * stride, since };
    pets.push(pet);
    return pet;
  };
  for (let index = 0; index < existing * STATUSES.length; index += 1) {
    keep({ name: `existing ${index}`, status: STATUSES[index % STATUSES.length] }, 0);
  }

  const create = (body: Readonly<Record<string, unknown>>, response: ServerResponse): void => {
    const isValid = typeof body.categoryId === 'number';
    const pet = isValid || keepsRefused ? keep(body, performance.now() + lagMs) : undefined;
    answer(response, isValid ? 201 : 400, isValid ? pet : { code: 'x', message: 'y', status: 400 });
  };
  const list = (query: URLSearchParams): readonly ToyPet[] => {
    const status = query.get('status');
    const shown = pets.filter((pet) => pet.since <= performance.now() && (status === null || pet.status === status));
    const sorted = order === 'oldest first' ? shown : shown.reverse();
    return sorted.slice(0, Number(query.get('limit') ?? 20));
  };
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://toy.test');
    if (request.method === 'POST') return create(JSON.parse(await text(request)), response);
    if (pathname === '/v1/pets') return answer(response, 200, list(searchParams));
    const pet = pets.find(({ id }) => pathname === `/v1/pets/${id}`);
    answer(response, pet ? 200 : 404, pet ?? { code: 'x', message: 'y', status: 404 });
  };
  const origin = await serveHttp((request, response) => void take(request, response));
  return `${origin}/v1`;
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
