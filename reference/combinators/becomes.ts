import { type Json, type JsonObject, membersOf, Verbatim } from '../json/value.ts';
import { writeJson } from '../json/write.ts';
import type { Answer, Headers, Request } from '../model.ts';
import type { Rules } from '../rules.ts';
import type { Store } from '../store.ts';
import { petsOf } from './answers.ts';
import { keepAnyway } from './create.ts';

/** What the service makes of an answer. */
export type Becomes = (answer: Answer, request: Request, store: Store, rules: Rules) => Answer;

export const withStatus =
  (status: number): Becomes =>
  (given) => ({ ...given, status });

export const withHeaders =
  (headers: Headers): Becomes =>
  (given) => ({ ...given, headers: { ...given.headers, ...headers } });

export const asText = withHeaders({ 'content-type': 'text/plain' });

/** Text that takes the place of JSON, under its own type. */
export const withText =
  (type: string, text: string): Becomes =>
  (given) => ({ ...given, headers: { ...given.headers, 'content-type': type }, content: new Verbatim(text) });

const page = (title: string) =>
  `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body>${title}</body></html>\n`;
export const asHtml = withText('text/html', page('Error'));

/** The same answer, written in another way. */
export const rewritten =
  (rewrite: (text: string, request: Request) => string): Becomes =>
  (given, request) => ({ ...given, content: new Verbatim(rewrite(writeJson(given.content), request)) });

/** A byte order mark in front of the body. */
export const behindMark = rewritten((text) => `\ufeff${text}`);

export const withContent =
  (alter: (content: Json) => Json): Becomes =>
  (given) => ({ ...given, content: alter(given.content) });

export const withFields =
  (alter: (fields: JsonObject, request: Request) => JsonObject): Becomes =>
  (given, request) => ({ ...given, content: alter(membersOf(given.content), request) });

export const withPets =
  (alter: (pets: readonly Json[]) => readonly Json[]): Becomes =>
  (given) => ({ ...given, content: alter(petsOf(given)) });

/** Stores the pet of a creation that was refused. */
export const storedAnyway: Becomes = (given, request, store, rules) => ({
  ...given,
  afterwards: () => keepAnyway(rules, store, request),
});
