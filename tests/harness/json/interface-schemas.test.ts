import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';

const folder = new URL('../../../schemas/', import.meta.url);
const read = (file: string) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as object;

const ajv = new Ajv2020();
addFormats.default(ajv);
for (const name of ['pet-status', 'new-pet', 'pet', 'pets', 'error']) {
  ajv.addSchema(read(`${name}.schema.json`));
}

test.each(readdirSync(folder).filter((file) => file.endsWith('.json')))('%s is a valid schema', (file) => {
  expect(new Ajv2020().validateSchema(read(file))).toBe(true);
});

const newPet = { name: 'Rex', categoryId: 1 };
const pet = { ...newPet, id: 7 };
const error = { code: 'not_found', message: 'No such pet.', status: 404 };

test.each([
  ['pet-status', 'sold', true],
  ['pet-status', 'SOLD', false],
  ['new-pet', newPet, true],
  ['new-pet', { ...newPet, status: 'pending' }, true],
  ['new-pet', { ...newPet, status: null }, false],
  ['new-pet', { name: 'Rex' }, false],
  ['new-pet', { ...newPet, categoryId: '1' }, false],
  ['pet', pet, true],
  ['pet', { ...pet, colour: 'brown' }, true],
  ['pet', newPet, false],
  ['pet', { id: 7 }, false],
  ['pet', { ...pet, id: 1.5 }, false],
  ['pets', [], true],
  ['pets', [pet, { ...pet, status: 'lost' }], false],
  ['pets', pet, false],
  ['error', error, true],
  ['error', { ...error, details: [] }, true],
  ['error', { ...error, status: '404' }, false],
  ['error', { message: 'No such pet.', status: 404 }, false],
])('%s takes %j: %s', (name, value, expected) => {
  expect(ajv.validate(`${name}.schema.json`, value)).toBe(expected);
});
