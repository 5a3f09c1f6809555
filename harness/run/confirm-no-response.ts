import type { Api } from '../http/api.ts';
import { isProxyFailure } from '../http/failure.ts';
import { attempt, Inconclusive, Unanswered, Violation } from '../verdict/verdicts.ts';

/**
 * A request without a response is the server's fault only if it happens again while a plain request is answered;
 * otherwise it is the network, or a target that went away.
 */
export async function confirmNoResponse(first: Unanswered, api: Api): Promise<Violation | Inconclusive> {
  const { method } = first.reply.request;
  const undecided = (repeated: 'answered' | 'not-possible' | 'target-silent' | 'proxy') =>
    new Inconclusive({ kind: 'no-response', request: method, failure: first.message, repeated }, [first.reply]);
  if (isProxyFailure(first.reply.exchange.failure?.kind)) return undecided('proxy');
  const second = await attempt(api.again(first.reply));
  if (second instanceof Inconclusive) return undecided('not-possible');
  if (!(second instanceof Unanswered)) return undecided('answered');
  const control = await attempt(api.listPets());
  if (control instanceof Error) return undecided('target-silent');
  return new Violation(
    'an HTTP response',
    `${first.message} (${first.reply.exchange.failure?.kind}), twice, while a plain request is answered`,
    [second.reply],
  );
}
