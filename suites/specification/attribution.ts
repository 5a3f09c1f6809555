import { catalogue, type RequirementId } from '../catalogue.ts';
import { LIMIT, OPERATIONS, type Operation } from './document.ts';
import type { Finding } from './finding.ts';
import { noEffectRequirement } from './pet-rules.ts';
import { jsonOf } from './request.ts';
import { isNoEffectShown } from './telling.ts';
import type { World } from './world.ts';

/** What the record says about one requirement. */
export interface Attributed {
  /** How many exchanges say something about it. */
  applied: number;
  /** Of its own, in the order of sending. */
  violations: readonly Finding[];
  /** The requirements that report what would have been violations of this one. */
  consequenceOf: ReadonlySet<RequirementId>;
}

export type Attribution = ReadonlyMap<RequirementId, Attributed>;

const SIZES: readonly RequirementId[] = [
  'list.limit.default',
  'list.limit.minimum',
  'list.limit.maximum',
  'list.limit.honoured',
  'list.limit.above-maximum',
  'list.limit.below-minimum',
  'list.limit.malformed',
  'list.status.with-limit',
];

const COMPLETENESS: readonly RequirementId[] = ['list.complete', 'list.status.complete'];

const BROKEN_BODIES: readonly RequirementId[] = [
  'create.missing-field',
  'create.wrong-type',
  'create.out-of-range',
  'create.bad-status',
  'create.bad-body',
];

/** What the inputs of a property show first is reported by the property, and so is what others see of it later. */
const PROPERTIES: ReadonlyMap<RequirementId, readonly RequirementId[]> = new Map([
  ['create.invalid', BROKEN_BODIES],
  [
    'history.agrees',
    [...COMPLETENESS, 'list.status.only', 'get.found', 'create.echo', 'create.with-status', 'create.minimal'],
  ],
]);

interface Consequence {
  readonly of: readonly RequirementId[];
  readonly ids: readonly RequirementId[];
  readonly when?: (violation: Finding, cause: Finding, world: World) => boolean;
}

/** In this order: a violation of `ids` is only a consequence where one of `of` is violated, and `when` is true of both. */
const CONSEQUENCES: readonly Consequence[] = [
  { ids: ['create.echo', 'create.with-status', 'create.int64', 'create.whitespace'], of: ['create.minimal'] },
  // The smallest combination of inputs that fails is the story; larger ones contain it.
  {
    ids: ['create.echo', 'create.with-status', 'create.int64', 'create.whitespace'],
    of: ['create.echo', 'create.with-status', 'create.int64'],
    when: (violation, cause) =>
      violation.id !== cause.id &&
      hasSameStatus(violation, cause) &&
      isStatusFinding(violation) &&
      contains(violation, cause),
  },
  // A status that the document does not know is no matter of the input where plain creations get it too.
  {
    ids: ['create.echo', 'create.with-status', 'create.int64', 'create.id.unique', 'create.client-id'],
    of: ['errors.documented-status'],
    when: (violation, cause) => hasSameStatus(violation, cause) && isSameOperation(violation, cause),
  },
  { ids: [...BROKEN_BODIES, 'create.null-status', 'create.lenient-body'], of: ['create.echo'], when: contains },
  { ids: ['get.found', 'create.client-id', ...COMPLETENESS], of: ['create.id.unique'] },
  { ids: ['create.client-id'], of: ['get.found', ...COMPLETENESS], when: isRead },
  // A service that does not know a pet yet answers as for one that does not exist.
  { ids: ['get.found'], of: ['get.unknown'], when: ({ reading }, cause) => reading.text === cause.reading.text },
  { ids: ['create.id.int64'], of: ['create.minimal'], when: (_violation, { reading }) => reading.status === 201 },
  { ids: ['auth.first'], of: ['auth.missing.createPet', 'auth.missing.getPet'] },
  { ids: ['create.echo'], of: ['create.int64'], when: ({ facts }) => facts?.isAboutCategory === true },
  // A service that takes or refuses the one like the other has one defect.
  { ids: ['create.null-status'], of: ['create.bad-status'], when: hasSameStatus },
  { ids: ['create.lenient-body'], of: ['create.missing-field'], when: hasSameStatus },
  {
    ids: ['create.lenient-body'],
    of: ['create.bad-body'],
    when: (violation, cause) => hasSameStatus(violation, cause) && isNotJson(cause),
  },
  // A lone pet where a list of one should be, whatever was asked for.
  {
    ids: [...SIZES, 'list.status.unknown'],
    of: ['list.ok'],
    when: (violation, cause) => hasSameStatus(violation, cause) && !Array.isArray(violation.reading.json),
  },
  {
    ids: ['list.limit.honoured'],
    of: ['list.limit.default'],
    when: ({ reading, facts }, cause) =>
      reading.asked.page?.limit === LIMIT.default && facts?.pageSize === cause.facts?.pageSize,
  },
  {
    ids: ['list.limit.malformed'],
    of: ['list.limit.above-maximum'],
    when: ({ reading, facts }, cause) =>
      /limit=\d+(&|$)/.test(reading.request.path) && facts?.pageSize === cause.facts?.pageSize,
  },
  // Pages that never get longer than this are capped: the limit reports it.
  { ids: COMPLETENESS, of: SIZES, when: isCapped },
  // What is missing from both is reported once.
  { ids: ['list.complete'], of: ['list.status.complete'], when: ({ facts }) => facts?.isShort !== undefined },
  // Where lists lose pets anyway, too few of them say nothing about the limit.
  { ids: SIZES, of: COMPLETENESS, when: ({ facts }) => facts?.isShort !== undefined },
];

