import type { Exchange } from '../../harness/record/exchange.ts';
import { catalogue, type RequirementId } from '../catalogue.ts';
import { isPartOf } from '../specification/consequences.ts';
import { REPEAT } from '../specification/index.ts';
import { isRefusedInPieces } from '../specification/request.ts';
import type { Options } from './client.ts';
import type { Combinations, Drive, SentRow } from './drive.ts';
import { FRAMINGS } from './new-pets.ts';
import { idsOf, isPlain, type Row } from './value.ts';

type More = Pick<Options, 'connection' | 'lane' | 'isUrgent'>;

export async function sendRow(
  drive: Drive,
  combinations: Combinations,
  row: Row,
  more: More = {},
): Promise<Exchange | undefined> {
  const whole = wholeOf(row, combinations);
  const sent = drive.refusesPieces ? whole : row;
  const exchange = await send(combinations, sent, more);
  if (!exchange) return undefined;
  if (isRefusedInPieces(exchange.request, exchange.status)) {
    drive.refusesPieces = true;
    if (whole !== row) return sendRow(drive, combinations, whole, more);
  }
  drive.sentRows.set(exchange.number, { combinations, row: sent, exchange });
  return exchange;
}

/** The same row with its body in one piece. */
function wholeOf(row: Row, { tables }: Combinations): Row {
  const at = tables.findIndex(({ id }) => id === FRAMINGS.id);
  const [whole] = tables[at]?.values ?? [];
  return whole && row[at] !== whole ? row.with(at, whole) : row;
}

/** What a value says about connection and headers applies to every request. */
function send({ probe, tables, send: sendValues }: Combinations, row: Row, more: More) {
  const values: Partial<Options> = Object.assign({}, ...row);
  const { accept, isLowerCase, contentType, connection } = values;
  return sendValues(values, {
    probe,
    input: idsOf(row, tables),
    isLowerCase,
    ...more,
    ...(connection && { connection }),
    ...(contentType && { contentType }),
    ...(accept !== undefined && { accept }),
  });
}

export function sendRows(
  drive: Drive,
  combinations: Combinations,
  rows: readonly Row[],
): Promise<readonly (Exchange | undefined)[]> {
  return Promise.all(rows.map((row) => sendRow(drive, combinations, row)));
}

/** Rows that are still to be sent. */
export interface Queue {
  readonly combinations: Combinations;
  readonly rows: Row[];
}

export function queueOf(combinations: Combinations, rows: readonly Row[]): Queue {
  return { combinations, rows: [...rows] };
}

/** Everything that is left. */
export function sendQueue(drive: Drive, { combinations, rows }: Queue): Promise<readonly (Exchange | undefined)[]> {
  return sendRows(drive, combinations, rows.splice(0));
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
function size({ combinations: { tables }, row }: SentRow): number {
  const others = row.filter((value, at) => tables[at]?.hasPlain && !isPlain(value, tables[at])).length;
  return tables.every(({ hasPlain }) => hasPlain) ? others - 1 : others;
}

async function narrow(id: RequirementId, sent: SentRow, drive: Drive): Promise<void> {
  const { combinations, exchange } = sent;
  const { request, input, connection, status } = exchange;
  // A creation that is not refused again was not refused for its input. One that was accepted is not made twice.
  const repeat = request.method === 'POST' && status >= 400 ? { request, input, connection } : undefined;
  const repeated = repeat && (await drive.sendAgain(repeat, REPEAT));
  if (repeated && !failsAlike(id, exchange, repeated, drive)) return;
  const isMust = catalogue.some((requirement) => requirement.id === id && requirement.level === 'MUST');
  const isBounded = !isMust && request.method === 'POST' && status < 300;
  let { row } = sent;
  // The first table, which matters most often, comes last, so that its parts are tried with nothing else.
  for (const [at, table] of [...combinations.tables.entries()].toReversed()) {
    const [plain] = table.values;
    const own = row[at];
    if (!plain || !own || !table.hasPlain || isPlain(own, table)) continue;
    for (const smaller of [plain, ...(own.parts ?? [])]) {
      const candidate = row.with(at, smaller);
      // What only good practice asks for is not worth more pets than a run creates on a conforming target.
      if (isBounded && drive.creationsLeft < 1) return;
      // A connection of the pool has carried the right key, too.
      const again = await send(combinations, candidate, connection ? { connection: 'new' } : {});
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
