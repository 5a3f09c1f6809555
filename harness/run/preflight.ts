import type { Api } from '../http/api.ts';
import { diagnoseUnanswered } from '../http/failure.ts';
import type { Reply } from '../http/reply.ts';
import { attempt, Inconclusive, Unanswered } from '../verdict/verdicts.ts';
import { diagnose, gatewayAlone } from './diagnosis.ts';
import { createdPet, fetchedPet, listedPets, STATUSES } from './pet.ts';
import { PAGE, type Population } from './population.ts';

type Attempt = Reply | Unanswered | Inconclusive;

/** One request of each kind, before all checks rely on them. */
export interface Preflight {
  /** The list without any parameter. */
  readonly list: Reply;
  /** The largest pages, of all pets and of each status. */
  readonly pages: readonly Attempt[];
  /** The largest limit that the service accepts: refusing 100 is reported once, by list.limit.maximum. */
  readonly page: number;
  /** Absent in a read-only run. */
  readonly creation?: Attempt;
  readonly fetch: Attempt;
}

export interface Untested {
  readonly diagnosis: string;
  /** The user's settings are the cause, and not the target. */
  readonly isUsage?: true;
}

interface PreflightOptions {
  readonly api: Api;
  readonly population: Population;
  readonly baseUrl: string;
  readonly readOnly: boolean;
  /** As decimal text. */
  readonly knownIds: readonly string[];
}

export async function preflight(options: PreflightOptions): Promise<Preflight | Untested> {
  const { api, population, baseUrl, readOnly, knownIds } = options;
  const list = await attempt(api.listPets());
  if (list instanceof Unanswered) return { diagnosis: diagnoseUnanswered(list.failure, baseUrl) };
  if (list instanceof Inconclusive) {
    return list.reason.kind === 'gateway-down'
      ? { diagnosis: gatewayAlone(baseUrl, list.reason.status) }
      : { diagnosis: `${baseUrl} cannot be tested now: ${list.message} Try again later.` };
  }
  if (list.unreadable) return { diagnosis: diagnoseUnanswered(list.unreadable, baseUrl) };
  const { page, pages } = await largestPages(api);
  for (const found of [list, ...pages]) if (!(found instanceof Error)) population.noteFound(found);

  await lookUp(knownIds, options);
  const creation = readOnly ? undefined : await attempt(api.createPet(population.newPet('minimal')));
  if (creation instanceof Inconclusive && creation.reason.kind === 'ledger-unwritable') {
    return { diagnosis: `${creation.message} Choose another file for --ledger.`, isUsage: true };
  }
  const created = creation && !(creation instanceof Error) ? createdPet(creation) : undefined;
  const fetched = created ?? population.fetchable ?? listedPets(list)[0];
  const fetch = await attempt(api.getPet(fetched?.id ?? 1));
  if (fetched && !(fetch instanceof Error) && fetch.status === 200) population.noteFetchable(fetched);

  const replies = [creation, fetch].filter((reply): reply is Reply => !!reply && !(reply instanceof Error));
  const diagnosis = await diagnose([list, ...replies], api, baseUrl);
  if (diagnosis) return { diagnosis };
  return { list, pages, page, fetch, ...(creation && { creation }) };
}

async function lookUp(ids: readonly string[], { api, population }: PreflightOptions): Promise<void> {
  const replies = await Promise.all(ids.map((id) => attempt(api.getPet(id))));
  for (const [index, id] of ids.entries()) {
    const reply = replies[index];
    if (!reply || reply instanceof Error) continue;
    const pet = fetchedPet(reply);
    if (pet && String(pet.id) === id) population.noteNamed(pet);
    else if (reply.status === 404) population.noteMissing(id);
  }
}

/** All pets and those of each status, in pages of 100, or of 99 if 100 is refused. */
async function largestPages(api: Api): Promise<Pick<Preflight, 'page' | 'pages'>> {
  const queries = [{}, ...STATUSES.map((status) => ({ status }))];
  const ask = (limit: number) => Promise.all(queries.map((query) => attempt(api.listPets({ ...query, limit }))));
  const pages = await ask(PAGE);
  const accepted = pages.every((page) => page instanceof Error || page.status === 200);
  return accepted ? { page: PAGE, pages } : { page: PAGE - 1, pages: await ask(PAGE - 1) };
}
