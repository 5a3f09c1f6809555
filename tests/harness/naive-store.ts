import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { TEST_KEY } from '../support.ts';
import { serveHttp } from './servers.ts';

/** What a store does otherwise than documented, in every response alike. */
export interface Habits {
  /** The status of a refused credential. */
  readonly unauthorized?: number;
  /** The status of a refused body. */
  readonly invalid?: number;
  readonly errorBody?: (status: number) => string;
  readonly idOf?: (index: number) => unknown;
}

interface Pet {
  readonly id: unknown;
  readonly name: string;
  readonly categoryId: number;
  readonly status?: string;
}

const STATUSES: readonly unknown[] = ['available', 'pending', 'sold'];

/** A store as it is written in an hour with JSON.parse, whose numbers are doubles. Resolves with its base URL. */
export async function serveNaiveStore(habits: Habits): Promise<string> {
  const pets: Pet[] = [];
  const { idOf = (index) => index } = habits;

  const send = (response: ServerResponse, status: number, body: string) =>
    response.writeHead(status, { 'content-type': 'application/json', 'www-authenticate': 'Bearer' }).end(body);
  const answer = (response: ServerResponse, status: number, body: unknown) =>
    send(response, status, JSON.stringify(body));
  const errorOf = (status: number) => JSON.stringify({ code: `E${status}`, message: 'Refused.', status });
  const refuse = (response: ServerResponse, status: number) =>
    send(response, status, (habits.errorBody ?? errorOf)(status));

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const body = await text(request);
    const isAuthorized = /^bearer (.*)$/i.exec(request.headers.authorization ?? '')?.[1] === TEST_KEY;
    if (!isAuthorized) return refuse(response, habits.unauthorized ?? 401);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://naive.test');
    if (request.method === 'POST' && pathname === '/v1/pets') {
      const fields = newPetIn(body);
      if (fields === undefined) return refuse(response, habits.invalid ?? 400);
      const pet = { id: idOf(pets.length + 1), ...fields };
      pets.push(pet);
      return answer(response, 201, pet);
    }
    if (pathname === '/v1/pets') {
      const limit = searchParams.get('limit') ?? '20';
      const status = searchParams.get('status');
      const isKnown = status === null || STATUSES.includes(status);
      if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > 100 || !isKnown)
        return refuse(response, 400);
      return answer(
        response,
        200,
        pets.filter((pet) => status === null || pet.status === status).slice(0, Number(limit)),
      );
    }
    const pet = pets.find(({ id }) => pathname === `/v1/pets/${id}`);
    return pet ? answer(response, 200, pet) : refuse(response, 404);
  };
  return `${await serveHttp((request, response) => void take(request, response))}/v1`;
}

function newPetIn(body: string): Omit<Pet, 'id'> | undefined {
  try {
    const { name, categoryId, status } = JSON.parse(body);
    const isValid = typeof name === 'string' && Number.isInteger(categoryId) && Math.abs(categoryId) <= 2 ** 63;
    if (!isValid || (status !== undefined && !STATUSES.includes(status))) return undefined;
    return { name, categoryId, ...(status !== undefined && { status }) };
  } catch {
    return undefined;
  }
}
