import { Refusal, refusal } from '../refusal.ts';

export function crash(): never {
  throw new Error('an exception that nobody expected');
}

/** 400, as for any body that is not a NewPet. */
export function reject(message = 'The value is not accepted.'): never {
  throw refusal('invalidPet', { message });
}

/** Any status that a framework might give, with an Error that is right in itself. */
export function deny(status: number, code = 'refused', message = 'The request is refused.'): never {
  throw new Refusal({ status, code, message });
}

/** 401, whatever the key is. */
export function refuseKey(): never {
  throw refusal('unauthorized');
}

/** Turned away, with the moment to come back. */
export function turnAway(status: number, retryAfter = '1'): never {
  const message = 'The service takes no such requests at the moment.';
  throw new Refusal({ status, code: 'try_again', message, headers: { 'retry-after': retryAfter } });
}
