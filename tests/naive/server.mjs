// What somebody writes on the first day: no types are checked, limits have no bounds, errors no code, and an exception in
// the handler ends the process. With "fixed" as argument, a body of null is refused instead.
import { createServer } from 'node:http';

const { PETSTORE_BASE_URL = 'http://127.0.0.1:8080/v1', PETSTORE_API_KEY = 'secret' } = process.env;
const pets = new Map();
const isFixed = process.argv.includes('fixed');

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const server = createServer(async (request, response) => {
  const send = (status, body) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  const url = new URL(request.url, PETSTORE_BASE_URL);
  if (request.headers.authorization !== `Bearer ${PETSTORE_API_KEY}`) return send(401, { message: 'unauthorized' });
  if (url.pathname === '/v1/pets' && request.method === 'GET') {
    const status = url.searchParams.get('status');
    const limit = Number(url.searchParams.get('limit') ?? 20);
    return send(200, [...pets.values()].filter((pet) => !status || pet.status === status).slice(0, limit));
  }
  if (url.pathname === '/v1/pets' && request.method === 'POST') {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = parsed(text);
    if (body === undefined || (isFixed && body === null)) return send(400, { message: 'invalid' });
    if (!body.name) return send(400, { message: 'no name' });
    const pet = { ...body, id: pets.size + 1 };
    pets.set(String(pet.id), pet);
    return send(200, pet);
  }
  const pet = pets.get(url.pathname.split('/').pop());
  return pet ? send(200, pet) : send(404, { message: 'not found' });
});
server.listen(Number(new URL(PETSTORE_BASE_URL).port), '127.0.0.1', () => console.log('listening'));
