import type { Exchange } from '../../harness/model/exchange.ts';
import type { Chosen, InputRow, Tables } from '../inputs/value.ts';
import type { Options } from './options.ts';

/** Tables whose values are combined, and how to send one combination. */
export interface Combinations<T extends Tables = Tables> {
  readonly probe: string;
  readonly tables: T;
  send(values: Chosen<T>, options: Options): Promise<Exchange | undefined>;
}

/** A combination that was sent. */
export interface SentRow {
  readonly combinations: Combinations;
  readonly row: InputRow;
  readonly exchange: Exchange;
  isNarrowed?: true;
}
