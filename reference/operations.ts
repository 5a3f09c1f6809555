import type { Json, JsonObject } from './json/value.ts';
import type { Answer, NewPet, Operation, Query, Request, View } from './model.ts';
import { refusal } from './refusal.ts';
import type { Rules } from './rules.ts';
import type { Store } from './store.ts';

type Perform = (rules: Rules, store: Store, request: Request) => Answer;

export const operations: Readonly<Record<Operation, Perform>> = { listPets, createPet, getPet };

function listPets(rules: Rules, store: Store, request: Request): Answer {
  const view = readView(rules, request);
  const { status } = view;
  const candidates = rules.listed(store, view, request);
  const matching = status === undefined ? candidates : candidates.filter((pet) => rules.matches(pet, status, request));
  const pets = rules.page(matching, view, request).map((pet) => rules.presentPet(pet, request));
  return answer(200, rules.presentList(pets, view, request));
}

function createPet(rules: Rules, store: Store, request: Request): Answer {
  const fields = readBody(rules, request);
  const newPet = readNewPet(rules, fields, request);
  const pet = { id: rules.assignId(() => nextId(rules, store), fields, store, request), ...newPet };
  rules.keep(store, pet, request);
  return answer(201, rules.presentPet(pet, request));
}

function getPet(rules: Rules, store: Store, request: Request): Answer {
  const id = rules.readPetId(unescaped(request.path.slice('/pets/'.length)), request);
  const pet = rules.find(store, id, request);
  if (pet === undefined) throw refusal('petNotFound');
  return answer(200, rules.presentPet(pet, request));
}

function answer(status: number, content: Json): Answer {
  return { status, headers: {}, content };
}

export function nextId(rules: Rules, store: Store): bigint {
  return rules.numbered(store.nextSerial());
}

function readView(rules: Rules, request: Request): View {
  const query = readQuery(request.search);
  const limit = rules.readLimit(query, request);
  const status = rules.readStatusFilter(query, request);
  return status === undefined ? { limit } : { limit, status };
}

export function readQuery(search: string): Query {
  const query = new Map<string, string[]>();
  for (const pair of search.split('&').filter((text) => text !== '')) {
    const [name = '', ...rest] = pair.replaceAll('+', ' ').split('=');
    const key = unescaped(name);
    query.set(key, [...(query.get(key) ?? []), unescaped(rest.join('='))]);
  }
  return query;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refusal('invalidUrl');
  }
}

export function readBody(rules: Rules, request: Request): JsonObject {
  if (request.bodyTooLarge) throw refusal('bodyTooLarge');
  rules.checkMediaType(request);
  return rules.readFields(rules.parse(rules.readText(request.body, request), request), request);
}

export function readNewPet(rules: Rules, fields: JsonObject, request: Request): NewPet {
  const name = rules.readName(fields.name, request);
  const categoryId = rules.readCategoryId(fields.categoryId, request);
  const status = rules.readStatus(fields.status, request);
  return status === undefined ? { name, categoryId } : { name, categoryId, status };
}
