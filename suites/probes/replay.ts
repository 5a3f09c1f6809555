import type { Again } from '../../harness/engine/run-facts.ts';
import type { Exchange } from '../../harness/model/exchange.ts';
import { saidBy, violationsOf } from '../decisions/findings.ts';
import { REPLAY } from '../decisions/sent-again.ts';
import { read } from '../reading/reading.ts';
import type { Drive } from './drive.ts';

/** Sends what failed in an earlier run. Resolves with what needs more than that, such as other pets, to show anything. */
export async function replay(requests: readonly Again[], drive: Drive): Promise<readonly Again[]> {
  const { readOnly } = drive.settings;
  const open: Again[] = [];
  for (const earlier of requests) {
    const { request, cause, requirements, isIntermittent } = earlier;
    const writes = [request, cause?.request].some((one) => one && one.method !== 'GET');
    const answer = readOnly && writes ? undefined : await sendWithCause(earlier, drive);
    const world = drive.look();
    const decided: readonly string[] = answer ? saidBy(answer, world) : [];
    const violated: readonly string[] = answer ? violationsOf(answer, world).map(({ id }) => id) : [];
    const isShown = (id: string) => (isIntermittent ? violated : decided).includes(id);
    if (!requirements.every(isShown)) open.push(earlier);
  }
  return open;
}

/** After its cause. What that created has another id now. */
async function sendWithCause(earlier: Again, drive: Drive): Promise<Exchange | undefined> {
  const { request, cause } = earlier;
  if (!cause) return drive.repeat(earlier, REPLAY);
  const before = await drive.repeat({ ...earlier, request: cause.request }, REPLAY);
  if (cause.id === undefined || !before) return drive.repeat(earlier, REPLAY);
  await drive.settle(drive.session.elapsed());
  const [id = cause.id] = read(before, drive.scope).ids;
  const path = request.path.replace(`/pets/${cause.id}`, `/pets/${id}`);
  return drive.repeat({ ...earlier, request: { ...request, path } }, REPLAY);
}
