import type { Variant } from '../change.ts';

type Open = NonNullable<Variant['mayStayOpen']>;

/** What needs a page that is not full to be decided, with the reason why there may be none. */
export function needsShortPages(reason: string): Open {
  return {
    'list.complete': reason,
    'list.status.complete': reason,
    'create.no-effect': reason,
    'auth.no-effect': reason,
    'deprecation.replacement': reason,
    'history.agrees': reason,
  };
}
