import { diagnoseUnanswered, type Failure } from '../../harness/http/failure.ts';
import { type Exchange, isThrottled } from '../../harness/record/exchange.ts';
import { LIMIT } from '../specification/document.ts';
import { isOfGateway, petOf, read } from '../specification/reading.ts';
import { headerOf } from '../specification/request.ts';
import type { Drive } from './drive.ts';
import { fetchNext, listLargestPages } from './reads.ts';

const OPTIONS = { probe: 'preflight', isUrgent: true } as const;

/** One request of each kind, before everything else relies on them. Resolves with the reason if nothing can be tested. */
export async function preflight(drive: Drive): Promise<string | undefined> {
  const { client, population } = drive;
  const { baseUrl, readOnly } = drive.settings;
  const list = await client.list('', OPTIONS);
  if (!list) return undefined;
  const failure = list.failure ?? (list.unreadable?.kind === 'oversized' ? list.unreadable : undefined);
  if (failure) return diagnoseUnanswered(failure as Failure, baseUrl);
  if (isThrottled(list)) return `${baseUrl} cannot be tested now: it keeps answering ${list.status}. Try again later.`;
  const creation = readOnly ? undefined : await client.create(population.plainBody(), OPTIONS);
  // On an empty target, a filter that matches nothing shows only now what it does with other pets.
  let pages = await listLargestPages(drive, OPTIONS);
  if (pages.some((page) => page && page.status !== 200 && page.status !== 0)) {
    // A service may refuse its largest page, and that must not hide all others.
    drive.page = LIMIT.maximum - 1;
    pages = await listLargestPages(drive, OPTIONS);
  }
  for (const page of [list, ...pages]) population.noteFound(page);
  population.chooseStatuses();
  await findKnownPets(drive);
  const created = population.noteCreation(creation);
  const listed = read(list, drive.scope).pets?.map(petOf)[0];
  const id = created?.id ?? drive.fetchable ?? listed?.id ?? 1;
  const [[fetch]] = await Promise.all([drive.fetch([id], OPTIONS), fetchNext(drive, { ...OPTIONS, probe: 'ids' })]);
  if (fetch?.status === 200) drive.fetchable ??= BigInt(id);
  const answers = [list, creation, fetch].filter((answer) => answer !== undefined).filter(({ status }) => status > 0);
  return diagnose(answers, drive);
}

async function findKnownPets(drive: Drive): Promise<void> {
  await Promise.all(
    drive.settings.knownIds.map(async (id) => {
      const [answer] = await drive.fetch([id], OPTIONS);
      const isListed = drive.population.found.some((pet) => String(pet.id) === id);
      if (answer?.status === 200) {
        drive.fetchable ??= BigInt(id);
        drive.population.noteFound(answer);
      }
      if (answer?.status !== 200 && !isListed) drive.missingIds.push(id);
    }),
  );
}

/** One sentence for a target that answers, but not as a Pet Store; undefined if it can be tested. */
async function diagnose(answers: readonly Exchange[], drive: Drive): Promise<string | undefined> {
  const { baseUrl } = drive.settings;
  const [list] = answers;
  if (!list) return undefined;
  const readings = answers.map((answer) => read(answer, drive.scope));
  const all = (test: (status: number) => boolean) => answers.every(({ status }) => test(status));
  if (all((status) => status === 401 || status === 403)) {
    return `${baseUrl} refuses the API key on every operation (${list.status}). Check the key.`;
  }
  const elsewhere = all((status) => status >= 300 && status < 400) && headerOf(list.headers, 'location');
  if (elsewhere) {
    const there = elsewhere.replace(/\/pets\b.*$/, '');
    return `${baseUrl} redirects to ${there}, and redirects are not followed. If that is the service, give it as base URL.`;
  }
  if (readings.every(isOfGateway)) {
    return `${baseUrl} answers ${list.status} to everything: the gateway is there, the service behind it is not.`;
  }
  const { pathname } = new URL(baseUrl);
  if (pathname.endsWith('/pets') && all((status) => status >= 400)) {
    return `${baseUrl} ends in /pets, which the suite adds itself: give ${baseUrl.slice(0, -'/pets'.length)} as base URL.`;
  }
  const isAbsent = all((status) => [404, 405, 501].includes(status));
  const isForeign = readings.every(({ json }) => json === undefined);
  if (!isAbsent && !isForeign) return undefined;
  const found = isAbsent ? `has no /pets (${list.status})` : `answers GET /pets with ${kindOfBody(list, drive)}`;
  return `${baseUrl} ${found}: this is not the Pet Store interface. ${await advice(drive)}`;
}

function kindOfBody(list: Exchange, { scope }: Drive): string {
  const type = headerOf(list.headers, 'content-type');
  const { text } = read(list, scope);
  if (/html/i.test(type ?? '') || /^\s*</.test(text)) return 'a web page';
  return text === '' ? `status ${list.status} and no body` : `${type ?? 'something'} that is not JSON`;
}

async function advice(drive: Drive): Promise<string> {
  const { baseUrl } = drive.settings;
  if (new URL(baseUrl).pathname.endsWith('/v1')) return 'Check the base URL.';
  const there = await drive.client.send('GET', '/v1/pets?limit=1', undefined, OPTIONS);
  const isThere = there?.status === 200 && read(there, drive.scope).json !== undefined;
  return isThere
    ? `The base URL lacks its version path: use ${baseUrl}/v1.`
    : 'Check the base URL: its path should end in /v1.';
}
