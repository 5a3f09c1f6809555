import { defined } from '../../harness/basics/defined.ts';
import { groupBy } from '../../harness/basics/group-by.ts';
import { memoize } from '../../harness/basics/memoize.ts';
import type { Exchange } from '../../harness/model/exchange.ts';
import type { RunSettings } from '../../harness/settings/settings.ts';
import { STATUSES } from '../reading/document.ts';
import { idsWith, type ObservationId, type RequirementId } from '../requirements/index.ts';
import { BREAKS } from './broken-bodies.ts';
import { creationTables, rowsOfStockedTarget } from './creation-rows.ts';
import { CREDENTIALS } from './credentials.ts';
import { NAMES } from './names.ts';
import { CATEGORIES, FRAMINGS, MARK, MEDIA_TYPES, PET_STATUSES, SPELLINGS } from './new-pets.ts';
import { PET_IDS } from './pet-ids.ts';
import { isDocumented, servedBy, TABLES } from './tables.ts';
import { idsOf, inTable, type Table, type Value } from './value.ts';

const random = (table: Table, label: string, serves: readonly RequirementId[]): Listed => ({
  id: inTable(table, { id: 'random' }),
  label,
  serves,
});

const NO_ROOM = 'where no page is full';

/** Tables of which every further value takes a pet. */
const CREATING: readonly Table[] = [NAMES, CATEGORIES, SPELLINGS, FRAMINGS, MEDIA_TYPES];
const inputs = creationTables('available', true, false);
const stocked = new Set(rowsOfStockedTarget().flatMap((row) => idsOf(row, inputs)));

/** Which targets get it, if not all of them. */
function noteOf(value: Value, table: Table): string | undefined {
  const needsRoom = value.needsRoom || (CREATING.includes(table) && !stocked.has(inTable(table, value)));
  return needsRoom ? NO_ROOM : value.where;
}

/** What is generated anew in every run: a report shows the very value. */
const GENERATED: readonly Listed[] = [
  { id: inTable(CATEGORIES, MARK), label: MARK.label, serves: [], isConditional: true },
  random(CREDENTIALS, 'random tokens', ['auth.invalid-key.listPets']),
  { ...random(NAMES, 'random text in a name', ['create.echo']), note: NO_ROOM },
  random(BREAKS, 'random JSON in place of a field, or of the whole body', ['create.invalid']),
  random(PET_IDS, 'random ids over the whole of int64', ['get.unknown']),
];

/** A value as documents list it. */
export interface ListedValue {
  /** Behind the id of its table, such as name/emoji. */
  readonly id: string;
  readonly label: string;
  /** Sent only by a thorough run. */
  readonly isRare?: true;
  /** Where, or how often, it is sent, if not in every such run. */
  readonly note?: string;
}

interface Listed extends ListedValue {
  /** Requirements and observations. */
  readonly serves: readonly (RequirementId | ObservationId)[];
  /** Not every target can get it. */
  readonly isConditional?: true;
  /** The document describes it: it is neither odd, nor a bad credential. */
  readonly isDocumented?: boolean;
}

/** Every value of every table. Which requirements they serve takes long to find out, and most commands need not know. */
export const listedValues = (): readonly Listed[] => listedIn(TABLES);

const listedIn = memoize((tables: readonly Table[]): readonly Listed[] => [
  ...tables.flatMap((table) => table.values.flatMap((value) => listed(value, table))),
  ...GENERATED,
]);

function listed(value: Value, table: Table): readonly Listed[] {
  const { label, isRare, where, observes } = value;
  // A plain value is what every request has.
  if (value.id === table.plain) return [];
  const sent = defined({
    id: inTable(table, value),
    label,
    serves: [...servedBy(value, table), ...(observes ? [observes] : [])],
    isRare,
    note: noteOf(value, table),
    isConditional: where === undefined ? undefined : true,
    isDocumented: isDocumented(value, table),
  });
  return [sent];
}

/** The values that are sent for a requirement: common ones, then rare ones. Every exchange serves errors.* and body.*. */
export function valuesFor(requirement: string): readonly ListedValue[] {
  const isServed = ({ serves }: Listed) => serves.some((id) => id === requirement);
  const own = listedValues()
    .filter(isServed)
    .map(({ id, label, isRare, note }): ListedValue => defined({ id, label, isRare, note }));
  return [...own.filter(({ isRare }) => !isRare), ...own.filter(({ isRare }) => isRare)];
}

/** The ids of values that are not sent in every such run, by where or how often they are. */
export function restrictedIn(values: readonly ListedValue[]): readonly (readonly [note: string, ids: string])[] {
  const restricted = values.flatMap(({ id, note }) => (note ? [{ id, note }] : []));
  return [...groupBy(restricted, ({ note }) => note)].map(([note, own]) => [
    `only ${note}`,
    own.map(({ id }) => id).join(', '),
  ]);
}

const labelsIn = memoize((values: readonly Listed[]) => new Map(values.map(({ id, label }) => [id, label])));
const labels = () => labelsIn(listedValues());

/** What a report calls a value of a request, or of what a read is about. Records of others may have unknown values. */
export function labelOf(id: string): string {
  return labels().get(id) ?? READ_LABELS[id] ?? labelOfPet(id) ?? id;
}

/** What lists and fetches ask for, by their requests alone. */
const READ_LABELS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(STATUSES.map((status) => [`filtered/${status}`, `status=${status}`])),
  'pet-id/below-1': 'ids below 1',
  'pet-id/of-32-bits': 'random ids of 32 bits',
  'pet-id/of-53-bits': 'random ids of 53 bits',
  'pet-id/of-64-bits': 'random ids of 64 bits',
};

/** A value that the pet of a read was created with. */
function labelOfPet(id: string): string | undefined {
  const label = id.startsWith('of/') ? labels().get(id.slice('of/'.length)) : undefined;
  return label && `a pet created with ${label}`;
}

type Sending = Pick<RunSettings, 'thorough' | 'categoryIds'>;

/** The requirements for which some common value that this target can get is not among the inputs of these exchanges. */
export function servedInPart(exchanges: readonly Pick<Exchange, 'input'>[], settings: Sending): ReadonlySet<string> {
  return new Set(missingIn(exchanges, settings).flatMap(({ serves }) => serves));
}

/**
 * The requirements for which every common value is among the inputs of these exchanges. One that no value is sent for
 * needs all that the document describes.
 */
export function servedWholly(exchanges: readonly Pick<Exchange, 'input'>[], settings: Sending): ReadonlySet<string> {
  const missing = missingIn(exchanges, settings);
  const inPart = new Set<string>(missing.flatMap(({ serves }) => serves));
  const withValues = new Set<string>(listedValues().flatMap(({ serves }) => serves));
  const everywhere = missing.some(({ isDocumented }) => isDocumented) ? [] : idsWith(({ id }) => !withValues.has(id));
  return new Set([...withValues, ...everywhere].filter((id) => !inPart.has(id)));
}

function missingIn(exchanges: readonly Pick<Exchange, 'input'>[], { thorough, categoryIds }: Sending) {
  const sent = new Set(exchanges.flatMap(({ input = [] }) => input));
  // The status of most pets is that of plain creations, which have no input.
  const excluded = [PET_STATUSES, ...(categoryIds.length > 0 ? [CATEGORIES] : [])];
  const isDue = ({ id, isRare, isConditional }: Listed) =>
    !isConditional && (thorough || !isRare) && !excluded.some((table) => id.startsWith(`${table.id}/`));
  return listedValues().filter((value) => isDue(value) && !sent.has(value.id));
}
