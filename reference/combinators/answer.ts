import type { Alteration } from '../change.ts';
import { type Json, type JsonObject, membersOf } from '../json/value.ts';
import type { Headers, Message, Request } from '../model.ts';
import type { Refusal } from '../refusal.ts';
import type { Rules } from '../rules.ts';
import type { Outgoing, Response } from '../wire.ts';
import type { Answers } from './answers.ts';
import type { Becomes } from './becomes.ts';
import { decided, given } from './compose.ts';

/** Alters these answers once they are made, refusals included. */
export const answer =
  (which: Answers) =>
  (becomes: Becomes): Alteration =>
  (rules) => ({
    finish: (made, store, request) => {
      const given = rules.finish(made, store, request);
      return which(given, request) ? becomes(given, request, store, rules) : given;
    },
  });

/** Sets headers of some answers; undefined removes one. */
export const headers =
  (which: Answers, changed: Headers): Alteration =>
  (rules) => ({
    headers: (given, request) => ({ ...rules.headers(given, request), ...(which(given, request) ? changed : {}) }),
  });

/** Shows pets as if they were others. */
export const shownAs = given('presentPet');
/** Shows pets in another form. */
export const shown = decided('presentPet');

/** A refusal by its status, by its code, or by anything about it. */
type Refused = number | string | ((refusal: Refusal, request: Request) => boolean);

const isOne = (which: Refused, refusal: Refusal, status: number, request: Request): boolean => {
  if (typeof which === 'function') return which(refusal, request);
  return typeof which === 'number' ? status === which : refusal.code === which;
};

/** Gives some refusals another Error. */
export const error =
  (which: Refused) =>
  (alter: (error: JsonObject) => Json): Alteration =>
  (rules) => ({
    presentError: (refusal, status, request) => {
      const made = rules.presentError(refusal, status, request);
      return isOne(which, refusal, status, request) ? alter(membersOf(made)) : made;
    },
  });

/** Gives some refusals another status. */
export const refusedWith =
  (which: Refused, status: number): Alteration =>
  (rules) => ({
    refusalStatus: (refusal, request) =>
      isOne(which, refusal, refusal.status, request) ? status : rules.refusalStatus(refusal, request),
  });

/** Sends something else than a response to some requests. */
export const transmitted =
  (which: (message: Message, request: Request) => boolean, outgoing: Outgoing): Alteration =>
  (rules) => ({
    transmit: (message, request) => (which(message, request) ? outgoing : rules.transmit(message, request)),
  });

/** Sends responses in another way. */
export const sentAs =
  (alter: (response: Response) => Outgoing): Alteration =>
  (rules) => ({
    transmit: (message, request) => {
      const outgoing = rules.transmit(message, request);
      return outgoing.kind === 'response' ? alter(outgoing) : outgoing;
    },
  });

/** Waits before each answer is made. */
export const slowed =
  (waitMs: (request: Request, random: () => number) => number): Alteration =>
  (rules) => ({
    around: async (answer, store, request) => {
      await rules.sleep(waitMs(request, rules.random));
      return rules.around(answer, store, request);
    },
  });

/** Long enough for requests that were sent together to overlap. */
export const overlap = (rules: Rules): Promise<void> => rules.sleep(30);