function isCapped({ facts }: Finding, cause: Finding, world: World): boolean {
  const size = facts?.pageSize;
  if (facts?.isShort === undefined || size === undefined || size !== cause.facts?.pageSize) return false;
  return cause.facts.isShort === undefined || size >= longestPage(facts.isShort, world);
}

function longestPage(sizedBy: RequirementId, { pages }: World): number {
  return Math.max(
    0,
    ...pages.filter(({ asked }) => asked.page?.sizedBy === sizedBy).map(({ pets }) => pets?.length ?? 0),
  );
}

function isRead(violation: Finding, cause: Finding): boolean {
  const { facts, reading } = violation;
  return facts?.isChanged !== undefined || (reading.status === 404 && hasSameStatus(violation, cause));
}

function hasSameStatus({ reading }: Finding, cause: Finding): boolean {
  return reading.status === cause.reading.status;
}

function isSameOperation({ reading }: Finding, cause: Finding): boolean {
  return reading.asked.operation === cause.reading.asked.operation;
}

function isNotJson({ reading }: Finding): boolean {
  const body = reading.request.body ?? '';
  return body.trim() !== '' && jsonOf(body) === undefined;
}

/** The response as a whole is wrong, and not one field of it. */
function isStatusFinding({ reading }: Finding): boolean {
  return reading.status !== 201;
}

/** Every input of the cause is also an input of the violation. */
function contains({ reading }: Finding, cause: Finding): boolean {
  const inputs = reading.input ?? [];
  const of = cause.reading.input ?? [];
  return isStatusFinding(cause) && of.length < inputs.length && of.every((input) => inputs.includes(input));
}

/** These count pets; all others count responses. */
const PER_PET: ReadonlySet<RequirementId> = new Set(['list.status.only', 'body.pet-shape']);

export function attribute(findings: readonly Finding[], world: World): Attribution {
  const results = new Map<RequirementId, Attributed>();
  for (const { id } of catalogue) results.set(id, { applied: 0, violations: [], consequenceOf: new Set() });
  const of = (id: RequirementId) => results.get(id) as Attributed;
  const violations = new Map<RequirementId, Finding[]>();
  const counted = new Set<string>();
  for (const finding of findings) {
    const key = `${finding.id} ${finding.reading.number}`;
    if (PER_PET.has(finding.id)) of(finding.id).applied += finding.count;
    else if (!counted.has(key)) of(finding.id).applied += 1;
    counted.add(key);
    if (finding.isOk) continue;
    const known = violations.get(finding.id);
    if (known) known.push(finding);
    else violations.set(finding.id, [finding]);
  }
  for (const [id, all] of violations) of(id).violations = all.toSorted((a, b) => a.reading.number - b.reading.number);
  attributeProperties(of, findings, world);
  attributeReplacement(of);
  for (const refusal of world.refused.values()) {
    if (isNoEffectShown(refusal, world)) of(noEffectRequirement(refusal)).applied += 1;
  }
  for (const { ids, of: causes, when = () => true } of CONSEQUENCES) {
    const known = causes.flatMap((id) => of(id).violations);
    for (const id of ids) {
      const own = of(id);
      const causeOf = (violation: Finding) => known.find((cause) => when(violation, cause, world));
      const explained = own.violations.flatMap((violation) => causeOf(violation)?.id ?? []);
      own.violations = own.violations.filter((violation) => causeOf(violation) === undefined);
      own.consequenceOf = new Set([...own.consequenceOf, ...explained]);
    }
  }
  return results;
}

