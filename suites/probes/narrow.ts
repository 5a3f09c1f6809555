import type { Exchange } from '../../harness/model/exchange.ts';
import { isPartOf } from '../decisions/culprits.ts';
import { REPEAT } from '../decisions/index.ts';
import { type Row, type Table, valueIn, without } from '../inputs/value.ts';
import { catalogue, type RequirementId } from '../requirements/index.ts';
import type { SentRow } from './combinations.ts';
import type { Drive } from './drive.ts';
import { send } from './rows.ts';

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

/** How many of its values can be set back: where all can be, one has to be left. */
function size({ combinations: { tables }, row }: SentRow): number {
  const others = Object.keys(row).filter((id) => tables[id]?.plain !== undefined).length;
  return Object.values(tables).every(({ plain }) => plain !== undefined) ? others - 1 : others;
}

async function narrow(id: RequirementId, sent: SentRow, drive: Drive): Promise<void> {
  const { combinations, exchange } = sent;
  const { request, input, connection, status } = exchange;
  // A creation that is not refused again was not refused for its input. One that was accepted is not made twice.
  const isRepeatable = request.method === 'POST' && status >= 400;
  const repeated = isRepeatable ? await drive.repeat({ request, input, connection }, REPEAT) : undefined;
  if (repeated && !failsAlike(id, exchange, repeated, drive)) return;
  const isMust = catalogue.some((requirement) => requirement.id === id && requirement.level === 'MUST');
  const isBounded = !isMust && request.method === 'POST' && status < 300;
  let { row } = sent;
  // The first table, which matters most often, comes last, so that its parts are tried with nothing else.
  for (const [name, table] of Object.entries(combinations.tables).toReversed()) {
    for (const smaller of smallerRows(row, name, table)) {
      // What only good practice asks for is not worth more pets than a run creates on a conforming target.
      if (isBounded && drive.creationsLeft < 1) return;
      // A connection of the pool has carried the right key, too.
      const again = await send(combinations, smaller, connection ? { connection: 'new' } : {});
      if (!again || !failsAlike(id, exchange, again, drive)) continue;
      row = smaller;
      break;
    }
  }
}

/** The row with the plain value of this table, and with each part of its own. */
function smallerRows(row: Row, name: string, table: Table): readonly Row[] {
  const own = row[name];
  if (own === undefined || table.plain === undefined) return [];
  const { parts = [] } = valueIn(table, own);
  return [without(row, name), ...parts.map((part) => ({ ...row, [name]: part }))];
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
