import type { CheckContext } from '../harness/context.ts';

/** Names what failed, where that is why nothing was seen: whoever accepts the one need not accept the other as well. */
export function seeFailed({ failures }: CheckContext, pattern: RegExp): string {
  const ids = failures.map(({ id }) => id).filter((id) => pattern.test(id));
  return ids.length === 0 ? '' : ` (see ${ids.join(', ')})`;
}
