import { parseJson } from '../json/parse.ts';
import { type Json, type JsonObject, membersOf } from '../json/value.ts';
import { type Request, STATUSES } from '../model.ts';
import type { Which } from './compose.ts';
import { attempt } from './values.ts';

export const textOf = ({ body }: Request): string => body.toString();

/** The members of the object that was sent; none where it is not one. */
export function sent(request: Request): JsonObject {
  return membersOf(attempt(() => parseJson(textOf(request))));
}

export const isText = (value: Json | undefined): value is string => typeof value === 'string';
export const isStatus = (value: Json | undefined): boolean => STATUSES.some((status) => status === value);

/** There is not even a key that lenient readers take for this field. */
export const lacks =
  (field: string): Which =>
  (request) =>
    !Object.keys(sent(request)).some((key) => key.replace(/[\s\0_-]/g, '').toLowerCase() === field.toLowerCase());

/** No parser reads an object from it: there is none, or it breaks off. */
export const isUnreadable: Which = (request) => {
  const tokens = textOf(request).replace(/"(?:[^"\\]|\\.)*(?:"|$)/gs, '');
  return !tokens.includes('{') || tokens.split('{').length > tokens.split('}').length;
};
