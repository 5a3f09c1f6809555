import { groupBy } from '../../harness/basics/group-by.ts';
import type { Exchange } from '../../harness/model/exchange.ts';
import { isPartOf } from '../decisions/failure-key.ts';
import { smallestFirst } from '../decisions/failures.ts';
import { REPEAT } from '../decisions/sent-again.ts';
import { type Reading, read } from '../reading/reading.ts';
import { requirementOf } from '../requirements/index.ts';
import type { Violation } from '../requirements/rules/violation.ts';
import { CREATIONS } from './amounts.ts';
import { type Drive, isMade } from './drive.ts';

/*
 * Reports print a command for each failure, and name the input that causes it. Both are true only if the same request
 * fails again, so each is sent a few times more: that it fails in n of k is the answer.
 */

/** Times that a request is repeated. Each creation that is accepted leaves a pet behind. */
const TIMES = { read: 3, refused: 4, accepted: 1 } as const;
/** Requests that are repeated. */
const REPEATED = 30;
/** In milliseconds: until what a server prints about a request has arrived. */
const LOG_MS = 40;
/** In milliseconds: what fails only after a long time is not worth more. */
const LONGEST = 10_000;

interface Failing {
  readonly id: string;
  readonly reading: Reading;
  readonly isMust: boolean;
  /** Among those of its requirement. */
  readonly rank: number;
  /** Its input contains no smaller one with which the requirement fails. */
  readonly isSmallest: boolean;
}

export async function repeatFailures(drive: Drive): Promise<void> {
  const failing = failingRequests(drive);
  const known = new Set<string>();
  const end = drive.session.elapsed() + LONGEST;
  const repeatAll = async (due: readonly Failing[]) => {
    // What a faulty service stores may break the lists after it.
    const isRead = ({ reading }: Failing) => reading.request.method === 'GET';
    for (const one of [...due.filter(isRead), ...due.filter((other) => !isRead(other))]) {
      const { key } = one.reading;
      if (known.has(key) || known.size >= REPEATED || drive.session.elapsed() > end) continue;
      known.add(key);
      await repeat(one, drive);
    }
  };
  await repeatAll(failing.filter(({ isSmallest }) => isSmallest).slice(0, REPEATED));
  // Where the smallest input is answered rightly by now, the larger ones may fail for another reason.
  const right = new Set(failing.filter((one) => one.isSmallest && isRightAgain(one, drive)).map(({ id }) => id));
  await repeatAll(failing.filter(({ id, isSmallest }) => !isSmallest && right.has(id)));
}

function isRightAgain({ id, reading }: Failing, drive: Drive): boolean {
  return repeatsOf(reading, drive).some((exchange) =>
    drive.violationsOf(exchange).every((violation) => violation.id !== id),
  );
}

function repeatsOf({ key }: Reading, { session, scope }: Drive): readonly Exchange[] {
  return session.record.filter((one) => one.probe === REPEAT && read(one, scope).key === key);
}

/** The requests with which each requirement fails, one for each input; first the smallest of every requirement. */
function failingRequests(drive: Drive): readonly Failing[] {
  const byRequirement = groupBy([...drive.violations().values()].flat(), ({ id }) => id);
  const ranked = [...byRequirement].flatMap(([id, violations]) => {
    const isMust = requirementOf(id).level === 'MUST';
    const sorted = withEachInput(violations.toSorted(smallestFirst(drive.world)));
    return sorted.slice(0, isMust ? undefined : 1).map((one, rank) => ({ ...one, id, isMust, rank }));
  });
  return ranked.toSorted((one, other) => one.rank - other.rank || Number(other.isMust) - Number(one.isMust));
}

/** One for each input, or for each request where there is none. */
function withEachInput(violations: readonly Violation[]): readonly Pick<Failing, 'reading' | 'isSmallest'>[] {
  const inputOf = ({ input = [], key }: Reading) => (input.length > 0 ? input.join() : key);
  const firsts = new Map(violations.toReversed().map(({ reading }) => [inputOf(reading), reading]));
  const each = [...firsts.values()].toReversed();
  return each.map((reading) => {
    const { input = [] } = reading;
    const isSmallest = !each.some(({ input: other = [] }) => other.length > 0 && isPartOf(other, input));
    return { reading, isSmallest };
  });
}

async function repeat({ reading, isMust, rank }: Failing, drive: Drive): Promise<void> {
  const { request, input, connection, status, asked } = reading;
  const isCreation = request.method === 'POST';
  // Nobody knows what became of a creation without an answer.
  if (isCreation ? status === 0 : request.method !== 'GET') return;
  const wasAccepted = isCreation && status < 400;
  const times = isCreation ? (wasAccepted ? TIMES.accepted : TIMES.refused) : TIMES.read;
  const repeats = () => repeatsOf(reading, drive);
  while (repeats().length < times) {
    // By now it would be a second pet with the same fields.
    if (isCreation && !wasAccepted && repeats().some(isMade)) return;
    if (isCreation && !mayCreate(drive, (isMust && rank === 0) || !wasAccepted)) return;
    if (!drive.mayRepeat(asked)) return;
    await leaveTimeForLog(drive);
    if (!(await drive.repeat({ request, input, connection }, REPEAT))) return;
    await leaveTimeForLog(drive);
  }
}

/** What the server prints about one request must not be taken for that of another. */
async function leaveTimeForLog({ session }: Drive): Promise<void> {
  if (session.readsLog) await session.clock.sleep(LOG_MS, session.signal);
}

/** Neither good practice nor a second input is worth more pets than a run creates on a conforming target. */
function mayCreate({ session, settings, creationsToSpare }: Drive, isWorthMore: boolean): boolean {
  if (settings.readOnly) return false;
  const limit = settings.thorough ? Math.max(settings.maxCreates, CREATIONS.thorough) : settings.maxCreates;
  return session.record.filter(isMade).length < limit && (isWorthMore || creationsToSpare > 0);
}
