import { isViolated } from '../report/conclusion.ts';
import { type Exchange, type Result, rowOf } from '../report/model.ts';
import { sentenceOf } from '../verdict/reasons.ts';
import type { PartEnd } from './shard.ts';

/**
 * A part knows only its own failures. Together with the others, a stray status or an invalid pet may have a cause that
 * another part reports; then it is not reported again.
 */
export function dedupeFindings(parts: readonly PartEnd[]): readonly (readonly Result[])[] {
  const all = parts.flatMap(({ results }) => results);
  const failed = all.filter((result) => isViolated(result) && !(result.id in reporters));
  return parts.map((part) => {
    const others = parts.filter((other) => other !== part);
    return part.results.map((result) => {
      const reporter = isViolated(result) ? reporters[result.id]?.(result, failed, others) : undefined;
      if (reporter === undefined) return result;
      const why = { kind: 'depends-on', because: [reporter], outcome: 'failed' } as const;
      return { ...rowOf(result), outcome: 'inconclusive', reason: sentenceOf(why), why, durationMs: result.durationMs };
    });
  });
}

type FindReporter = (result: Result, failed: readonly Result[], others: readonly PartEnd[]) => string | undefined;

/** For requirements that watch all exchanges: the requirement that reports the failure already. */
const reporters: Readonly<Record<string, FindReporter>> = {
  'errors.documented-status': ({ exchanges = [] }, failed) => {
    const stray = exchanges.at(-1);
    const isAlike = ({ operation, response }: Exchange) =>
      stray && operation === stray.operation && response?.status === stray.response?.status;
    return failed.find((other) => other.id === stray?.requirement || other.exchanges?.some(isAlike))?.id;
  },
  'body.pet-shape': ({ facts }, failed, others) => {
    const created = others.flatMap((other) => other.created);
    const origin = created.find(({ id }) => id !== undefined && facts?.petIds?.includes(id));
    return failed.find(({ id }) => id === origin?.requirement)?.id;
  },
};
