import type { Reply } from '../http/reply.ts';
import { isInteger, isObject, type JsonObject, toJson } from '../json/exact-json.ts';
import { Violation } from './verdicts.ts';

/** Expectations on a reply. The first that fails ends the check. */
export function expectReply(reply: Reply): Expectation {
  return new Expectation(reply);
}

class Expectation {
  readonly #reply: Reply;

  constructor(reply: Reply) {
    this.#reply = reply;
  }

  answers(...statuses: readonly number[]): this {
    if (statuses.includes(this.#reply.status)) return this;
    throw new Violation(`status ${statuses.join(' or ')}`, describe(this.#reply), [this.#reply]);
  }

  /** With any 4xx. */
  refuses(alternative = ''): this {
    if (isRefusal(this.#reply)) return this;
    throw new Violation(`a 4xx Error${alternative}`, describe(this.#reply), [this.#reply]);
  }

  holdsObject(what = 'a JSON object'): JsonObject {
    const { json } = this.#reply;
    if (json.ok && isObject(json.value)) return json.value;
    throw new Violation(what, describe(this.#reply), [this.#reply]);
  }

  /** There may be other fields. */
  carries(fields: Readonly<Record<string, unknown>>): JsonObject {
    const found = this.holdsObject();
    const wrong = Object.keys(fields).filter((name) => !same(found[name], fields[name]));
    if (wrong.length === 0) return found;
    const pick = (from: Readonly<Record<string, unknown>>) =>
      wrong.map((name) => `${name} ${show(from[name])}`).join(', ');
    throw new Violation(pick(fields), pick(found), [this.#reply]);
  }
}

export function isRefusal(reply: Reply): boolean {
  return reply.status >= 400 && reply.status < 500;
}

/** Compares integers digit for digit. */
export function same(a: unknown, b: unknown): boolean {
  return isInteger(a) && isInteger(b) ? BigInt(a) === BigInt(b) : a === b;
}

export function show(value: unknown): string {
  return value === undefined ? 'absent' : toJson(value);
}

export function describe(reply: Reply): string {
  if (reply.unreadable) return `${reply.status} with a body that cannot be read: ${reply.unreadable.message}`;
  return `${reply.status} with ${reply.text === '' ? 'no body' : reply.text}`;
}
