import type { Exchange } from '../../harness/record/exchange.ts';
import type { RequirementId } from '../catalogue.ts';
import { isPartOf } from '../specification/consequences.ts';
import type { Options } from './client.ts';
import { isPlain, labelsOf, type Row } from './covering.ts';
import type { Drive, SentRow, Table } from './drive.ts';

export async function sendRow(drive: Drive, table: Table, row: Row): Promise<Exchange | undefined> {
  const exchange = await send(table, row);
  if (exchange) drive.sentRows.set(exchange.number, { table, row, exchange });
  return exchange;
}

/** What a value says about connection and headers applies to every request. */
function send(table: Table, row: Row, usual?: 'new'): Promise<Exchange | undefined> {
  const values: Partial<Options> = Object.assign({}, ...row);
  const { accept, isLowerCase, connection = usual } = values;
  const options = { probe: table.probe, input: labelsOf(row, table.dimensions), connection, isLowerCase };
  return table.send(values, accept === undefined ? options : { ...options, accept });
}

export function sendRows(drive: Drive, table: Table, rows: readonly Row[]): Promise<readonly (Exchange | undefined)[]> {
  return Promise.all(rows.map((row) => sendRow(drive, table, row)));
}

/** Combinations that are narrowed down: each takes a request for every value that is not plain. */
const NARROWED = 10;

/** Sends failing combinations again with one value after the other set to its plain form, to find the culprit. */
export async function narrowFailures(drive: Drive): Promise<void> {
  const turns = new Map<RequirementId, number>();
  for (let narrowed = 0; narrowed < NARROWED; narrowed += 1) {
    const next = unexplained(drive, turns);
    if (!next) return;
    await narrow(next.id, next.sent, drive);
    next.sent.isNarrowed = true;
    turns.set(next.id, narrowed);
  }
}

/** The smallest failing combination that contains no other one, of each requirement in turn. */
function unexplained(drive: Drive, turns: ReadonlyMap<RequirementId, number>) {
  const violations = drive.violations();
  const failing = drive.session.record.filter(({ number }) => violations.has(number));
  const isExplained = (id: RequirementId, { exchange: { status, input = [] } }: SentRow) => {
    const smaller = failing.filter((other) => other.status === status && isPartOf(other.input ?? [], input));
    return smaller.some(({ number }) => isOfSameArea(id, violations.get(number) ?? []));
  };
  const due = [...violations].flatMap(([number, [id]]) => {
    const sent = drive.sentRows.get(number);
    return id && sent && !sent.isNarrowed && size(sent) > 0 && !isExplained(id, sent) ? [{ id, sent }] : [];
  });
  const turn = ({ id }: { readonly id: RequirementId }) => turns.get(id) ?? -1;
  return due.toSorted((one, other) => turn(one) - turn(other) || size(one.sent) - size(other.sent))[0];
}

/** How many of its values can be set back. */
function size({ table, row }: SentRow): number {
  const others = row.filter(
    (value, at) => table.dimensions[at]?.hasPlain && !isPlain(value, table.dimensions[at]),
  ).length;
  return table.dimensions.every(({ hasPlain }) => hasPlain) ? others - 1 : others;
}

async function narrow(id: RequirementId, sent: SentRow, drive: Drive): Promise<void> {
  const { table, exchange } = sent;
  const { request, input, connection, status } = exchange;
  // A creation that is not refused again was not refused for its input. One that was accepted is not made twice.
  const repeat = request.method === 'POST' && status >= 400 ? { request, input, connection } : undefined;
  const repeated = repeat && (await drive.sendAgain(repeat, 'repeat'));
  if (repeated && !failsAlike(id, exchange, repeated, drive)) return;
  let { row } = sent;
  // The first dimension, which matters most often, comes last, so that its parts are tried with nothing else.
  for (const [at, dimension] of [...table.dimensions.entries()].toReversed()) {
    const [plain] = dimension.values;
    if (!dimension.hasPlain || !plain || row[at] === plain) continue;
    for (const smaller of [plain, ...(row[at]?.parts ?? [])]) {
      const candidate = row.with(at, smaller);
      // A connection of the pool has carried the right key, too.
      const again = await send(table, candidate, connection && 'new');
      if (!again || !failsAlike(id, exchange, again, drive)) continue;
      row = candidate;
      break;
    }
  }
}

function failsAlike(id: RequirementId, before: Exchange, again: Exchange, drive: Drive): boolean {
  if (again.status !== before.status) return false;
  const failed = drive.violatedBy(again);
  return again.status === 201 ? failed.includes(id) : isOfSameArea(id, failed);
}

/** With a smaller input another requirement may describe the same failure, but not one about another operation. */
function isOfSameArea(id: RequirementId, others: readonly RequirementId[]): boolean {
  const areaOf = (one: RequirementId) => (one.startsWith('auth.') ? one : one.split('.')[0]);
  return others.some((other) => areaOf(other) === areaOf(id));
}
