import { type Exchange, isBroken, isGatewayAnswer, isThrottled } from '../model/exchange.ts';
import type { FailureKind } from '../model/failure.ts';
import type { Doubt } from '../model/reasons.ts';
import type { Ask } from './ask.ts';

/** What is known about the service when an answer arrives. */
export interface KnownService {
  /** It has answered something. */
  readonly hasAnswered: boolean;
  /** It has accepted the key. */
  readonly hasAccepted: boolean;
  /** Whether an error is in its own format. */
  readonly isOwnError: (exchange: Exchange) => boolean;
}

/** Failures in the middle of an exchange, which the service may have caused. */
const BROKEN: ReadonlySet<FailureKind> = new Set(['reset', 'invalid-http', 'oversized-headers']);

/** In which way an answer may not be that of the service to this very request; undefined if it counts. */
export function doubtOf({ hasKey }: Pick<Ask, 'hasKey'>, exchange: Exchange, known: KnownService): Doubt | undefined {
  const { status } = exchange;
  if (isBroken(exchange)) return doubtOfFailure(exchange, known);
  if (isThrottled(exchange)) return 'limit';
  if (status === 401) return hasKey && known.hasAccepted ? 'key' : undefined;
  if (!isGatewayAnswer(exchange, status >= 400 && known.isOwnError(exchange))) return undefined;
  return status === 503 ? 'limit' : 'gateway';
}

function doubtOfFailure({ failure, unreadable }: Exchange, { hasAnswered }: KnownService): Doubt | undefined {
  const kind = failure?.kind ?? unreadable?.kind;
  if (kind === 'refused') return hasAnswered ? 'refused' : undefined;
  if (kind === 'timeout') return 'silent';
  return kind !== undefined && BROKEN.has(kind) ? 'broken' : undefined;
}
