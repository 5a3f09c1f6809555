import { coveringRows, type Dimension, plainFirst, type Row, type Value } from './covering.ts';
import type { Drive, Table } from './drive.ts';
import { HEADERS } from './headers.ts';
import {
  anyName,
  CATEGORIES,
  type CategoryValue,
  compact,
  DENSE_NAMES,
  FEW_REFUSABLE,
  FRAMINGS,
  type FramingValue,
  MIXED_NAME,
  NAMES,
  type NameValue,
  NO_STATUS,
  REFUSABLE_NAMES,
  SPELLINGS,
  type SpellingValue,
  type StatusValue,
  statusValue,
} from './new-pets.ts';
import { CROWD } from './population.ts';
import { sendProperty } from './property.ts';
import { sendRows } from './table.ts';

const PROBE = 'creations';

/** Combinations before the lists are read: every value occurs. */
const FIRST = 56;
/** Combinations on a target where every further pet counts. */
const FEW = 9;
/** Of all pairs of values. */
const THOROUGH = 360;
const RANDOM_NAMES = 2;

/** Valid pets in every combination of name, category, status, spelling and framing that the budget allows. */
export class Creations {
  readonly #drive: Drive;
  readonly #table: Table;
  /** Those that were not sent yet. */
  readonly #rows: Row[];
  /** Sent several times. */
  #identical = '';

  constructor(drive: Drive) {
    this.#drive = drive;
    this.#table = petTable(drive);
    this.#rows = [...rowsFor(drive, this.#table.dimensions)];
  }

