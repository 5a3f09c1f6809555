import { LIMIT } from '../specification/document.ts';
import type { Options } from './client.ts';
import { refusableRows, rowsOf } from './creation-rows.ts';
import type { Combinations, Drive } from './drive.ts';
import { HEADERS } from './headers.ts';
import { anyName, isRefusable, NAMES, type NameValue } from './names.ts';
import {
  CATEGORIES,
  type CategoryValue,
  compact,
  FRAMINGS,
  type FramingValue,
  MEDIA_TYPES,
  SPELLINGS,
  type SpellingValue,
  type StatusValue,
  statusesAround,
} from './new-pets.ts';
import { sendProperty } from './property.ts';
import { dayOf } from './queries.ts';
import { sendRow, sendRows } from './table.ts';
import { idsOf, inTable, type NamedRow, only, type Row, rowOf, sentBy, type Table } from './value.ts';

const PROBE = 'creations';

/** Combinations before the lists are read. */
const FIRST = 62;
const FIRST_AT_LEAST = 20;
/** Other pets that are created before the lists are read, and a few to spare. */
const BESIDES = 28;
const RANDOM_NAMES = 2;
/** Creations that go among requests of other kinds later. */
const HELD_BACK = 9;
const FEW_HELD_BACK = 5;
/** While these are created. */
const LISTS_BESIDE = 4;

/**
 * Valid pets in every combination of name, category, status, spelling and framing that the budget allows. Not all are
 * sent at once, since what a pet shows depends on what exists and on what else is sent:
 *
 * | stage | sends | why then |
 * |---|---|---|
 * | `begin` | one pet of every status | each later check of a status needs one |
 * | `first` | most combinations, among requests that are refused | lists are still short, so a pet that is lost shows |
 * | `crowd` | the others, and plain pets | more than a page holds are needed to check the largest limit |
 * | `one` | one that was held back, when another probe asks for it | the request before it may spoil it |
 * | `rest` | what nobody asked for, where every pet counts or a value would not be sent | every value is sent, or within a few days |
 * | `last` | one that is refused and then corrected, and one body again | the last look has shown all other pets |
 *
 * Nothing can be deleted, so few pets are created where a status already fills a page, or where nothing that is
 * selected needs more (`createsFew`). Then there is no crowd, and the rows take turns from day to day
 * (creation-rows.ts).
 */
export class Creations {
  readonly #drive: Drive;
  readonly #combinations: Combinations;
  /** Those that were not sent yet. */
  readonly #rows: Row[];
  readonly #day: number;
  /** Sent several times. */
  #identical = '';

  constructor(drive: Drive) {
    this.#drive = drive;
    this.#combinations = petCombinations(drive);
    const { random, settings, createsFew, population } = drive;
    const { tables } = this.#combinations;
    this.#day = dayOf(settings.now);
    const wanted = {
      tables,
      random,
      createsFew,
      isThorough: settings.thorough,
      third: population.third,
      day: this.#day,
    };
    this.#rows = [...rowsOf(wanted)];
  }

  #row(named: NamedRow): Row {
    return rowOf(this.#combinations.tables, named);
  }

