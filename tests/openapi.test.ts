import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import express, { type NextFunction, type Request, type Response } from 'express';
import { middleware } from 'express-openapi-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';

const folder = new URL('../schemas/', import.meta.url);
const file = fileURLToPath(new URL('openapi.yaml', folder));

const pet = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' };

test('its schemas are those of the JSON files', () => {
  const { schemas } = parse(readFileSync(file, 'utf8')).components;
  const files = { PetStatus: 'pet-status', NewPet: 'new-pet', Pet: 'pet', Pets: 'pets', Error: 'error' };
  expect(Object.keys(schemas)).toEqual(Object.keys(files));
  for (const [title, name] of Object.entries(files)) {
    const text = readFileSync(new URL(`${name}.schema.json`, folder), 'utf8');
    expect(withReferencesToFiles(schemas[title], files)).toEqual(withoutAnnotations(JSON.parse(text)));
  }
});

function withoutAnnotations(schema: unknown): object {
  const annotations = ['$schema', '$id', 'title', 'description'];
  return JSON.parse(
    JSON.stringify(schema, (key, value) =>
      annotations.includes(key) && typeof value === 'string' ? undefined : value,
    ),
  );
}

function withReferencesToFiles(schema: unknown, files: Readonly<Record<string, string>>): object {
  const text = JSON.stringify(schema);
  return JSON.parse(text.replace(/#\/components\/schemas\/(\w+)/g, (_, title) => `${files[title]}.schema.json`));
}

let server: Server;
let pets: readonly unknown[] = [];

beforeAll(async () => {
  const app = express();
  app.use(express.json());
  app.use(middleware({ apiSpec: file, validateResponses: true }));
  app.get('/v1/pets', (_request, response) => void response.json(pets));
  app.post('/v1/pets', (_request, response) => void response.status(201).json(pet));
  app.use((error: { status?: number }, _request: Request, response: Response, _next: NextFunction) => {
    response.status(error.status ?? 500).json({});
  });
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

test('express-openapi-validator validates requests and responses with it', async () => {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/v1/pets`;
  const headers = { authorization: 'Bearer key', 'content-type': 'application/json' };
  const list = async (query = '', sent: Record<string, string> = headers) =>
    (await fetch(`${url}${query}`, { headers: sent })).status;
  const create = async (body: object) =>
    (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status;

  expect(await create({ name: 'Rex', categoryId: 1 })).toBe(201);
  expect(await create({ name: 'Rex', categoryId: 'one' })).toBe(400);
  expect(await list('?limit=100&status=sold')).toBe(200);
  expect(await list('?limit=101')).toBe(400);
  expect(await list('', {})).toBe(401);
  pets = [pet];
  expect(await list()).toBe(200);
  pets = [{ ...pet, status: null }];
  expect(await list()).toBe(500);
});