  /** Pets of every kind, while pages are still short. What is refused beside them may take one with it. */
  async first(refusals: readonly (() => Promise<unknown>)[]): Promise<void> {
    const { population, settings, createsFew } = this.#drive;
    const fields = population.plain(population.crowded);
    const called = (ending: string) => compact({ ...fields, name: `${fields.name}-${ending}` });
    this.#identical = called('a');
    // Names that differ only in case are two names.
    const alike = [this.#identical, this.#identical, ...(createsFew ? [] : [called('A')])];
    await Promise.all([
      this.#sendAmong(refusals, createsFew ? FEW : FIRST),
      ...alike.map((body) => this.#drive.create(body, { probe: PROBE })),
    ]);
    this.#noteRefusals();
    const names = createsFew ? FEW_REFUSABLE : REFUSABLE_NAMES;
    const refusable = names.map((name) => rowAt(this.#table.dimensions).with(0, name));
    await Promise.all([
      sendRows(this.#drive, this.#table, refusable),
      createsFew && settings.runs <= 15 ? undefined : this.#sendRandom(),
    ]);
  }

  /** One that is refused and then corrected, and the same pet as before, beside lists, which have to show all others. */
  async last(): Promise<void> {
    const { client, createsFew, page, population } = this.#drive;
    if (createsFew) return;
    const corrected = this.#identical.replace('-a"', '-b"');
    for (const body of [corrected.replace('"categoryId"', '"category"'), corrected])
      await client.create(body, { probe: PROBE });
    const list = () => client.list(`limit=${page}&status=${population.quiet}`, { probe: 'lists' });
    // The second list comes when the creation has arrived.
    await Promise.all([client.create(this.#identical, { probe: PROBE }), list().then(list)]);
  }

  /** As many as a page has and more, and what is left of the combinations. */
  async crowd(): Promise<void> {
    const { population, settings, createsFew } = this.#drive;
    // A service that has accepted no pet until now does not get a hundred more.
    if (population.pets.length === 0) return;
    const missing = Math.max(0, CROWD - population.count(population.crowded));
    if (settings.thorough) await this.#send(this.#rows.length);
    else if (!createsFew) await this.#sendAmong([() => this.#readBeside()], missing);
    if (createsFew) return;
    const still = Math.max(0, CROWD - population.count(population.accepted(population.crowded)));
    const plain = Array.from({ length: still }, () => rowAt(this.#table.dimensions));
    await sendRows(this.#drive, this.#table, plain);
  }

  /** What is being created shows in lists at the same time, as long as it fits on a page. */
  #readBeside(): Promise<unknown> {
    const { client, page, population } = this.#drive;
    const queries = [`limit=${page}`, `limit=${page}&status=${population.crowded}`, 'limit=2'];
    return Promise.all(queries.map((query) => client.list(query, { probe: 'lists', isUrgent: true })));
  }

  /** So many combinations, with some in front of each of the others and twice as many behind all of them. */
  async #sendAmong(others: readonly (() => Promise<unknown>)[], count: number): Promise<void> {
    const before = Math.floor(count / (others.length + 2));
    const turns = others.map((send) => Promise.all([this.#send(before), send()]));
    await Promise.all([...turns, this.#send(count - before * others.length)]);
  }

  async #send(count: number): Promise<void> {
    await sendRows(this.#drive, this.#table, this.#rows.splice(0, count));
  }

  /** A pet of every status. */
  async begin(): Promise<void> {
    const { client, population, createsFew } = this.#drive;
    const { crowded, third, quiet } = STATUS_PLACES;
    // Identical pets of the crowd follow.
    const places = createsFew ? [third, quiet] : [crowded, third, quiet];
    const rows = places.map((place) => rowAt(this.#table.dimensions, 0, 0, place));
    const exchanges = await sendRows(this.#drive, this.#table, rows);
    const refused = exchanges.filter((exchange) => exchange && exchange.status >= 400);
    if (refused.length === exchanges.length) population.refusesStatuses = true;
    // On an empty target this page has one pet.
    if (!createsFew) await client.list(`status=${population.quiet}`, { probe: 'lists', isUrgent: true });
  }

  /** A service may know some categories only, or take no status at all: what follows must still create pets. */
  #noteRefusals(): void {
    const { population, sentRows } = this.#drive;
    const sent = [...sentRows.values()].filter(({ table }) => table === this.#table);
    const others = sent.filter(({ row }) => hasOtherCategory(row));
    if (others.length > 1 && others.every(({ exchange }) => exchange.status === 400))
      population.refusesCategories = true;
  }

  #sendRandom(): Promise<void> {
    const { population, settings } = this.#drive;
    return sendProperty(this.#drive, {
      probe: 'random names',
      arbitrary: anyName(population.mark()),
      runs: Math.max(RANDOM_NAMES, Math.min(settings.runs - 12, Math.floor(settings.maxCreates / 5))),
      show: (name) => `the name ${JSON.stringify(name)}`,
      send: (name, options) => this.#drive.create(compact({ ...population.plain(population.crowded), name }), options),
    });
  }
}

const STATUS_AT = 2;
/** Places in the dimension of statuses, which also has none at all. */
const STATUS_PLACES = { crowded: 0, third: 2, quiet: 3 } as const;
const SPELLING_AT = 3;

/** The values at these places of their dimensions, counted round where there are fewer; plain unless given. */
function rowAt(dimensions: readonly Dimension[], ...places: readonly (number | undefined)[]): Row {
  return dimensions.map(({ values }, at) => values[(places[at] ?? 0) % values.length] ?? NO_STATUS);
}

/** Whether the category is neither the ordinary one, nor a mark, nor one that a service may refuse as too small. */
function hasOtherCategory(row: Row): boolean {
  const [{ isUnmarked }, { category }] = row as readonly [NameValue, CategoryValue];
  return !isUnmarked && category > 1n;
}

type PetValues = NameValue & CategoryValue & StatusValue & SpellingValue & FramingValue;

function petTable(drive: Drive): Table<PetValues> {
  const { population } = drive;
  const { quiet, crowded, third } = population;
  const categories = population.takesAnyCategory ? CATEGORIES : CATEGORIES.slice(0, 1);
  const statuses = [statusValue(crowded), NO_STATUS, statusValue(third), statusValue(quiet)];
  return {
    probe: PROBE,
    dimensions: [NAMES, categories, statuses, SPELLINGS, FRAMINGS, HEADERS].map(plainFirst),
    send: ({ name, isUnmarked, category, status, write, cutAt }, options) => {
      const wanted = category === 1n || population.refusesCategories ? population.ordinaryCategory : category;
      const body = write({
        name: name(population.mark()),
        categoryId: isUnmarked ? population.ownCategory() : wanted,
        status: population.accepted(status),
      });
      return drive.create(body, { ...options, cutAt: cutAt(body) });
    },
  };
}

/** Where every further pet counts: most names, categories and spellings once, and one pet of each other kind. */
function fewRows(dimensions: readonly Dimension[]): readonly Row[] {
  const single = NAMES.filter(({ label }) => /in spaces|paths|basic plane|zeros|null|formula/.test(label));
  const names = [...DENSE_NAMES, ...single];
  // A long name may be refused, and so may categories below 1; the others go with short names.
  const categories = [1, 10, 6, 4, 7, 8, 3];
  const statuses = [1, 2, 0, 0, 0, 0, 2];
  // Escapes go with the names that have what is escaped.
  const spellings = [1, 0, 5, 4, 2, 5, 1, 3, 2];
  return names
    .slice(0, FEW)
    .map((name, index) =>
      rowAt(dimensions, 0, categories[index], statuses[index], spellings[index], index, index).with(0, name),
    );
}

/** What is sent whatever the covering does: escapes, which show only in names that have what is escaped, and long names. */
function sureRows(dimensions: readonly Dimension[]): readonly Row[] {
  const plain = rowAt(dimensions);
  const spelling = SPELLINGS.at(-1) ?? NO_STATUS;
  const names = NAMES.filter(({ label }) => /paths|basic plane/.test(label));
  return [
    ...names.map((name) => plain.with(0, name).with(SPELLING_AT, spelling)),
    ...[...DENSE_NAMES, ...NAMES.filter(({ label }) => /JSON/.test(label))].map((name) => plain.with(0, name)),
  ];
}

/** Categories that go wrong most often, the plain one among them; each goes with another spelling. */
const TELLING_CATEGORIES = [1, 0, 3, 4, 6];

/** Pages of the other statuses stay short: a few pets each, none of which may be refused for its name. */
function rowsOfStatus(status: Value, which: number, dimensions: readonly Dimension[]): readonly Row[] {
  return TELLING_CATEGORIES.map((category, index) => {
    const turn = which + index;
    const row = rowAt(dimensions, 0, category, 0, index + 1, turn, turn);
    return row.with(0, MIXED_NAME).with(STATUS_AT, status);
  });
}

/** A status that makes no new pair becomes that of the crowd, so that pages of the others stay short. */
function withFewStatuses(rows: readonly Row[], { values: [plain = NO_STATUS] }: Dimension): readonly Row[] {
  const seen = new Set<string>();
  return rows.map((row) => {
    const pairs = row.map(({ label }) => `${row[STATUS_AT]?.label} ${label}`);
    const isNew = pairs.some((pair) => !seen.has(pair));
    for (const pair of pairs) seen.add(pair);
    return isNew ? row : row.with(STATUS_AT, plain);
  });
}

function rowsFor(drive: Drive, dimensions: readonly Dimension[]): readonly Row[] {
  const { random, settings } = drive;
  const [names, categories, statuses, ...others] = dimensions;
  if (!names || !categories || !statuses) return [];
  if (settings.thorough) return withFewStatuses(coveringRows(dimensions, random, THOROUGH), statuses);
  if (drive.createsFew) return fewRows(dimensions);
  // Most pets are of the status whose page is to be filled.
  const [crowded = NO_STATUS] = statuses.values;
  const any = ({ values }: Dimension) => values[Math.floor(random() * values.length)] ?? NO_STATUS;
  // A category below 1 may be refused, whatever the name.
  const acceptable = plainFirst(categories.values.filter((value) => (value as CategoryValue).category > 0));
  const single = NAMES.slice(1).map((name): Row => [name, any(acceptable), crowded, ...others.map(any)]);
  const plainAndDense = plainFirst([...NAMES.slice(0, 1), ...DENSE_NAMES]);
  const crowd = [plainAndDense, categories, plainFirst([crowded]), ...others];
  const rows = [...single, ...coveringRows(crowd, random, CROWD - single.length)];
  const rowsOfOthers = statuses.values.slice(1).flatMap((status, which) => rowsOfStatus(status, which, dimensions));
  return [...rowsOfOthers, ...sureRows(dimensions), ...rows];
}
