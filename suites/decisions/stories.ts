import { memoize } from '../../harness/basics/memoize.ts';
import { SUCCESS } from '../reading/document.ts';
import { errorProblem, isOfGateway, type Reading } from '../reading/reading.ts';
import { headerOf } from '../reading/request.ts';
import { REQUIREMENTS, type RequirementId, requirementOf } from '../requirements/index.ts';
import type { World } from '../world/world.ts';
import type { Violation } from './findings.ts';
import type { Group } from './groups.ts';

/*
 * What belongs together is reported once: violations that share an exchange, a pet, a culprit value or a credential are
 * one story. The headline is the requirement that says most, and the others are below it. A story orders what people
 * read. It changes no outcome, no exit code and nothing that the gate does.
 *
 * Groups are taken in the order of `rankOf`. Each joins the first story that it shares data with, or begins a new one.
 */

export interface Story {
  readonly headline: Group;
  readonly others: readonly Group[];
}

/** The headline is the first of these that a story has. What is not listed comes last. */
const HEADLINES: readonly RegExp[] = [
  /^auth\.accepted$/,
  /^auth\.missing\./,
  /^auth\.(invalid-key|wrong-scheme)\./,
  /^auth\.(malformed|header-only)$/,
  /^auth\.no-effect$/,
  /^create\.no-effect$/,
  /^deprecation\.still-served$/,
  /^list\.ok$/,
  /^create\.(id\.unique|client-id)$/,
  /^body\.pet-shape$/,
  /^create\.id\.int64$/,
  /^create\.minimal$/,
  /^errors\.documented-status$/,
  /^create\.(int64|with-status|echo|whitespace)$/,
  /^create\.(missing-field|wrong-type|out-of-range|bad-status|bad-body)$/,
  /^create\.(null-status|lenient-body|invalid)$/,
  /^auth\.first$/,
  /^list\.status\.only$/,
  /^list\.unique$/,
  /^list\.status\.complete$/,
  /^list\.complete$/,
  /^list\.limit\./,
  /^list\.status\.(with-limit|unknown)$/,
  /^get\./,
  /^deprecation\.replacement$/,
  /^history\.agrees$/,
  /^errors\.no-5xx$/,
  /^errors\.shape\./,
  /^body\.json$/,
  /^body\.content-type$/,
];

const rankById = new Map(
  REQUIREMENTS.map(({ id }) => {
    const rank = HEADLINES.findIndex((pattern) => pattern.test(id));
    return [id, rank < 0 ? HEADLINES.length : rank] as const;
  }),
);

/** About the form of any answer: it belongs to a story only if it shows nowhere else. */
const isOfForm = ({ id }: Group) => requirementOf(id).isOfForm === true;

export function storiesOf(groups: readonly Group[], world: World): readonly Story[] {
  const isCap = capsIn(groups);
  const rank = (group: Group) => {
    if (isCap(group)) return SIZE_FIRST;
    // A number that is rounded to one that is not an int64 is a large number first.
    if (group.id === 'body.pet-shape' && isOfCategory(group)) return (rankById.get('create.int64') ?? 0) + 0.5;
    // What something in front of the service answers says nothing about the request but that it got no answer.
    if (group.id === 'errors.no-5xx' && isOfGateway(factsOf(group).first)) return -1;
    // Lists and fetches are refused for a parameter, which says more; creations may get an odd status whatever they are.
    const isOfValue = factsOf(group).first.asked.operation !== 'createPet' || group.culprits.length > 0;
    const isOddRefusal = group.id === 'errors.documented-status' && isOfValue;
    return isOddRefusal ? HEADLINES.length : (rankById.get(group.id) ?? HEADLINES.length);
  };
  // Of several combinations the smallest says most, and of several fields the large number, if it fails each time.
  const size = ({ culprits, id, isIntermittent }: Group) =>
    culprits.length - (id === 'create.int64' ? (isIntermittent ? -0.5 : 0.5) : 0);
  const members: Group[][] = [];
  for (const group of groups.toSorted((one, other) => rank(one) - rank(other) || size(one) - size(other))) {
    const story = members.find((own) => own.some((member) => areOne(member, group)));
    if (story) story.push(group);
    else members.push([group]);
  }
  return members.map((own) => withHeadline(own, world));
}

