/** Why a rate limit was not waited for any longer. */
export function rateLimitSentence(status: number, waitMs: number, maxWaitMs: number): string {
  const limit = `${maxWaitMs / 1000} s`;
  return waitMs > maxWaitMs
    ? `The target answers ${status} (rate limit) and asks to wait ${waitMs / 1000} s, longer than --max-wait allows (${limit}).`
    : `The target kept answering ${status} (rate limit) for ${limit}.`;
}
