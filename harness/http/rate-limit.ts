/** Why a rate limit was not waited for any longer; nothing was asked for where `askedMs` is 0. */
export function rateLimitSentence(status: number, askedMs: number, maxWaitMs: number): string {
  const limit = `${maxWaitMs / 1000} s`;
  return askedMs > maxWaitMs
    ? `The target answers ${status} (rate limit) and asks to wait ${askedMs / 1000} s, longer than --max-wait allows (${limit}).`
    : `The target kept answering ${status} (rate limit) for ${limit}.`;
}
