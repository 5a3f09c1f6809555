import { defined } from '../../harness/basics/defined.ts';
import type { Exchange } from '../../harness/model/exchange.ts';
import { FRAMINGS } from '../inputs/new-pets.ts';
import { type InputRow, idsOf, rowIn, valuesOf, without } from '../inputs/value.ts';
import { isRefusedInPieces } from '../reading/request.ts';
import type { Combinations } from './combinations.ts';
import type { Drive } from './drive.ts';
import type { Options } from './options.ts';

/** How a row is sent, whatever it consists of. */
export type More = Pick<Options, 'connection' | 'lane' | 'isUrgent'>;

export async function sendRow(
  drive: Drive,
  combinations: Combinations,
  row: InputRow,
  more: More = {},
): Promise<Exchange | undefined> {
  const sent = rowIn(combinations.tables, drive.refusesPieces ? without(row, FRAMINGS.id) : row);
  const exchange = await send(combinations, sent, more);
  if (!exchange) return undefined;
  // Refused for its framing alone: the rest of the row goes out in one piece.
  if (isRefusedInPieces(exchange.request, exchange.status) && FRAMINGS.id in sent)
    return sendRow(drive, combinations, without(sent, FRAMINGS.id), more);
  drive.sentRows.set(exchange.number, { combinations, row: sent, exchange });
  return exchange;
}

/** What a value says about connection and headers applies to every request. */
export function send(combinations: Combinations, row: InputRow, more: More): Promise<Exchange | undefined> {
  const { probe, tables } = combinations;
  const values = valuesOf(tables, row);
  const { rewrite, contentType, connection }: Partial<Options> = Object.assign({}, ...Object.values(values));
  const sent = { probe, input: idsOf(row, tables), rewrite };
  return combinations.send(values, { ...sent, ...more, ...defined({ connection, contentType }) });
}

export function sendRows(
  drive: Drive,
  combinations: Combinations,
  rows: readonly InputRow[],
  more: More = {},
): Promise<readonly (Exchange | undefined)[]> {
  return Promise.all(rows.map((row) => sendRow(drive, combinations, row, more)));
}

/** Rows that are still to be sent. */
export interface Queue {
  readonly combinations: Combinations;
  readonly rows: InputRow[];
}

export function queueOf(combinations: Combinations, rows: readonly InputRow[]): Queue {
  return { combinations, rows: [...rows] };
}

/** Everything that is left. */
export function sendQueue(drive: Drive, { combinations, rows }: Queue): Promise<readonly (Exchange | undefined)[]> {
  return sendRows(drive, combinations, rows.splice(0));
}
