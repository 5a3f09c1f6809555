import type { Headers } from './model.ts';

/** Why a request can be refused. The code of a condition is stable; its message may be made more specific. */
export interface Condition {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers?: Headers;
}

const conditions = {
  unauthorized: {
    status: 401,
    code: 'unauthorized',
    message: 'The API key is missing or invalid.',
    headers: { 'www-authenticate': 'Bearer realm="petstore"' },
  },
  invalidJson: { status: 400, code: 'invalid_json', message: 'The request body is not a JSON text in UTF-8.' },
  invalidPet: { status: 400, code: 'invalid_pet', message: 'The request body is not a valid NewPet.' },
  invalidLimit: { status: 400, code: 'invalid_limit', message: 'limit must be one integer from 1 to 100.' },
  invalidStatus: { status: 400, code: 'invalid_status', message: 'status must be available, pending or sold.' },
  invalidPetId: { status: 400, code: 'invalid_pet_id', message: 'petId must be an integer of 64 bits.' },
  invalidUrl: { status: 400, code: 'invalid_url', message: 'The address has a malformed percent-escape.' },
  petNotFound: { status: 404, code: 'pet_not_found', message: 'There is no pet with this identifier.' },
  routeNotFound: { status: 404, code: 'route_not_found', message: 'There is nothing at this address.' },
  methodNotAllowed: { status: 405, code: 'method_not_allowed', message: 'This address does not offer this method.' },
  bodyTooLarge: { status: 413, code: 'body_too_large', message: 'The request body is larger than 1 MiB.' },
  notJson: { status: 415, code: 'unsupported_media_type', message: 'The request body must be application/json.' },
  internal: { status: 500, code: 'internal_error', message: 'The service failed to answer this request.' },
} satisfies Record<string, Condition>;

/** Thrown by a rule that refuses a request; the handler turns it into an Error answer. No Error: a stack is dear. */
export class Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers: Headers;

  constructor(condition: Condition) {
    this.status = condition.status;
    this.code = condition.code;
    this.message = condition.message;
    this.headers = condition.headers ?? {};
  }
}

export function refusal(condition: keyof typeof conditions, specifics: Partial<Condition> = {}): Refusal {
  return new Refusal({ ...conditions[condition], ...specifics });
}
