import { defined } from '../../harness/basics/defined.ts';
import type { Exchange } from '../../harness/model/exchange.ts';
import { FRAMINGS } from '../inputs/new-pets.ts';
import { type InputRow, idsOf, rowIn, valuesOf, without } from '../inputs/value.ts';
import { isRefusedInPieces } from '../reading/request.ts';
import type { Drive } from './drive.ts';
import type { Options } from './options.ts';
import type { Queue } from './queue.ts';

/** How a row is sent, whatever it consists of. */
export type More = Pick<Options, 'connection' | 'lane' | 'isUrgent'>;

export async function sendRow(
  drive: Drive,
  queue: Queue,
  row: InputRow,
  more: More = {},
): Promise<Exchange | undefined> {
  const named = rowIn(queue.tables, drive.refusesPieces ? without(row, FRAMINGS.id) : row);
  const sent = queue.whole?.(named) ?? named;
  const exchange = await send(queue, sent, more);
  if (!exchange) return undefined;
  // Refused for its framing alone: the rest of the row goes out in one piece.
  if (isRefusedInPieces(exchange.request, exchange.status) && FRAMINGS.id in sent)
    return sendRow(drive, queue, without(sent, FRAMINGS.id), more);
  drive.sentRows.set(exchange.number, { queue, row: sent, exchange });
  return exchange;
}

/** What a value says about connection and headers applies to every request. */
export function send(queue: Queue, named: InputRow, more: More = {}): Promise<Exchange | undefined> {
  const { probe, tables, whole } = queue;
  const row = whole?.(named) ?? named;
  const values = valuesOf(tables, row);
  const { rewrite, contentType, connection }: Partial<Options> = Object.assign({}, ...Object.values(values));
  const sent = { probe, input: idsOf(row, tables), rewrite };
  return queue.send(values, { ...sent, ...more, ...defined({ connection, contentType }) });
}

/** The next ones of a queue, all of them unless said how many. */
export function sendNext(
  drive: Drive,
  queue: Queue,
  count = queue.rows.length,
  more: More = {},
): Promise<readonly (Exchange | undefined)[]> {
  return sendRows(drive, queue, queue.rows.splice(0, count), more);
}

export function sendRows(
  drive: Drive,
  queue: Queue,
  rows: readonly InputRow[],
  more: More = {},
): Promise<readonly (Exchange | undefined)[]> {
  return Promise.all(rows.map((row) => sendRow(drive, queue, row, more)));
}
