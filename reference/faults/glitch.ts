import type { Fault } from '../change.ts';
import { type Json, type JsonObject, membersOf, Verbatim } from '../json/value.ts';
import { writeJson } from '../json/write.ts';
import type { Answer, Operation, Request } from '../model.ts';
import type { Rules } from '../rules.ts';
import type { Store } from '../store.ts';
import { everyNth } from '../turns.ts';

/** The answers that a glitch can hit. */
type Which = (answer: Answer, request: Request) => boolean;

/** Whether it hits this one of them. */
type Moment = (request: Request) => boolean;

type Becomes = (answer: Answer, store: Store, rules: Rules, request: Request) => Answer;

/** An answer that is right most of the time. */
interface Glitch extends Pick<Fault, 'name' | 'story' | 'violates' | 'warns'> {
  readonly on: Which;
  /** Made once per server, because moments count. */
  readonly when: () => Moment;
  readonly becomes: Becomes;
}

export function glitch({ on, when, becomes, ...fault }: Glitch): Fault {
  return {
    ...fault,
    intermittent: true,
    change: (rules) => {
      const hits = when();
      return {
        around: async (request, answer, store) => {
          const given = await rules.around(request, answer, store);
          return on(given, request) && hits(request) ? becomes(given, store, rules, request) : given;
        },
      };
    },
  };
}

export const every =
  (nth: number): (() => Moment) =>
  () =>
    everyNth(nth);

export const anyAnswer: Which = () => true;

export const succeeds =
  (operation: Operation): Which =>
  (answer, request) =>
    request.operation === operation && answer.status < 300;

export const refusedWith =
  (status: number): Which =>
  (answer) =>
    answer.status === status;

export const isFiltered = (request: Request) => /(^|&)status=/.test(request.search);

/** Lists without a filter that show one pet or more. */
export const plainPage: Which = (answer, request) =>
  succeeds('listPets')(answer, request) && !isFiltered(request) && petsOf(answer).length > 0;

/** Lists that show one pet or more. */
export const anyPage: Which = (answer, request) => succeeds('listPets')(answer, request) && petsOf(answer).length > 0;

export function petsOf({ content }: Answer): readonly Json[] {
  return Array.isArray(content) ? content : [];
}

export const withHeaders =
  (headers: Answer['headers']): Becomes =>
  (answer) => ({ ...answer, headers: { ...answer.headers, ...headers } });

export const asText = withHeaders({ 'content-type': 'text/plain' });

/** A byte order mark in front of the body. */
export const behindMark: Becomes = (answer) => ({
  ...answer,
  content: new Verbatim(`\ufeff${writeJson(answer.content)}`),
});

export const withFields =
  (alter: (fields: JsonObject) => JsonObject): Becomes =>
  (answer) => ({ ...answer, content: alter(membersOf(answer.content)) });

export const withPets =
  (alter: (pets: readonly Json[]) => readonly Json[]): Becomes =>
  (answer) => ({ ...answer, content: alter(petsOf(answer)) });

export function omit(fields: JsonObject, field: string): JsonObject {
  const { [field]: _omitted, ...rest } = fields;
  return rest;
}
