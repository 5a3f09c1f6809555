import type { Variant } from '../change.ts';

/** What needs a page that is not full to be decided, with the reason why there may be none. */
export function needsShortPages(reason: string): Required<Pick<Variant, 'mayStayOpen'>> {
  const lists = ['list.complete', 'list.status.complete', 'deprecation.replacement', 'history.agrees'];
  const ids = [...lists, 'create.no-effect', 'auth.no-effect'];
  return { mayStayOpen: Object.fromEntries(ids.map((id) => [id, reason])) };
}
