import type { Alteration } from '../change.ts';
import type { Pet, Request } from '../model.ts';
import type { Rules } from '../rules.ts';
import type { Store } from '../store.ts';
import { authorization } from './credentials.ts';
import { idIn } from './requests.ts';

type IsLetIn = (request: Request, key: string, store: Store) => boolean;

/** Lets some credentials in besides the right one. */
export const credential =
  (isLetIn: IsLetIn): Alteration =>
  (rules) => ({
    authorised: (key, store, request) => rules.authorised(key, store, request) || isLetIn(request, key, store),
  });

/** Lets some bearer tokens in besides the key. */
export const token = (isKey: (token: string, key: string) => boolean): Alteration =>
  credential((request, key) => {
    const sent = /^bearer +(.+)$/i.exec(authorization(request))?.[1];
    return sent !== undefined && isKey(sent, key);
  });

/** Takes the key under another scheme. */
export const scheme = (
  pattern: string,
  isKey: (credentials: string, key: string) => boolean = (credentials, key) => credentials === key,
): Alteration =>
  credential((request, key) => {
    const credentials = new RegExp(`^(?:${pattern}) +(.+)$`, 'i').exec(authorization(request))?.[1];
    return credentials !== undefined && isKey(credentials, key);
  });

/** Takes the key from Basic credentials, decoded and split at the first colon. */
export const basic = (isKey: (user: string, password: string | undefined, key: string) => boolean): Alteration =>
  scheme('Basic', (credentials, key) => {
    const [user = '', ...rest] = Buffer.from(credentials, 'base64').toString().split(':');
    return isKey(user, rest.length === 0 ? undefined : rest.join(':'), key);
  });

/** Takes the key from another place than the Authorization header. */
export const elsewhere = (isKey: (request: Request, key: string) => boolean): Alteration =>
  credential((request, key) => request.headers.authorization === undefined && isKey(request, key));

/** Lets some credentials in, to these pets only. */
export const toPets = (which: (pet: Pet) => boolean, isLetIn: IsLetIn): Alteration =>
  credential((request, key, store) => {
    const id = idIn(request);
    const pet = id === undefined ? undefined : store.find(id);
    return pet !== undefined && which(pet) && isLetIn(request, key, store);
  });

/** Refuses some credentials although the key is right. */
export const refusing =
  (isRefused: (request: Request) => boolean): Alteration =>
  (rules) => ({
    authorised: (key, store, request) => !isRefused(request) && rules.authorised(key, store, request),
  });

/** Does something before the credential is checked, such as refusing a body. */
export const beforeKey =
  (act: (rules: Rules, request: Request, store: Store) => void): Alteration =>
  (rules) => ({
    authorised: (key, store, request) => {
      act(rules, request, store);
      return rules.authorised(key, store, request);
    },
  });
