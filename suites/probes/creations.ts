import type { Exchange } from '../../harness/model/exchange.ts';
import { creationTables, mustBeAccepted, refusableRows, rowsOf } from '../inputs/creation-rows.ts';
import { CLIENT_HEADERS } from '../inputs/headers.ts';
import { anyName, NAMES } from '../inputs/names.ts';
import { CROWD, compact, MARK } from '../inputs/new-pets.ts';
import { type InputRow, idsOf, inTable, valueIn } from '../inputs/value.ts';
import { LIMIT, SUCCESS } from '../reading/document.ts';
import { read } from '../reading/reading.ts';
import type { Drive } from './drive.ts';
import { otherPets, ownPets } from './known.ts';
import type { Options } from './options.ts';
import { sendProperty } from './property.ts';
import { queueOf } from './queue.ts';
import { type More, sendNext, sendRow, sendRows } from './rows.ts';

const PROBE = 'creations';

/** Combinations before the lists are read. */
const FIRST = 62;
const FIRST_AT_LEAST = 20;
/** Other pets that are created before the lists are read, and a few to spare. */
const BESIDES = 28;
const RANDOM_NAMES = 2;
/** Creations that go among requests of other kinds later. */
const HELD_BACK = 9;
/** Created all the same before the last look: ids in a byte end at 127. A later attempt has less of the budget left. */
const BEYOND_A_BYTE = 4;
const FEW_HELD_BACK = 5;
/** While these are created. */
const LISTS_BESIDE = 4;
/** Several workers may assign one id at the same time, and one of them may have all the connections of the pool. */
const ANEW: More = { connection: 'new' };

/**
 * Valid pets in every combination of name, category, status, spelling and framing that the budget allows, a part in each
 * stage. Nothing can be deleted, so few pets are created where a status already fills a page, or where nothing that is
 * selected needs more (`createsFew`). Then there is no crowd, and the combinations are a fixed few (creation-rows.ts).
 */
export class Creations {
  readonly #drive: Drive;
  readonly #queue: ReturnType<typeof petQueue>;
  /** Sent several times. */
  #identical = '';

  constructor(drive: Drive) {
    const { random, settings, createsFew } = drive;
    this.#drive = drive;
    this.#queue = petQueue(drive);
    const { headers: _headers, ...tables } = this.#queue.tables;
    const rows = rowsOf({ tables, random, createsFew, isThorough: settings.thorough });
    // In a later attempt, only the crowd is needed once more.
    const isDue = (row: InputRow) => row.status === undefined || !drive.wasAnswered(idsOf(row, tables));
    this.#queue.rows.push(...rows.filter(isDue));
  }