const isOfCategory = ({ culprits }: Group) =>
  culprits.length > 0 && culprits.every((value) => tableOf(value) === 'category');

const SIZE_FIRST = HEADLINES.findIndex((pattern) => pattern.test('list.status.complete')) - 0.5;

/**
 * Pages that are too short because of their limit: whatever lists lack is missing from these very pages, or from others
 * that end at the same length. Where other pages lack pets as well, the lists have lost them.
 */
function capsIn(groups: readonly Group[]): (group: Group) => boolean {
  const isShort = ({ lacks }: Violation) => lacks !== undefined;
  const sizes = groups.flatMap(({ violations }) => violations).filter(isShort);
  const exchanges = new Set(sizes.map(({ reading }) => reading.number));
  const lengths = new Set(sizes.map(({ reading }) => reading.ids.length));
  const losses = groups
    .filter(({ id }) => /^list\.(status\.)?complete$/.test(id))
    .flatMap(({ violations }) => violations);
  const isOfCap = ({ reading, changed }: Violation) =>
    changed !== undefined ||
    exchanges.has(reading.number) ||
    (lengths.size === 1 && reading.ids.length > 0 && lengths.has(reading.ids.length));
  const areCaps = losses.every(isOfCap);
  return ({ violations }) => areCaps && violations.some(isShort);
}

/** A requirement about random or concurrent requests says most where nothing else shows what is wrong. */
function withHeadline(own: readonly Group[], world: World): Story {
  const [first, ...rest] = own as [Group, ...Group[]];
  const violations = own.filter((group) => !isOfForm(group)).flatMap((group) => group.violations);
  const property = rest.find(
    ({ id }) => violations.length > 0 && violations.every((violation) => isOfProperty(id, violation, world)),
  );
  const vanished = rest.find(({ id }) => id === 'deprecation.replacement');
  const headline = property ?? (vanished && haveVanished(vanished, world) ? vanished : first);
  return { headline, others: own.filter((group) => group !== headline) };
}

/** Whether only the requests of this property, or the pets that they created, show the violation. */
function isOfProperty(id: RequirementId, { petId, reading }: Violation, world: World): boolean {
  const isOwn = (other: Reading) => other.property === id;
  if (id === 'history.agrees' && petId !== undefined) return world.creations.get(petId)?.some(isOwn) === true;
  return world.sameRequest(reading).some(isOwn);
}

/** Pets that the filter shows until they are fetched: the replacement of getPet lacks them. */
function haveVanished({ violations }: Group, { shown, fetches }: World): boolean {
  const isSince = ({ petId = '', reading }: Violation) => {
    const fetched = (fetches.get(petId) ?? []).filter(({ isSuccess }) => isSuccess).map(({ answeredAt }) => answeredAt);
    const fetchedAt = Math.min(...fetched);
    const views = (shown.get(petId) ?? []).filter(({ asked }) => asked.page?.filter);
    return fetchedAt < reading.sentAt && views.length > 0 && views.every(({ sentAt }) => sentAt <= fetchedAt);
  };
  return violations.every(isSince);
}

/** What a group can share with another one. */
const factsOf = memoize(({ violations, culprits }: Group) => {
  const readings = [...new Set(violations.map(({ reading }) => reading))];
  return {
    exchanges: new Set(readings.map(({ number }) => number)),
    pets: new Set(violations.flatMap(petsOf)),
    /** Pets with what is wrong with them, so that two defects of one pet are two stories. */
    flaws: new Set(violations.flatMap((one) => petsOf(one).map((id) => `${id} ${one.changed ?? 'absent'}`))),
    credentials: new Set(culprits.filter((value) => value.startsWith('credential/'))),
    first: readings[0] as Reading,
  };
});

