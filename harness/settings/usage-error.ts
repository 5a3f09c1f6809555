/** An error that the user can fix. The message is one sentence: the problem and the fix. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
