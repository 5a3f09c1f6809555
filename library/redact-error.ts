import type { Redactor } from '../harness/secrets/redact.ts';

/** Whoever catches it may print or log it. */
export function redactError(error: unknown, redactor: Redactor): unknown {
  if (!(error instanceof Error)) return redactor.sentence(String(error));
  const { message, stack = message } = error;
  return Object.assign(error, { message: redactor.sentence(message), stack: redactor.sentence(stack) });
}
