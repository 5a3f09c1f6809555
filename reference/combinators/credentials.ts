import { headerOf, type Request } from '../model.ts';
import { bearerToken } from '../rules/access.ts';
import type { Which } from './compose.ts';

export const authorization = (request: Request): string => headerOf(request, 'authorization') ?? '';
export const hasToken: Which = (request) => bearerToken(request) !== undefined;
export const hasOtherScheme: Which = (request) => /^(?!bearer\b)\S/i.test(authorization(request));
export const hasBareBearer: Which = (request) => /^bearer\s*$/i.test(authorization(request));

/** The key is nowhere in the request, so nothing but the missing credential can be the reason to let it in. */
export const isAnonymous = (request: Request, key: string): boolean =>
  request.headers.authorization === undefined && !JSON.stringify([request.search, request.headers]).includes(key);
