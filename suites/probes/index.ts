import type { Again, Session } from '../../harness/engine/suite.ts';
import type { Exchange } from '../../harness/record/exchange.ts';
import { catalogue } from '../catalogue.ts';
import type { EarlierPet } from '../earlier-pets.ts';
import { OPERATIONS } from '../specification/document.ts';
import { decidedBy, REPLAY, violatedBy, worldIn } from '../specification/index.ts';
import { read } from '../specification/reading.ts';
import type { Scope } from '../specification/scope.ts';
import type { Options } from './client.ts';
import { confirmFailures, repeatUntilRight } from './confirm.ts';
import { Creations } from './creations.ts';
import { Drive, NEED_PETS } from './drive.ts';
import { sendHistories } from './history.ts';
import { neighboursOf } from './neighbours.ts';
import { claimId, claimNextId, createOpenly, sendObservations, tryToChange } from './observations.ts';
import { preflight } from './preflight.ts';
import {
  confirmMissing,
  fetchEarlierPets,
  fetchPets,
  lookAgain,
  lookForLate,
  otherIds,
  otherStatuses,
  readExistingPets,
  readShortPages,
  sendIds,
} from './reads.ts';
import {
  badCredentials,
  brokenBodies,
  earlyRefusals,
  sendBadCredentials,
  sendBrokenBodies,
  sendMistakesWithoutKey,
  sendRandomTokens,
  sendTokenChanges,
} from './refusals.ts';
import { narrowFailures, sendQueue } from './table.ts';

/** Some defects show only in the first response after a pause, so there is one before the last look. */
const QUIET_MS = 400;

/** What a run knows from runs before it. */
interface Known {
  readonly earlier: readonly EarlierPet[];
  readonly again: readonly Again[];
}

/** Sends everything that a run sends, in stages. */
export async function drive(session: Session, scope: Scope, known: Known) {
  const run = new Drive(session, scope, known.earlier);
  const untested = await preflight(run);
  if (untested !== undefined) return { untested, missingIds: run.missingIds };
  const open = await sendAgain(known.again, run);
  if (known.again.length > 0) run.serveOnly(open.flatMap(({ requirements }) => requirements));
  if (known.again.length > 0 && open.length === 0) return { missingIds: run.missingIds };
  await (session.settings.readOnly ? readOnlyStages(run) : stages(run));
  await sendAgain(open, run);
  return { missingIds: run.missingIds };
}

async function stages(run: Drive): Promise<void> {
  const creations = new Creations(run);
  const isObserving = run.serves('observed.');
  await creations.begin();
  await Promise.all([creations.first(earlyRefusals(run)), isObserving ? createOpenly(run) : undefined]);
  await readShortPages(run);
  // A fetch may change what a faulty service lists, so the short pages are read before it.
  if (run.serves('create.client-id')) await claimNextId(run, () => creations.one());
  await Promise.all([claimId(run), fetchPets(run), creations.crowd()]);
  await sendTheRest(run, creations);
  run.session.pause();
  await run.settle(run.population.lastCreationAt, QUIET_MS);
  if (run.serves(...NEED_PETS, 'create.no-effect', 'auth.no-effect', 'auth.accepted', 'deprecation.'))
    await lookAgain(run);
  await confirmMissing(run);
  if (await creations.last()) await lookForLate(run);
  if (isObserving) await tryToChange(run);
  await explain(run);
}

/** Sends what failed in an earlier run. Resolves with what needs more than that, such as other pets, to show anything. */
async function sendAgain(requests: readonly Again[], run: Drive): Promise<readonly Again[]> {
  const { readOnly } = run.settings;
  const open: Again[] = [];
  for (const again of requests) {
    const { request, cause, requirements, isIntermittent } = again;
    const writes = [request, cause?.request].some((one) => one && one.method !== 'GET');
    const answer = readOnly && writes ? undefined : await sendOnce(again, run);
    const world = worldIn(run.session.record, run.scope);
    const decided: readonly string[] = answer ? decidedBy(answer, world) : [];
    const violated: readonly string[] = answer ? violatedBy(answer, world) : [];
    const isShown = (id: string) => (isIntermittent ? violated : decided).includes(id);
    if (!requirements.every(isShown)) open.push(again);
  }
  return open;
}