/** Every pet that a violation is about. */
function petsOf({ petId, lacks = [], mixedWith = [], reading, id }: Violation): readonly string[] {
  const { asked, ids } = reading;
  const own = asked.operation === 'createPet' && id.startsWith('create.id') ? ids : [];
  return [petId, ...lacks, ...mixedWith, ...own].filter((one) => one !== undefined);
}

/** Whether two groups are of one story, the first of which comes first. */
function areOne(one: Group, other: Group): boolean {
  if (haveOneForm(one, other)) return true;
  if (one.id === other.id) return failAlike(one, other) || shareCrash(one, other);
  if (isOfErrorShape(one) && isOfErrorShape(other)) return false;
  if (one.id === 'body.pet-shape' && isOfSuccessCode(other)) return false;
  if (isOfForm(other) && !isOfForm(one)) return isWithin(factsOf(other).exchanges, factsOf(one).exchanges);
  return (
    shareExchange(one, other) ||
    shareFlaw(one, other) ||
    shareCulprit(one, other) ||
    shareAccess(one, other) ||
    shareSilence(one, other) ||
    shareRefusal(one, other)
  );
}

const answersAlike = (one: Group, other: Group) =>
  factsOf(one).first.status === factsOf(other).first.status &&
  one.violations[0]?.changed === other.violations[0]?.changed;

/** One value, or one combination, gets the same answer whatever the request is about. */
function shareCulprit(one: Group, other: Group): boolean {
  if (one.culprits.length === 0 || other.culprits.length === 0 || !answersAlike(one, other)) return false;
  const areWithin = (some: Group, all: Group) => some.culprits.every((value) => all.culprits.includes(value));
  return areWithin(one, other) || areWithin(other, one);
}

/** Where refusals get no answer at all, what writes them never ends. */
function shareSilence(one: Group, other: Group): boolean {
  const isSilent = (group: Group) =>
    requirementOf(group.id).refuses !== undefined && factsOf(group).first.failure?.kind === 'timeout';
  return isSilent(one) && isSilent(other);
}

const BASES = new Set<RequirementId>(REQUIREMENTS.filter(({ isBasis }) => isBasis).map(({ id }) => id));
const ECHOES: readonly RequirementId[] = ['create.minimal', 'create.with-status', 'create.echo', 'create.int64'];
const isOfBrokenBody = ({ id }: Group) => requirementOf(id).refuses?.status === 400;
const isAdvice = ({ id }: Group) => requirementOf(id).level === 'SHOULD';

/** One field comes back changed in the same way; or invalid bodies are refused, or taken, in one wrong way. */
function shareRefusal(one: Group, other: Group): boolean {
  if (!answersAlike(one, other)) return false;
  // An operation that does not work gives every request the same answer.
  if (BASES.has(one.id) && one.culprits.length === 0 && !one.isIntermittent)
    return factsOf(one).first.asked.operation === factsOf(other).first.asked.operation;
  const areEmpty = [one, other].every(
    (group) => factsOf(group).first.isSuccess && factsOf(group).first.json === undefined,
  );
  if (ECHOES.includes(one.id) && ECHOES.includes(other.id)) return areEmpty || haveOneTable(one, other);
  const areBroken = isOfBrokenBody(one) && isOfBrokenBody(other);
  return areBroken && (factsOf(one).first.status >= 400 || isAdvice(other));
}

/** Whatever its body is: a wrong pet in it is another defect. */
function isOfSuccessCode({ violations: [first] }: Group): boolean {
  const { asked, status } = first?.reading ?? {};
  const isOther = asked?.operation !== undefined && status !== undefined && status !== SUCCESS[asked.operation];
  return isOther && status >= 200 && status < 300 && first?.changed === undefined;
}

const isOfErrorShape = ({ id }: Group) => id.startsWith('errors.shape.');

/** The header that a requirement is about. */
const HEADERS: Partial<Readonly<Record<RequirementId, string>>> = {
  'auth.challenge': 'www-authenticate',
  'body.content-type': 'content-type',
  'deprecation.date': 'sunset',
  'deprecation.announced': 'deprecation',
  'deprecation.only-there': 'deprecation',
};

