import { Redactor } from './redact.ts';

/** The same error for a caller that logs it, with the key taken out of what it says. */
export function withoutKey(error: unknown, key: string): unknown {
  if (!(error instanceof Error)) return error;
  const redactor = new Redactor(key);
  const { stack } = error;
  error.message = redactor.sentence(error.message);
  if (stack !== undefined) error.stack = redactor.sentence(stack);
  return error;
}
