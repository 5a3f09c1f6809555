import { headerOf, type Operation, type Request } from '../model.ts';
import { refusal } from '../refusal.ts';
import type { Route } from '../rules.ts';
import type { Store } from '../store.ts';

const COLLECTION: Readonly<Record<string, Operation>> = { GET: 'listPets', HEAD: 'listPets', POST: 'createPet' };
const SINGLE_PET: Readonly<Record<string, Operation>> = { GET: 'getPet', HEAD: 'getPet' };

export function route({ method, path }: Request): Route {
  const operations = operationsAt(path);
  if (operations === undefined) return { refusal: refusal('routeNotFound') };
  const operation = operations[method];
  if (operation !== undefined) return { operation };
  return { refusal: refusal('methodNotAllowed', { headers: { allow: Object.keys(operations).join(', ') } }) };
}

function operationsAt(path: string): Readonly<Record<string, Operation>> | undefined {
  if (path === '/pets') return COLLECTION;
  return /^\/pets\/[^/]+$/.test(path) ? SINGLE_PET : undefined;
}

export function authorised(apiKey: string, _store: Store, request: Request): boolean {
  return bearerToken(request) === apiKey;
}

export function bearerToken(request: Request): string | undefined {
  return /^bearer +(\S+)$/i.exec(headerOf(request, 'authorization') ?? '')?.[1];
}
