import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const STATUSES = ['available', 'pending', 'sold'];
const CATEGORIES = [1, 2];

/** A store that keeps its pets in memory. Use your own server instead. */
export async function startPetStore(apiKey) {
  const pets = [];
  const server = createServer(async (request, response) => {
    const { status, body } = answer(pets, request, await text(request), apiKey);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${server.address().port}/v1`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function answer(pets, { method, url, headers }, body, apiKey) {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (headers.authorization !== `Bearer ${apiKey}`) return error(401, 'unauthorized', 'The API key is not valid.');
  if (method === 'GET' && pathname === '/v1/pets') return list(pets, searchParams);
  if (method === 'POST' && pathname === '/v1/pets') return create(pets, body);
  if (method === 'GET') return find(pets, pathname.replace('/v1/pets/', ''));
  return error(404, 'not_found', 'There is no such path.');
}

function list(pets, query) {
  const limit = Number(query.get('limit') ?? 20);
  const status = query.get('status');
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return error(400, 'invalid_limit', 'limit is 1 to 100.');
  if (status !== null && !STATUSES.includes(status)) return error(400, 'invalid_status', 'There is no such status.');
  const chosen = pets.filter((pet) => status === null || pet.status === status);
  return { status: 200, body: chosen.slice(0, limit) };
}

function create(pets, body) {
  const newPet = parse(body);
  if (!isNewPet(newPet)) return error(400, 'invalid_pet', 'name and categoryId are required, and status is optional.');
  const { name, categoryId, status } = newPet;
  const pet = { id: pets.length + 1, name, categoryId, status };
  pets.push(pet);
  return { status: 201, body: pet };
}

function find(pets, id) {
  const pet = pets.find((candidate) => String(candidate.id) === id);
  return pet ? { status: 200, body: pet } : error(404, 'not_found', 'There is no such pet.');
}

function isNewPet(value) {
  const { name, categoryId, status = 'available' } = value ?? {};
  return typeof name === 'string' && CATEGORIES.includes(categoryId) && STATUSES.includes(status);
}

function parse(json) {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function error(status, code, message) {
  return { status, body: { code, message, status } };
}
