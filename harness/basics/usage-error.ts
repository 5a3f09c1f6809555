/** An error that the user can fix. The message is one sentence: the problem and the fix. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The code that Node gives to errors of the operating system, such as ENOENT; else the message. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.message;
}