/** What is wrong with the form of an answer, as where one handler writes them all: the same for any request. */
const formOf = memoize((group: Group): { readonly text?: string } => {
  const { headers, json } = factsOf(group).first;
  const header = HEADERS[group.id];
  if (header) return { text: `${group.id} ${headerOf(headers, header)}` };
  return isOfErrorShape(group) && json !== undefined ? { text: `errors.shape ${errorProblem(json)}` } : {};
});

function haveOneForm(one: Group, other: Group): boolean {
  return formOf(one).text !== undefined && formOf(one).text === formOf(other).text;
}

/** The service stopped once, whichever request is the reason. */
function shareCrash(one: Group, other: Group): boolean {
  const underWay = (group: Group) => group.violations.flatMap((violation) => violation.underWay ?? []);
  const own = new Set(underWay(one));
  return underWay(other).some((number) => own.has(number));
}

/** Violations of one requirement with the same answer are one story, unless they come from different tables of values. */
function failAlike(one: Group, other: Group): boolean {
  return answersAlike(one, other) && haveOneTable(one, other);
}

function haveOneTable(one: Group, other: Group): boolean {
  const tables = ({ culprits }: Group) => new Set(culprits.map(tableOf));
  const [own, others] = [tables(one), tables(other)];
  return own.size === 0 || others.size === 0 || [...own].some((table) => others.has(table));
}

/** Bodies are broken field by field, and each field is checked on its own. */
function tableOf(value: string): string {
  const [table = '', id = ''] = value.split('/');
  return table === 'body' ? `${table}/${/^(name|category|status)-/.exec(id)?.[1] ?? ''}` : table;
}

function shareExchange(one: Group, other: Group): boolean {
  const [own, others] = [factsOf(one).exchanges, factsOf(other).exchanges];
  return [...others].some((number) => own.has(number));
}

function isWithin(some: ReadonlySet<number>, all: ReadonlySet<number>): boolean {
  return [...some].every((number) => all.has(number));
}

function shareFlaw(one: Group, other: Group): boolean {
  // Whoever gets the id of another pet is shown in its place.
  if (one.id === 'create.id.unique' || one.id === 'create.client-id')
    return [...factsOf(other).pets].some((id) => factsOf(one).pets.has(id));
  return [...factsOf(other).flaws].some((flaw) => factsOf(one).flaws.has(flaw));
}

/** Who gets in without a credential gets in with any; and one credential is accepted, or refused wrongly, everywhere. */
function shareAccess(one: Group, other: Group): boolean {
  if (!one.id.startsWith('auth.') || !other.id.startsWith('auth.')) return false;
  const [first, second] = [factsOf(one).first, factsOf(other).first];
  if (other.id === 'auth.first') return one.id === `auth.missing.${second.asked.operation}`;
  if (isLetIn(first) !== isLetIn(second)) return false;
  // A wrong status for one bad credential is, most often, that for all of them.
  if (isOfBadCredential(one) && isOfBadCredential(other) && !isLetIn(first) && first.status > 0)
    return first.status === second.status;
  const isOpen = one.id.startsWith('auth.missing.') && first.asked.operation === second.asked.operation;
  if (isOpen && isLetIn(first)) return true;
  const isSameWay =
    requirementKind(one.id) === requirementKind(other.id) && (isLetIn(first) || first.status === second.status);
  const shared = [...factsOf(other).credentials].some((value) => factsOf(one).credentials.has(value));
  return isSameWay && (shared || requirementKind(one.id) === 'missing');
}

const isOfBadCredential = ({ id }: Group) =>
  ['missing', 'invalid-key', 'wrong-scheme', 'malformed', 'header-only'].includes(requirementKind(id));
const isLetIn = ({ status }: Reading) => status >= 200 && status < 300;
/** auth.missing.listPets -> missing */
const requirementKind = (id: RequirementId) => id.split('.')[1] ?? '';