  /** A pet of every status. */
  async begin(): Promise<void> {
    const { client, population, createsFew } = this.#drive;
    const { crowded, third, quiet } = population;
    // Identical pets of the crowd follow.
    const statuses = createsFew ? [third, quiet] : [crowded, third, quiet];
    const rows = statuses.map((status) => this.#row({ status }));
    const exchanges = await sendRows(this.#drive, this.#combinations, rows);
    const refused = exchanges.filter((exchange) => exchange && exchange.status >= 400);
    if (refused.length === exchanges.length) population.refusesStatuses = true;
    // On an empty target this page has one pet.
    if (!createsFew) await client.list(`status=${population.quiet}`, { probe: 'lists', isUrgent: true });
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
      this.#sendAmong(refusals, createsFew ? this.#rows.length - FEW_HELD_BACK : this.#first()),
      ...alike.map((body) => this.#drive.create(body, { probe: PROBE })),
    ]);
    this.#noteRefusals();
    const refusable = refusableRows({ tables: this.#combinations.tables, createsFew, day: this.#day });
    await Promise.all([
      sendRows(this.#drive, this.#combinations, refusable),
      createsFew && settings.runs <= 15 ? undefined : this.#sendRandom(),
    ]);
  }

  /** Where pets exist already, fewer at first, so that the largest page still has room for all of them. */
  #first(): number {
    const room = LIMIT.maximum - BESIDES - this.#drive.population.others.length;
    return room < FIRST_AT_LEAST ? FIRST : Math.min(FIRST, room);
  }

  /** As many as a page has and more, and what is left of the combinations. */
  async crowd(): Promise<void> {
    const { population, settings, createsFew } = this.#drive;
    // A service that has accepted no pet until now does not get a hundred more.
    if (population.pets.length === 0) return;
    const missing = population.missingFromCrowd;
    if (settings.thorough) await this.#send(this.#rows.length);
    else if (!createsFew) await this.#sendAmong([() => this.#readBeside()], Math.max(0, missing - HELD_BACK));
    if (createsFew) return;
    const still = Math.max(0, population.missingFromCrowd - HELD_BACK);
    const plain = Array.from({ length: still }, () => this.#row({}));
    await sendRows(this.#drive, this.#combinations, plain);
  }

  /** One of those that were held back, on its own; none that a service may refuse, so that a refusal shows. */
  async one(options: Pick<Options, 'lane'> = {}): Promise<void> {
    const at = this.#rows.findIndex(mustBeAccepted);
    const [row = this.#drive.createsFew ? undefined : this.#row({})] = at < 0 ? [] : this.#rows.splice(at, 1);
    if (row) await sendRow(this.#drive, this.#combinations, row, options);
  }

  /**
   * Where every pet counts, those that were held back and not sent since. Elsewhere, those with a value that nothing else
   * had: pets that exist already leave less room for combinations.
   */
  async rest(): Promise<void> {
    const { session, createsFew } = this.#drive;
    if (createsFew) return this.#send(this.#rows.length);
    const sent = new Set(session.record.flatMap(({ input = [] }) => input));
    const isNew = (row: Row) => {
      const fresh = idsOf(row, this.#combinations.tables).filter((id) => !sent.has(id));
      for (const id of fresh) sent.add(id);
      return fresh.length > 0;
    };
    await sendRows(this.#drive, this.#combinations, this.#rows.splice(0).filter(isNew));
  }

  /**
   * One that is refused and then corrected, and the same pet as before, beside lists, which have to show all others.
   * Resolves with whether a pet is new since the last look.
   */
  async last(): Promise<boolean> {
    const { client, createsFew, page, population } = this.#drive;
    if (createsFew) return false;
    const corrected = population.plainBody(population.third);
    const refused = client.create(corrected.replace('"categoryId"', '"category"'), { probe: PROBE });
    const list = () => client.list(`limit=${page}&status=${population.quiet}`, { probe: 'lists' });
    const [late] = await Promise.all([
      refused.then(() => this.#drive.create(corrected, { probe: PROBE })),
      client.create(this.#identical, { probe: PROBE }),
      // The second list comes when the creation has arrived.
      list().then(list),
    ]);
    return late?.status === 201;
  }

  /** What is being created shows in lists at the same time, as long as it fits on a page. */
  async #readBeside(): Promise<void> {
    const { client, page, population } = this.#drive;
    const list = (query: string) => client.list(query, { probe: 'lists', isUrgent: true });
    await Promise.all([`limit=${page}`, `limit=${page}&status=${population.crowded}`].map(list));
    // Lists may overtake creations; a page that is always full is read when these have arrived.
    await list('limit=2');
  }

  /** Short lists one after the other, so that some of them meet a creation. */
  async listBeside(): Promise<void> {
    const { client } = this.#drive;
    for (let list = 0; list < LISTS_BESIDE; list += 1) await client.list('limit=2', { probe: 'lists', isUrgent: true });
  }

  /** So many combinations, with some in front of each of the others and twice as many behind all of them. */
  async #sendAmong(others: readonly (() => Promise<unknown>)[], count: number): Promise<void> {
    const before = Math.floor(count / (others.length + 2));
    const turns = others.map((send) => Promise.all([this.#send(before), send()]));
    await Promise.all([...turns, this.#send(count - before * others.length)]);
  }

  async #send(count: number): Promise<void> {
    await sendRows(this.#drive, this.#combinations, this.#rows.splice(0, count));
  }

  /** A service may know some categories only, or take no status at all: what follows must still create pets. */
  #noteRefusals(): void {
    const { population, sentRows } = this.#drive;
    const sent = [...sentRows.values()].filter(({ combinations }) => combinations === this.#combinations);
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
      input: () => [inTable(NAMES, { id: 'random' })],
      show: (name) => `the name ${JSON.stringify(name)}`,
      send: (name, options) => this.#drive.create(compact({ ...population.plain(population.crowded), name }), options),
    });
  }
}

function mustBeAccepted(row: Row): boolean {
  const [name, { category }] = row as readonly [NameValue, CategoryValue];
  return !isRefusable(name) && category > 0n;
}

/** Whether the category is neither the ordinary one, nor a mark, nor one that a service may refuse as too small. */
function hasOtherCategory(row: Row): boolean {
  const [{ isUnmarked }, { category }] = row as readonly [NameValue, CategoryValue];
  return !isUnmarked && category > 1n;
}

type PetValues = NameValue & CategoryValue & StatusValue & SpellingValue & FramingValue;

function petCombinations(drive: Drive): Combinations<PetValues> {
  const { population, settings } = drive;
  const categories = population.takesAnyCategory ? CATEGORIES : only(CATEGORIES, 'one');
  const tables = [NAMES, categories, statusesAround(population.crowded), SPELLINGS, FRAMINGS, MEDIA_TYPES, HEADERS];
  return {
    probe: PROBE,
    tables: tables.map((table) => sentBy(table as Table, settings.thorough)),
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
