import type { Clock } from '../clock.ts';
import type { Json, JsonObject } from '../json/value.ts';
import { writeJson } from '../json/write.ts';
import type { Answer, Headers, Message, Pet, Request } from '../model.ts';
import type { Refusal } from '../refusal.ts';
import type { Outgoing } from '../wire.ts';

/** RFC 9745 and RFC 8594: getPet is deprecated since 1 January 2025 and goes on 5 December 2030. */
const DEPRECATION: Headers = {
  deprecation: `@${Date.UTC(2025, 0, 1) / 1000}`,
  sunset: new Date(Date.UTC(2030, 11, 5)).toUTCString(),
};

export async function around(answer: () => Answer): Promise<Answer> {
  return answer();
}

export function presentPet(pet: Pet): JsonObject {
  const { id, name, categoryId, status } = pet;
  return status === undefined ? { id, name, categoryId } : { id, name, categoryId, status };
}

export function refusalStatus(refusal: Refusal): number {
  return refusal.status;
}

export function presentError(refusal: Refusal, status: number): Json {
  return { code: refusal.code, message: refusal.message, status };
}

export function finish(answer: Answer): Answer {
  return answer;
}

export function headers(answer: Answer, request: Request): Headers {
  const deprecation = request.operation === 'getPet' ? DEPRECATION : {};
  return { 'content-type': 'application/json; charset=utf-8', ...deprecation, ...answer.headers };
}

export function write(content: Json): string {
  return writeJson(content);
}

export function encode(text: string): Buffer {
  return Buffer.from(text, 'utf8');
}

export function transmitter(clock: Clock) {
  const date = dates(clock);
  return ({ status, headers, body }: Message, request: Request): Outgoing => {
    const all = { ...headers, date: date(), 'content-length': `${body.length}` };
    return {
      kind: 'response',
      status,
      headers: Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
      body: request.method === 'HEAD' ? Buffer.alloc(0) : body,
    };
  };
}

/** The date of now, written once a second. */
function dates(clock: Clock): () => string {
  let [second, text] = [Number.NaN, ''];
  return () => {
    const now = Math.floor(clock.now() / 1000);
    if (now !== second) [second, text] = [now, new Date(now * 1000).toUTCString()];
    return text;
  };
}