/** After its cause. What that created has another id now. */
async function sendOnce(again: Again, run: Drive): Promise<Exchange | undefined> {
  const { request, cause } = again;
  if (!cause) return run.sendAgain(again, REPLAY);
  const before = await run.sendAgain({ ...again, request: cause.request }, REPLAY);
  if (cause.id === undefined || !before) return run.sendAgain(again, REPLAY);
  await run.settle(run.session.elapsed());
  const [id = cause.id] = read(before, run.scope).ids;
  const path = request.path.replace(`/pets/${cause.id}`, `/pets/${id}`);
  return run.sendAgain({ ...again, request: { ...request, path } }, REPLAY);
}

/** Requirements about creations that are to be refused. */
const BROKEN = catalogue
  .map(({ id }) => id)
  .filter((id) => id.startsWith('create.') && !NEED_PETS.some((prefix) => id.startsWith(prefix)));

/** What is left until the last look. What creates nothing has time until reads have caught up. */
async function sendTheRest(run: Drive, creations?: Creations): Promise<void> {
  const { readOnly } = run.settings;
  const isBreaking = !readOnly && run.serves(...BROKEN);
  const operations = OPERATIONS.filter((operation) => {
    if (operation === 'getPet') return run.getsPets;
    return operation !== 'createPet' || !readOnly;
  });
  const refused = new Map(
    operations.flatMap((operation) => {
      const queue = run.serves('auth.') ? badCredentials(operation, run) : undefined;
      return queue ? [[operation, queue] as const] : [];
    }),
  );
  const unknownIds = run.serves('get.', 'deprecation.') ? otherIds(run) : undefined;
  const badParameters = run.serves('list.') ? otherStatuses(run) : undefined;
  const broken = isBreaking ? brokenBodies(run) : undefined;
  const create = creations && ((options: Pick<Options, 'lane'>) => creations.one(options));
  const neighbours = neighboursOf({ refused, unknownIds, badParameters, brokenBodies: broken, create }, run);
  const hasHistories = !readOnly && run.serves('history.', 'list.', 'get.', 'create.id.');
  await Promise.all([
    neighbours.sendCreations(),
    hasHistories ? sendHistories(run) : undefined,
    run.serves('list.') ? creations?.listBeside() : undefined,
  ]);
  await Promise.all([
    // The last ones: from now on, reads have time to catch up.
    creations?.rest(),
    neighbours.sendOthers(),
    badParameters && sendQueue(run, badParameters),
    unknownIds && sendIds(unknownIds, run),
    run.serves('observed.') ? sendObservations(run) : undefined,
    fetchEarlierPets(run),
  ]);
  // Apart from requests with the right key, which a service may refuse after many wrong ones.
  if (run.serves('auth.'))
    await Promise.all([
      ...[...refused].map(([operation, queue]) => sendBadCredentials(operation, queue, run)),
      sendRandomTokens(run),
      sendMistakesWithoutKey(run),
    ]);
  if (!broken) return;
  // Late: what a lenient parser stores can break every list after it.
  await sendBrokenBodies(broken, run);
  if (run.settings.thorough) await sendTokenChanges(run);
}

/** Pets of others may change at any time, so they count only if they were seen long before and after. */
async function readOnlyStages(run: Drive): Promise<void> {
  const start = run.session.elapsed();
  await sendTheRest(run);
  await run.settle(start);
  await readExistingPets(run);
  await run.settle(run.session.elapsed(), QUIET_MS);
  await lookAgain(run);
  await explain(run);
}

/** Finds what a failure really depends on, and whether it comes back. */
async function explain(run: Drive): Promise<void> {
  if (run.violations().size === 0) return;
  await narrowFailures(run);
  for (const shrink of run.shrinks) await shrink();
  await confirmFailures(run);
  await repeatUntilRight(run);
}
