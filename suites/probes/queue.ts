import type { Exchange } from '../../harness/model/exchange.ts';
import type { Chosen, InputRow, Tables } from '../inputs/value.ts';
import type { Options } from './options.ts';

/** Tables whose values are combined, how to send one combination, and those that are still to be sent. */
export interface Queue<T extends Tables = Tables> {
  readonly probe: string;
  readonly tables: T;
  readonly rows: InputRow[];
  /** The row with what its values bring along, such as the mark of a name that has none. */
  readonly whole?: (row: InputRow) => InputRow;
  send(values: Chosen<T>, options: Options): Promise<Exchange | undefined>;
}

/** A combination that was sent. */
export interface SentRow {
  readonly queue: Queue;
  readonly row: InputRow;
  readonly exchange: Exchange;
  isNarrowed?: true;
}

export function queueOf<T extends Tables>(
  queue: Omit<Queue<T>, 'rows'> & { readonly rows: readonly InputRow[] },
): Queue<T> {
  return { ...queue, rows: [...queue.rows] };
}
