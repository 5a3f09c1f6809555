import type { Api } from './http/api.ts';
import { isProxyFailure } from './http/failure.ts';
import { Inconclusive, Unanswered, Violation } from './verdicts.ts';

/**
 * A request without a response accuses the server only if it happens again while an ordinary request is answered;
 * otherwise it is the network, or a target that went away.
 */
export async function confirmSilence(first: Unanswered, api: Api): Promise<Violation | Inconclusive> {
  const what = `${first.reply.exchange.request.method} got no response: ${first.message}`;
  if (isProxyFailure(first.reply.exchange.failure?.kind)) return new Inconclusive(`${what}.`, [first.reply]);
  const second = await outcomeOf(() => api.again(first.reply));
  if (second instanceof Inconclusive) {
    return new Inconclusive(`${what}, and it could not be asked again: ${second.message}`, [first.reply]);
  }
  if (!(second instanceof Unanswered)) {
    return new Inconclusive(`${what}, and when asked again it was answered.`, [first.reply]);
  }
  const control = await outcomeOf(() => api.listPets());
  if (control instanceof Error) return new Inconclusive(`${what}, nor did an ordinary request.`, [first.reply]);
  return new Violation(
    'an HTTP response',
    `${first.message} (${first.reply.exchange.failure?.kind}), twice, while an ordinary request is answered`,
    [second.reply],
  );
}

async function outcomeOf<T>(ask: () => Promise<T>): Promise<T | Unanswered | Inconclusive> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Unanswered || error instanceof Inconclusive) return error;
    throw error;
  }
}
