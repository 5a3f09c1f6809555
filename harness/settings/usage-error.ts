/** Something the user can put right. The message is one sentence: what is wrong and what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
