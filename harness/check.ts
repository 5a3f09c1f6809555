import type { CheckContext } from './context.ts';
import type { Row } from './report/model.ts';

/**
 * When a check runs. Creations come first; then lists, while the pages are still short; then fetches, since a fetch
 * may change what a faulty server lists; then what needs more animals than a page holds; then whole histories, and the
 * look at what is left open; last what is judged over all exchanges of the run.
 */
export const STAGES = ['create', 'list', 'fetch', 'crowded', 'late', 'journal'] as const;
export type Stage = (typeof STAGES)[number];

export interface Check extends Row {
  readonly stage: Stage;
  /** It sends requests that create an animal, or that a broken server could take as such. */
  readonly writes: boolean;
  /** It asks getPet, which may be gone from its removal date on. */
  readonly getsPets: boolean;
  /** Where one of these fails or cannot be decided, nor can this one. */
  readonly after: readonly string[];
  /** Where one of these fails, this one would only tell the same again. */
  readonly unlessFailed: readonly string[];
  /** Whose outcome it asks for on its way. */
  readonly asks: readonly string[];
  /** It tries a property with as many inputs as --runs or more, so that it may take long. */
  readonly property: boolean;
  /** Whose exchanges it needs or judges: they are sent also when the user asked for this requirement alone. */
  readonly traffic: readonly string[] | 'everything';
  /** Returns for a violation-free end; a text is the value observed, or a remark on what held. */
  readonly decide: (context: CheckContext) => Promise<string | undefined>;
}