  get #rows(): InputRow[] {
    return this.#queue.rows;
  }

  /** A pet of every status. */
  async begin(): Promise<void> {
    const { statuses, createsFew, isFirst } = this.#drive;
    const { crowded, middle, quiet } = statuses;
    // Identical pets of the crowd follow.
    const all = createsFew ? [middle, quiet] : [crowded, middle, quiet];
    // In a later attempt no combination without a status may follow.
    await this.#sendRows([...all, ...(isFirst ? [] : ['none'])].map((status) => ({ status })));
    // On an empty target this page has one pet.
    if (!createsFew) await this.#drive.list(`status=${quiet}`, { probe: 'lists', isUrgent: true });
  }

  /** Pets of every kind, while pages are still short. What is refused beside them may take one with it. */
  async first(refusals: readonly (() => Promise<unknown>)[]): Promise<void> {
    const { newPets, statuses, settings, createsFew } = this.#drive;
    const fields = newPets.plain(statuses.crowded);
    const called = (ending: string) => compact({ ...fields, name: `${fields.name}-${ending}` });
    this.#identical = called('a');
    // Names that differ only in case are two names.
    const alike = [this.#identical, this.#identical, ...(createsFew ? [] : [called('A')])];
    await Promise.all([
      this.#sendAmong(refusals, createsFew ? this.#rows.length - FEW_HELD_BACK : this.#first()),
      ...alike.map((body) => this.#drive.create(body, { probe: PROBE, isUrgent: true })),
    ]);
    // The service may know some categories only: what follows must still create pets.
    this.#drive.look();
    const { tables } = this.#queue;
    await Promise.all([
      this.#sendRows(refusableRows({ tables, createsFew })),
      createsFew && settings.runs <= 15 ? undefined : this.#sendRandom(),
    ]);
  }

  /** Where pets exist already, fewer at first, so that the largest page still has room for all of them. */
  #first(): number {
    const room = LIMIT.maximum - BESIDES - otherPets(this.#drive.world).length;
    return room < FIRST_AT_LEAST ? FIRST : Math.min(FIRST, room);
  }

  /** As many as a page has and more, and what is left of the combinations. */
  async crowd(): Promise<void> {
    const { settings, createsFew, isFirst, statuses, scope, world } = this.#drive;
    // A service that has accepted no pet until now does not get a hundred more.
    if (ownPets(world).length === 0) return;
    // Where the service keeps no status, all pets count.
    const isKept = ownPets(world).some(({ status }) => status === statuses.crowded);
    const more = isFirst ? BEYOND_A_BYTE : 0;
    const missing = CROWD - HELD_BACK + more - world.count(isKept ? statuses.crowded : undefined);
    const rows = settings.thorough ? this.#rows.length : createsFew ? 0 : Math.max(0, missing);
    const sent = await this.#sendAmong(createsFew ? [] : [() => this.#readBeside()], rows, ANEW);
    if (createsFew) return;
    const isOfCrowd = (exchange: Exchange) => !isKept || read(exchange, scope).asked.sent?.status === statuses.crowded;
    const made = sent.filter((exchange) => exchange?.status === SUCCESS.createPet && isOfCrowd(exchange)).length;
    const plain = Array.from({ length: Math.max(0, missing - made) }, () => ({}));
    await this.#sendRows(plain, ANEW);
  }

  /** One of those that were held back, on its own; none that a service may refuse, so that a refusal shows. */
  async one(options: Pick<Options, 'lane'> = {}): Promise<void> {
    const at = this.#rows.findIndex(mustBeAccepted);
    const [row = this.#drive.createsFew ? undefined : {}] = at < 0 ? [] : this.#rows.splice(at, 1);
    if (row) await sendRow(this.#drive, this.#queue, row, options);
  }

  /**
   * Where every pet counts, those that were held back and not sent since. Elsewhere, those with a value that nothing else
   * had: pets that exist already leave less room for combinations.
   */
  async rest(): Promise<void> {
    const { session, createsFew } = this.#drive;
    const left = this.#rows.splice(0);
    const sent = new Set(session.record.flatMap(({ input = [] }) => input));
    const isNew = (row: InputRow) => {
      const fresh = idsOf(row, this.#queue.tables).filter((id) => !sent.has(id));
      for (const id of fresh) sent.add(id);
      return fresh.length > 0;
    };
    await this.#sendRows(createsFew ? left : left.filter(isNew));
  }

  /** One that is refused and then corrected, and the same pet as before. Resolves with whether a pet is new. */
  async last(): Promise<boolean> {
    const { createsFew, page, statuses, newPets } = this.#drive;
    if (createsFew) return false;
    // The default is still the one of the first pet without a status.
    const corrected = newPets.plainBody();
    const refused = this.#drive.create(corrected.replace('"categoryId"', '"category"'), { probe: PROBE });
    const list = () => this.#drive.list(`limit=${page}&status=${statuses.quiet}`, { probe: 'lists' });
    const [late] = await Promise.all([
      refused.then(() => this.#drive.create(corrected, { probe: PROBE, isUrgent: true })),
      this.#drive.create(this.#identical, { probe: PROBE }),
      // The second list comes when the creation has arrived.
      list().then(list),
    ]);
    return late?.status === SUCCESS.createPet;
  }

  /** What is being created shows in lists at the same time, as long as it fits on a page. */
  async #readBeside(): Promise<void> {
    const { page, statuses } = this.#drive;
    const list = (query: string) => this.#drive.list(query, { probe: 'lists', isUrgent: true });
    await Promise.all([`limit=${page}`, `limit=${page}&status=${statuses.crowded}`].map(list));
    // Lists may overtake creations; a page that is always full is read when these have arrived.
    await list('limit=2');
  }

  /** Short lists one after the other, so that some of them meet a creation. */
  async listBeside(): Promise<void> {
    for (let list = 0; list < LISTS_BESIDE; list += 1)
      await this.#drive.list('limit=2', { probe: 'lists', isUrgent: true });
  }

  /** So many combinations, with some in front of each of the others and twice as many behind all of them. */
  async #sendAmong(others: readonly (() => Promise<unknown>)[], count: number, more: More = {}) {
    const before = Math.floor(count / (others.length + 2));
    const turns = others.map(async (send) => (await Promise.all([this.#send(before, more), send()]))[0]);
    return (await Promise.all([...turns, this.#send(count - before * others.length, more)])).flat();
  }

  #send(count: number, more: More): Promise<readonly (Exchange | undefined)[]> {
    return sendNext(this.#drive, this.#queue, count, more);
  }

  #sendRows(rows: readonly InputRow[], more: More = {}): Promise<readonly (Exchange | undefined)[]> {
    return sendRows(this.#drive, this.#queue, rows, more);
  }

  async #sendRandom(): Promise<void> {
    const { newPets, statuses, settings } = this.#drive;
    const input = [inTable(NAMES, { id: 'random' })];
    if (this.#drive.wasAnswered(input)) return;
    await sendProperty(this.#drive, {
      probe: 'random names',
      arbitrary: anyName(newPets.mark()),
      runs: Math.max(RANDOM_NAMES, Math.min(settings.runs - 12, Math.floor(settings.maxCreates / 5))),
      input: () => input,
      show: (name) => `the name ${JSON.stringify(name)}`,
      send: (name, options) =>
        this.#drive.create(compact({ ...newPets.plain(statuses.crowded), name }), { ...options, isUrgent: true }),
    });
  }
}

function petQueue(drive: Drive) {
  const { newPets, statuses, settings } = drive;
  const tables = creationTables(statuses.crowded, newPets.takesAnyCategory, settings.thorough);
  const category = tables.category && { ...tables.category, values: [...tables.category.values, MARK] };
  return queueOf({
    probe: PROBE,
    tables: { ...tables, ...(category && { category }), headers: CLIENT_HEADERS },
    rows: [],
    // A name without a mark has it in the category, which is a value like any other.
    whole: (row) => {
      const isMarked = category && valueIn(tables.name, row.name ?? NAMES.plain ?? '').isUnmarked;
      return isMarked ? { ...row, category: MARK.id } : row;
    },
    send: ({ name, category, status, spelling, framing }, options) => {
      const isChosen = category !== undefined && category.id !== tables.category?.plain && newPets.takesAnyCategory;
      const chosen = () => (category?.id === MARK.id ? newPets.ownCategory() : category?.category);
      const categoryId = (isChosen ? chosen() : undefined) ?? newPets.ordinaryCategory;
      const body = spelling.write({
        name: name.name(newPets.mark()),
        categoryId,
        status: newPets.accepted(status.status),
      });
      return drive.create(body, { ...options, cutAt: framing.cutAt(body), isUrgent: true });
    },
  });
}
