import { isViolated } from '../report/conclusion.ts';
import type { Excuse, Result } from '../report/model.ts';

/**
 * Excuses what an excused violation leaves open, and nothing else. A consequence is excused if every violation that it is
 * linked to is excused; a requirement without a control, if every failure that took the control away is.
 */
export function excuseConsequences(results: readonly Result[]): readonly Result[] {
  const byId = new Map(results.map((result) => [result.id, result]));
  const excused = new Map<string, Result>();
  const causesOf = ({ links, why }: Result): readonly (Excuse | undefined)[] => {
    if (links && why?.kind === 'consequence') {
      return links.map(({ because, fingerprint }) =>
        excuseOf(byId.get(because)?.violations?.find((group) => group.fingerprint === fingerprint)),
      );
    }
    const failed = (why?.because ?? []).flatMap((id) => byId.get(id) ?? []).filter((cause) => !isFine(cause));
    return failed.map((cause) => excuseOf(excused.get(cause.id) ?? cause));
  };
  // What an excused result leaves open may leave something else open.
  for (let known = -1; known < excused.size; ) {
    known = excused.size;
    for (const result of results) {
      if (result.outcome !== 'inconclusive' || result.excuse || excused.has(result.id)) continue;
      const causes = causesOf(result);
      const [first] = causes;
      if (!first || causes.includes(undefined)) continue;
      const word = first.by === 'waiver' ? 'waived' : 'known';
      const ids = [...new Set(result.links?.map(({ because }) => because) ?? result.why?.because)];
      const reason = `What is ${word} leaves it open: ${ids.join(', ')}.`;
      excused.set(result.id, { ...result, excuse: { by: first.by, reason } });
    }
  }
  return results.map((result) => excused.get(result.id) ?? result);
}

function excuseOf(item: { readonly excuse?: Excuse } | undefined): Excuse | undefined {
  return item?.excuse;
}

function isFine(result: Result): boolean {
  return !isViolated(result) && result.outcome !== 'inconclusive';
}
