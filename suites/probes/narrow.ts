import type { Exchange } from '../../harness/model/exchange.ts';
import { failAlike, isPartOf } from '../decisions/failure-key.ts';
import { REPEAT } from '../decisions/sent-again.ts';
import { type InputRow, type Table, valueIn, without } from '../inputs/value.ts';
import { read } from '../reading/reading.ts';
import { requirementOf } from '../requirements/index.ts';
import type { Violation } from '../requirements/rules/violation.ts';
import type { Drive } from './drive.ts';
import type { SentRow } from './queue.ts';
import { send } from './rows.ts';

/** Combinations that are narrowed down: each takes a request for every value that is not plain. */
const NARROWED = 10;

/** A combination that fails, and what it violates. */
interface Failing {
  readonly sent: SentRow;
  readonly violations: readonly Violation[];
  /** What it violates first, and what is wrong with its body: each kind takes its turn. */
  readonly kind: string;
}

/** Sends failing combinations again with one value after the other set to its plain form, to find the culprit. */
export async function narrowFailures(drive: Drive): Promise<void> {
  const turns = new Map<string, number>();
  for (let narrowed = 0; narrowed < NARROWED; narrowed += 1) {
    const next = unexplained(drive, turns);
    if (!next) return;
    await narrow(next, drive);
    next.sent.isNarrowed = true;
    turns.set(next.kind, narrowed);
  }
}

/** The smallest failing combination that contains no other one that fails alike, of each kind in turn. */
function unexplained(drive: Drive, turns: ReadonlyMap<string, number>): Failing | undefined {
  const turn = ({ kind }: Failing) => turns.get(kind) ?? -1;
  const due = failingIn(drive).toSorted((one, other) => turn(one) - turn(other) || size(one.sent) - size(other.sent));
  return due.find((failing) => !isExplained(failing, drive));
}

function failingIn(drive: Drive): readonly Failing[] {
  return [...drive.violations()].flatMap(([number, violations]) => {
    const sent = drive.sentRows.get(number);
    const [first] = violations;
    if (!sent || !first || sent.isNarrowed || size(sent) < 1) return [];
    return [{ sent, violations, kind: `${first.id} ${first.reading.asked.body ?? ''}` }];
  });
}

function isExplained({ sent, violations }: Failing, drive: Drive): boolean {
  const { input = [] } = sent.exchange;
  return [...drive.violations().values()].some(
    (others) => isPartOf(others[0]?.reading.input ?? [], input) && failAlike(violations, others),
  );
}

/** How many of its values can be set back: where all can be, one has to be left. */
function size({ queue: { tables }, row }: SentRow): number {
  const others = Object.keys(row).filter((id) => tables[id]?.plain !== undefined).length;
  return Object.values(tables).every(({ plain }) => plain !== undefined) ? others - 1 : others;
}

async function narrow({ sent, violations }: Failing, drive: Drive): Promise<void> {
  const { queue, exchange } = sent;
  const { request, input, connection, status } = exchange;
  const { asked } = read(exchange, drive.scope);
  if (!drive.mayRepeat(asked)) return;
  const failsAlike = (again: Exchange | undefined) =>
    again !== undefined && failAlike(violations, drive.violationsOf(again));
  // A creation that is not refused again was not refused for its input. One that was accepted is not made twice.
  const isRepeatable = request.method === 'POST' && status >= 400;
  const repeated = isRepeatable ? await drive.repeat({ request, input, connection }, REPEAT) : undefined;
  if (repeated && !failsAlike(repeated)) return;
  const isMust = violations.some(({ id }) => requirementOf(id).level === 'MUST');
  const isBounded = !isMust && request.method === 'POST' && status < 300;
  let { row } = sent;
  // The first table, which matters most often, comes last, so that its parts are tried with nothing else.
  for (const [name, table] of Object.entries(queue.tables).toReversed()) {
    for (const smaller of smallerRows(row, name, table)) {
      // What only good practice asks for is not worth more pets than a run creates on a conforming target.
      if ((isBounded && drive.creationsToSpare < 1) || !drive.mayRepeat(asked)) return;
      // A connection of the pool has carried the right key, too.
      const again = await send(queue, smaller, connection ? { connection: 'new' } : {});
      if (!failsAlike(again)) continue;
      row = smaller;
      break;
    }
  }
  await sendAlone(row, sent, drive);
}

/** A plain creation has the status of most pets, so a refused category is sent once more without any. */
async function sendAlone(row: InputRow, { queue, exchange }: SentRow, drive: Drive): Promise<void> {
  const isOfCategory = Object.keys(row).join() === 'category' && exchange.status >= 400;
  if (!isOfCategory || !read(exchange, drive.scope).asked.sent) return;
  await send(queue, { ...row, status: 'none' });
}

/** The row with the plain value of this table, and with each part of its own. */
function smallerRows(row: InputRow, name: string, table: Table): readonly InputRow[] {
  const own = row[name];
  if (own === undefined || table.plain === undefined) return [];
  const { parts = [] } = valueIn(table, own);
  return [without(row, name), ...parts.map((part) => ({ ...row, [name]: part }))];
}
