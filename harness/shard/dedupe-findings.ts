import { isViolated } from '../report/conclusion.ts';
import { type Exchange, type Result, rowOf } from '../report/model.ts';
import { sentenceOf } from '../verdict/reasons.ts';
import type { PartEnd } from './shard.ts';

/**
 * A part knows only what failed in itself. Seen together with the others, a stray status or a spoilt pet may be
 * the doing of a defect that another part tells; then it is not told again.
 */
export function withoutToldElsewhere(parts: readonly PartEnd[]): readonly (readonly Result[])[] {
  const failed = parts
    .flatMap(({ results }) => results)
    .filter((result) => isViolated(result) && !(result.id in tellers));
  return parts.map((part) => {
    const others = parts.filter((other) => other !== part);
    return part.results.map((result) => {
      const teller = isViolated(result) ? tellers[result.id]?.(result, failed, others) : undefined;
      return teller === undefined ? result : leftTo(teller, result);
    });
  });
}

type FindTeller = (result: Result, failed: readonly Result[], others: readonly PartEnd[]) => string | undefined;

/** For what is checked over all exchanges: who tells of this one already. */
const tellers: Readonly<Record<string, FindTeller>> = {
  'errors.documented-status': ({ exchanges = [] }, failed) => {
    const stray = exchanges.at(-1);
    const tells = (other: Result) => other.exchanges?.some((exchange) => stray && isAlike(exchange, stray));
    return failed.find((other) => other.id === stray?.requirement || tells(other))?.id;
  },
  'body.pet-shape': ({ facts }, failed, others) => {
    const created = others.flatMap((other) => other.created);
    const origin = created.find(({ id }) => id !== undefined && facts?.petIds?.includes(id));
    return failed.find(({ id }) => id === origin?.requirement)?.id;
  },
};

function isAlike(one: Exchange, other: Exchange): boolean {
  return one.operation === other.operation && one.response?.status === other.response?.status;
}

function leftTo(teller: string, result: Result): Result {
  const why = { kind: 'depends-on', because: [teller], outcome: 'failed' } as const;
  return { ...rowOf(result), outcome: 'inconclusive', reason: sentenceOf(why), why, durationMs: result.durationMs };
}