type Of = (id: RequirementId) => Attributed;

function attributeProperties(of: Of, findings: readonly Finding[], world: World): void {
  for (const [property, ids] of PROPERTIES) {
    const all = ids.flatMap((id) => of(id).violations).toSorted((a, b) => a.reading.sentAt - b.reading.sentAt);
    const own = of(property);
    if (property === 'history.agrees' ? areOfHistory(all, world) : isFirst(property, all)) {
      own.applied += findings.filter(({ reading, id }) => reading.probe === property && ids.includes(id)).length;
      own.violations = all;
      for (const id of ids) move(id, property, of);
    } else own.consequenceOf = new Set(all.map(({ id }) => id));
  }
}

function isFirst(property: RequirementId, [first]: readonly Finding[]): boolean {
  return first === undefined || first.reading.probe === property;
}

/** Only pets that several clients created and read at once are wrong. What is sent after the last look repeats it. */
function areOfHistory(all: readonly Finding[], { creations, pets, readings, shown }: World): boolean {
  const property: RequirementId = 'history.agrees';
  const isOfHistory = (id: string) => creations.get(id)?.some(({ probe }) => probe === property) === true;
  const lastLook = readings.findLast(({ probe }) => probe === 'last look')?.number ?? Number.POSITIVE_INFINITY;
  const own = all.filter(({ reading }) => reading.number <= lastLook);
  const wrong = own.flatMap(({ facts }) => facts?.petIds ?? []);
  const statuses = new Set(wrong.map((id) => pets.get(id)?.pet.status));
  return own.every(({ facts, reading }) => {
    if (facts?.isChanged === 'pet') return false;
    // A pet that a later list shows is not lost.
    const isShownLater = (id: string) => shown.get(id)?.some(({ sentAt }) => sentAt > reading.sentAt) === true;
    if (facts?.isShort && facts.petIds?.some(isShownLater)) return false;
    if (facts?.petIds) return facts.petIds.every(isOfHistory);
    // That a page has too few pets follows from those that it lacks.
    return facts?.isShort === undefined ? reading.probe === property : statuses.has(reading.asked.page?.filter);
  });
}

/** Pets that the filter shows until they are fetched: the replacement of getPet lacks them. */
function attributeReplacement(of: Of): void {
  const { violations } = of('list.status.complete');
  const kinds = violations.filter(({ facts }) => facts?.petIds).map(({ facts }) => facts?.vanished);
  if (violations.length === 0 || kinds.includes(undefined) || !kinds.includes('after-shown')) return;
  const replacement = of('deprecation.replacement');
  replacement.applied += violations.length;
  replacement.violations = violations;
  move('list.status.complete', 'deprecation.replacement', of);
  const lists = of('list.complete');
  if (lists.violations.every(({ facts }) => facts?.isShort !== undefined))
    move('list.complete', 'deprecation.replacement', of);
}

function move(id: RequirementId, to: RequirementId, of: Of): void {
  const from = of(id);
  if (from.violations.length === 0) return;
  from.violations = [];
  from.consequenceOf = new Set([...from.consequenceOf, to]);
}

/** The requirement that shows whether an operation can be used at all. */
export const BASIS: Readonly<Record<Operation, RequirementId>> = {
  listPets: 'list.ok',
  createPet: 'create.minimal',
  getPet: 'deprecation.still-served',
};

const byId: ReadonlyMap<string, { readonly operation?: string }> = new Map(catalogue.map((row) => [row.id, row]));

/** The operation that must have succeeded for the requirement to be decided. */
export function controlOf(id: RequirementId): Operation | undefined {
  if (Object.values(BASIS).includes(id) || id === 'deprecation.date' || id === 'auth.accepted') return undefined;
  return OPERATIONS.find((operation) => operation === byId.get(id)?.operation);
}
