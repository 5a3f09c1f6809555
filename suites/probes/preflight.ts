import { type Exchange, isThrottled } from '../../harness/model/exchange.ts';
import { diagnoseUnanswered, type SendFailure } from '../../harness/model/failure.ts';
import type { Credential } from '../inputs/credentials.ts';
import { LIMIT } from '../reading/document.ts';
import { isOfGateway, type Reading, read } from '../reading/reading.ts';
import { headerOf } from '../reading/request.ts';
import type { Drive } from './drive.ts';
import { fetchable, ownPets, shownPets } from './known.ts';
import { fetchNext, listLargestPages } from './reads.ts';

const OPTIONS = { probe: 'preflight', isUrgent: true } as const;

/** One request of each kind, before everything else relies on them. Resolves with the reason if nothing can be tested. */
export async function preflight(drive: Drive): Promise<string | undefined> {
  const { newPets, settings } = drive;
  const { baseUrl, readOnly, knownIds } = settings;
  // The defect may be in one list alone, and disturb all that follows for a while. Controls are plain lists.
  const limited = await drive.list(`limit=${LIMIT.default}`, OPTIONS);
  const isThere = (limited && isUsable(limited)) || drive.session.record.some(({ status }) => status === 200);
  const plain = isThere ? await drive.list('', OPTIONS) : undefined;
  const list = plain && isUsable(plain) ? plain : limited;
  if (!list) return undefined;
  const failure = failureOf(list);
  if (failure) return diagnoseUnanswered(failure, baseUrl);
  if (isThrottled(list)) return `${baseUrl} cannot be tested now: it keeps answering ${list.status}. Try again later.`;
  const creation = readOnly ? undefined : await drive.create(newPets.plainBody(), OPTIONS);
  // On an empty target, a filter that matches nothing shows only now what it does with other pets.
  const pages = await listLargestPages(drive, OPTIONS);
  const isRefused = (page: Exchange | undefined) => page && page.status !== 200 && page.status !== 0;
  if (pages.some(isRefused)) {
    drive.page = LIMIT.maximum - 1;
    const shorter = await listLargestPages(drive, OPTIONS);
    // A filter that is refused with any limit, or that finds nothing, says nothing about the largest one.
    const isHelped = pages.some((page, at) => isRefused(page) && !isRefused(shorter[at]));
    if (!isHelped) drive.page = LIMIT.maximum;
  }
  await drive.fetch(knownIds, OPTIONS);
  drive.chooseStatuses();
  const { world } = drive;
  const [created] = ownPets(world);
  const [listed] = shownPets(world);
  const id = created?.id ?? fetchable(world).id ?? listed?.id ?? 1;
  const [[fetch]] = await Promise.all([drive.fetch([id], OPTIONS), fetchNext(drive, { ...OPTIONS, probe: 'ids' })]);
  const answers = [list, creation, fetch].filter((answer) => answer !== undefined).filter(({ status }) => status > 0);
  return diagnose(answers, drive);
}

function isUsable(list: Exchange): boolean {
  return failureOf(list) === undefined && !isThrottled(list);
}

function failureOf({ failure, unreadable }: Exchange): SendFailure | undefined {
  return failure ?? (unreadable?.kind === 'oversized' ? unreadable : undefined);
}

/** One sentence for a target that answers, but not as a Pet Store; undefined if it can be tested. */
async function diagnose(answers: readonly Exchange[], drive: Drive): Promise<string | undefined> {
  const { baseUrl } = drive.settings;
  const [list] = answers;
  if (!list) return undefined;
  const readings = answers.map((answer) => read(answer, drive.scope));
  const all = (test: (status: number) => boolean) => answers.every(({ status }) => test(status));
  if (all((status) => status === 401 || status === 403)) {
    const refusal = `${baseUrl} refuses the API key on every operation (${list.status})`;
    const accepted = await acceptedSpelling(drive);
    if (accepted === undefined) return `${refusal}. Check the key.`;
    return `${refusal}, but accepts it behind "${accepted}": compare the scheme without regard to case, so that "Bearer" is accepted too.`;
  }
  const elsewhere = all((status) => status >= 300 && status < 400) && headerOf(list.headers, 'location');
  if (elsewhere) {
    const there = elsewhere.replace(/\/pets\b.*$/, '');
    return `${baseUrl} redirects to ${there}, and redirects are not followed. If that is the service, give it as base URL.`;
  }
  if (readings.every(isOfGateway)) {
    return `${baseUrl} answers ${list.status} to everything: the gateway is there, the service behind it is not.`;
  }
  if (readings.every(asksForCertificate)) {
    return `${baseUrl} asks for a client certificate (${list.status}): give one with --client-cert FILE and --client-key FILE.`;
  }
  const { pathname } = new URL(baseUrl);
  if (pathname.endsWith('/pets') && all((status) => status >= 400)) {
    return `${baseUrl} ends in /pets, which the suite adds itself: give ${baseUrl.slice(0, -'/pets'.length)} as base URL.`;
  }
  const isAbsent = all((status) => [404, 405, 501].includes(status));
  // What cannot be read may be a pet.
  const isForeign = readings.every(({ json, unreadable }) => json === undefined && !unreadable);
  if (!isAbsent && !isForeign) return undefined;
  const found = isAbsent ? `has no /pets (${list.status})` : `answers GET /pets with ${kindOfBody(list, drive)}`;
  return `${baseUrl} ${found}: this is not the Pet Store interface. ${await advice(drive)}`;
}

/** nginx and others say it in the page of a 400, after the connection was made without one. */
function asksForCertificate({ status, json, text }: Reading): boolean {
  return status === 400 && json === undefined && /(?:SSL|TLS|client) certificate/i.test(text);
}

/** The name of a scheme has no case (RFC 9110, 11.1), yet some services compare it letter by letter. */
async function acceptedSpelling(drive: Drive): Promise<string | undefined> {
  for (const scheme of ['bearer', 'BEARER']) {
    const credential: Credential = { headers: [['Authorization', `${scheme} ${drive.settings.apiKey}`]] };
    const answer = await drive.list('', { ...OPTIONS, credential });
    if (answer?.status === 200) return scheme;
  }
  return undefined;
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
  const there = await drive.send('GET', '/v1/pets?limit=1', undefined, OPTIONS);
  const isThere = there?.status === 200 && read(there, drive.scope).json !== undefined;
  return isThere
    ? `The base URL lacks its version path: use ${baseUrl}/v1.`
    : 'Check the base URL: its path should end in /v1.';
}
