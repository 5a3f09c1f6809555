import type { Exchange } from '../../harness/record/exchange.ts';
import { groupBy } from '../../harness/report/group-by.ts';
import { catalogue } from '../catalogue.ts';
import { smallestFirst } from '../results.ts';
import { checkRecord, decidedBy, REPEAT, worldIn } from '../specification/index.ts';
import { type Reading, read } from '../specification/reading.ts';
import { violationGroups } from '../violation-groups.ts';
import { CREATIONS, type Drive } from './drive.ts';

/*
 * Reports print a command for each failure, and name the input that causes it. Both are true only if the same request
 * fails again, so each of them is sent once more.
 */

/** Times that a request is repeated. Each creation that is accepted leaves a pet behind. */
const TIMES = { read: 3, refused: 2, accepted: 1 } as const;
/** Requests that are repeated so often; of further ones, once is enough. */
const OFTEN = 6;
const REPEATED = 24;
/** What turns out to be right may have hidden what fails each time. */
const ROUNDS = 3;

interface Shown {
  readonly reading: Reading;
  readonly isMust: boolean;
}

/** In milliseconds: what fails only after a long time is not worth more. */
const LONGEST = 10_000;

export async function confirmFailures(drive: Drive): Promise<void> {
  const known = new Set<string>();
  const end = drive.session.elapsed() + LONGEST;
  for (let round = 0; round < ROUNDS; round += 1) {
    const due = shownFailures(drive).filter(({ reading: { key } }) => !known.has(key));
    if (due.length === 0) return;
    const before = drive.session.record.length;
    const repeated = due.slice(0, REPEATED - known.size).toSorted(readsFirst);
    for (const shown of repeated) {
      if (drive.session.elapsed() > end) return;
      await repeat(shown, drive, known.size >= OFTEN);
      known.add(shown.reading.key);
    }
    if (failAgain(repeated, drive.session.record.slice(before), drive)) return;
  }
}

/** Each request violates what it violated before: deciding the record again would show the same failures. */
function failAgain(shown: readonly Shown[], sent: readonly Exchange[], drive: Drive): boolean {
  const violations = drive.violations();
  const violatedBefore = new Map(shown.map(({ reading: { key, number } }) => [key, violations.get(number) ?? []]));
  return sent.every((exchange) => {
    const ids = violations.get(exchange.number) ?? [];
    const before = violatedBefore.get(read(exchange, drive.scope).key);
    return before?.length === ids.length && ids.every((id) => before.includes(id));
  });
}

/** The smallest request of each way in which a requirement fails; first one of every requirement. */
function shownFailures({ session, scope, settings, missingIds }: Drive): readonly Shown[] {
  const facts = { readOnly: settings.readOnly, missingIds, spent: [] };
  const { world, decisions, harmless } = checkRecord(session.record, scope, facts);
  const failing = decisions.filter(({ outcome }) => outcome === 'fail');
  const ranked = failing.flatMap(({ id, violations, intermittent }) => {
    const groups = violationGroups(violations, { intermittent, harmless });
    const isMust = catalogue.some((requirement) => requirement.id === id && requirement.level === 'MUST');
    return [...groupBy(violations, (violation) => groups.get(violation))]
      .flatMap(([, members]) => members.map(({ reading }) => reading).toSorted(smallestFirst(world))[0] ?? [])
      .toSorted(smallestFirst(world))
      .slice(0, isMust ? undefined : 1)
      .map((reading, rank) => ({ reading, isMust, rank }));
  });
  const byKey = groupBy(
    ranked.toSorted((one, other) => one.rank - other.rank),
    ({ reading }) => reading.key,
  );
  return [...byKey.values()].flatMap((alike) => {
    const [first] = alike;
    return first ? [{ reading: first.reading, isMust: alike.some(({ isMust }) => isMust) }] : [];
  });
}

/** What a faulty service stores may break the lists after it. */
function readsFirst({ reading: one }: Shown, { reading: other }: Shown): number {
  return Number(one.request.method !== 'GET') - Number(other.request.method !== 'GET');
}

async function repeat({ reading, isMust }: Shown, drive: Drive, isOnce: boolean): Promise<void> {
  const { request, input, connection, status, asked } = reading;
  const isRead = request.method === 'GET';
  // Nobody knows what became of a creation without an answer.
  if (!isRead && (request.method !== 'POST' || status === 0)) return;
  const wasAccepted = !isRead && status < 400;
  const wanted = isRead ? TIMES.read : wasAccepted ? TIMES.accepted : TIMES.refused;
  for (let time = repeatsOf(reading, drive).length; time < (isOnce ? 1 : wanted); time += 1) {
    // By now it would be a second pet with the same fields.
    if (!isRead && !wasAccepted && repeatsOf(reading, drive).some(isSuccess)) return;
    if (!isRead && !mayCreate(drive, isMust || !wasAccepted)) return;
    if (asked.credential !== 'right' && badCredentialsLeft(drive) < 1) return;
    await drive.sendAgain({ request, input, connection }, REPEAT);
  }
  // Whether a pet is refused for its twin or by chance shows in what the next one gets.
  const isRefusedAgain = wasAccepted && repeatsOf(reading, drive).some((again) => !isSuccess(again));
  if (isRefusedAgain && mayCreate(drive, isMust)) await drive.sendAgain({ request, input, connection }, REPEAT);
}

const isSuccess = ({ status }: Exchange) => status < 300;

function repeatsOf({ key }: Reading, { session, scope }: Drive): readonly Exchange[] {
  return session.record.filter((exchange) => exchange.probe === REPEAT && read(exchange, scope).key === key);
}

/** To ask for more than there are would be reported as what the run could not check. */
function badCredentialsLeft({ session, settings, scope }: Drive): number {
  const sent = session.record.filter((exchange) => read(exchange, scope).asked.credential !== 'right');
  return settings.maxBadCredentials - sent.length;
}

/** What only good practice asks for is not worth more pets than a run creates on a conforming target. */
function mayCreate({ session, settings, creationsLeft }: Drive, isWorthMore: boolean): boolean {
  if (settings.readOnly) return false;
  const made = session.record.filter(({ request, status }) => request.method === 'POST' && status < 300).length;
  const limit = settings.thorough ? Math.max(settings.maxCreates, CREATIONS.thorough) : settings.maxCreates;
  return made < limit && (isWorthMore || creationsLeft > 0);
}

/** Of requests that may fail each time or not: how many are repeated, and how often at most. */
const DOUBTFUL = 40;
const TRIES = 6;

/**
 * Where a failure comes and goes, an input that failed whenever it was sent may be a defect of its own. It is repeated
 * until it is answered rightly. Creations that were accepted are not made again.
 */
export async function repeatUntilRight(run: Drive): Promise<void> {
  const violations = run.violations();
  const world = worldIn(run.session.record, run.scope);
  const right = new Set<string>();
  const wrong = new Set<string>();
  const keyOf = new Map(world.readings.map(({ number, key }) => [number, key]));
  for (const exchange of run.session.record) {
    const violated = violations.get(exchange.number) ?? [];
    const key = keyOf.get(exchange.number);
    for (const id of violated) wrong.add(`${id} ${key}`);
    for (const id of decidedBy(exchange, world)) if (!violated.includes(id)) right.add(`${id} ${key}`);
  }
  const idOf = (pair: string) => pair.slice(0, pair.indexOf(' '));
  const intermittent = new Set([...wrong].filter((pair) => right.has(pair)).map(idOf));
  const seen = new Set<string>();
  const due = world.readings.filter(({ number, key, status, request, asked, input = [] }) => {
    const isDoubtful = violations.get(number)?.some((id) => intermittent.has(id) && !right.has(`${id} ${key}`));
    const isFree = request.method === 'GET' ? status > 0 : status >= 400;
    const name = input.length > 0 ? `${asked.operation} ${input.join()}` : key;
    if (!isDoubtful || !isFree || seen.has(name)) return false;
    seen.add(name);
    return true;
  });
  for (const { number, request, input, connection } of due.slice(0, DOUBTFUL)) {
    const ids = violations.get(number) ?? [];
    for (let tries = 0; tries < TRIES; tries += 1) {
      const again = await run.sendAgain({ request, input, connection }, REPEAT);
      if (!again || !run.violatedBy(again).some((id) => ids.includes(id))) break;
    }
  }
}
