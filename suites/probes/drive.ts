import type { Session } from '../../harness/engine/suite.ts';
import type { Ask } from '../../harness/http/transport.ts';
import type { Exchange } from '../../harness/record/exchange.ts';
import { isSelected } from '../../harness/settings/selection.ts';
import type { RunSettings } from '../../harness/settings/settings.ts';
import { catalogue, type RequirementId } from '../catalogue.ts';
import type { EarlierPet } from '../earlier-pets.ts';
import { LIMIT, type Pet, REMOVAL_DATE, SUCCESS } from '../specification/document.ts';
import { violatedBy, worldIn } from '../specification/index.ts';
import { classify } from '../specification/request.ts';
import type { Scope } from '../specification/scope.ts';
import type { World } from '../specification/world.ts';
import { Client, type Id, type Options } from './client.ts';
import { type Random, randomFrom } from './covering.ts';
import { Population } from './population.ts';
import type { Row, Table } from './value.ts';

/** Requirements that need pets of every kind, and as many as a page has. */
export const NEED_PETS = [
  'create.minimal',
  'create.with-status',
  'create.echo',
  'create.whitespace',
  'create.int64',
  'create.id.',
  'create.client-id',
  'list.',
  'get.',
  'history.',
];

/** What a run creates at most on a conforming target: all pets stay there. */
export const CREATIONS = { usual: 140, stocked: 30, thorough: 400 } as const;
/** How many requests it sends at most, besides those that had to wait and are repeated. */
export const REQUESTS = { usual: 800, thorough: 4_000 } as const;
/** For creations at the end of a run. */
const TO_SPARE = 4;

/** Tables whose values are combined, and how to send one combination. */
export interface Combinations<V extends object = object> {
  readonly probe: string;
  readonly tables: readonly Table[];
  /** Takes the values of a row in one. */
  send(values: V, options: Options): Promise<Exchange | undefined>;
}

export interface SentRow {
  readonly combinations: Combinations;
  readonly row: Row;
  readonly exchange: Exchange;
  isNarrowed?: true;
}

/** What the probes of one run share. They send; none of them decides anything. */
export class Drive {
  readonly session: Session;
  readonly settings: RunSettings;
  readonly scope: Scope;
  readonly client: Client;
  readonly population: Population;
  readonly random: Random;
  /** Requirements for which something is sent. */
  #wanted: readonly string[];
  /** Some of those that earlier runs created, as the ledger lists them. */
  readonly earlier: readonly EarlierPet[];
  /** Combinations that were sent, by the number of the exchange, to be narrowed down if one fails. */
  readonly sentRows = new Map<number, SentRow>();
  /** Each shrinks the first input of a property that fails, later and only if one does. */
  readonly shrinks: (() => Promise<void>)[] = [];
  /** What was known when violations were first looked for, and those found until now. */
  #world: World | undefined;
  #violations = new Map<number, readonly RequirementId[]>();
  #checked = 0;
  /** The largest limit that the service accepts. */
  page: number = LIMIT.maximum;
  /** The service insists on the length of a body, so none is sent in pieces any more. */
  refusesPieces = false;
  /** A pet that getPet returns. */
  fetchable: bigint | undefined;
  /** Pets of this run that getPet returned before the crowd came, and those that it did not find, maybe for lag. */
  readonly fetched: Pet[] = [];
  readonly missed: Pet[] = [];
  /** Pets that several clients created, fetched and listed at once. */
  readonly late: Pet[] = [];
  /** Ids from --known-ids that nobody finds. */
  readonly missingIds: string[] = [];

  constructor(session: Session, scope: Scope, earlier: readonly EarlierPet[]) {
    this.earlier = earlier;
    this.session = session;
    this.settings = session.settings;
    this.scope = scope;
    this.client = new Client(session);
    this.population = new Population(scope, session.settings.categoryIds.map(BigInt));
    this.random = randomFrom(session.settings.seed);
    this.#wanted = catalogue.map(({ id }) => id).filter((id) => isSelected(id, session.settings));
  }

  /** Every further pet counts on a stocked target, and where nothing selected needs more, too. */
  get createsFew(): boolean {
    return this.population.isStocked || !this.serves(...NEED_PETS);
  }

  /** How many more creations stay within what a run creates on a conforming target, with some to spare. */
  get creationsLeft(): number {
    const { isStocked } = this.population;
    const limit = isStocked ? CREATIONS.stocked : this.settings.thorough ? CREATIONS.thorough : CREATIONS.usual;
    const isMade = ({ request, status }: Exchange) => request.method === 'POST' && status >= 200 && status < 300;
    return limit - this.session.record.filter(isMade).length - (this.createsFew ? 1 : TO_SPARE);
  }

  /** Whether a creation with its body in pieces was accepted, as far as one was sent. */
  get readsPieces(): boolean {
    const inPieces = this.session.record.filter(({ request }) => request.cutAt !== undefined);
    return inPieces.length === 0 || inPieces.some(({ status }) => status === SUCCESS.createPet);
  }

  /** Whether probes that serve these requirements are to be sent; every exchange serves errors.* and body.*. */
  serves(...prefixes: readonly string[]): boolean {
    const all = [...prefixes, 'errors.', 'body.'];
    return this.#wanted.some((id) => all.some((prefix) => id.startsWith(prefix)));
  }

  /** From now on nothing is sent for any other requirement. */
  serveOnly(ids: readonly string[]): void {
    this.#wanted = ids;
  }

  /** Until its removal date getPet is part of the interface. */
  get getsPets(): boolean {
    return this.settings.now < REMOVAL_DATE;
  }

  /** The requirements that each exchange violates, by its number. */
  violations(): ReadonlyMap<number, readonly RequirementId[]> {
    const { record } = this.session;
    for (const exchange of record.slice(this.#checked)) {
      const ids = this.violatedBy(exchange);
      if (ids.length > 0) this.#violations.set(exchange.number, ids);
    }
    this.#checked = record.length;
    return this.#violations;
  }

  violatedBy(exchange: Exchange): readonly RequirementId[] {
    // Only silence has to be compared with what came after it; for the rest, what was known before is enough.
    if (exchange.status === 0 || !this.#world) this.#world = worldIn(this.session.record, this.scope);
    return violatedBy(exchange, this.#world);
  }

  /** A creation that is to succeed: others wait for it, and its pet is known from then on. */
  async create(body: string, options: Options): Promise<Exchange | undefined> {
    const exchange = await this.client.create(body, { ...options, isUrgent: true });
    this.population.noteCreation(exchange);
    return exchange;
  }

  /** Fetches all of them at once, as long as getPet is part of the interface. */
  async fetch(ids: readonly Id[], options: Options): Promise<readonly (Exchange | undefined)[]> {
    return this.getsPets ? Promise.all(ids.map((id) => this.client.get(id, options))) : [];
  }

  /** Sends a request that was sent before, by this run or an earlier one. */
  sendAgain(ask: Pick<Ask, 'request' | 'connection' | 'input'>, probe: string): Promise<Exchange | undefined> {
    const { request, connection, input } = ask;
    const hasKey = classify(request, this.scope).credential === 'right';
    return this.session.send({ request, connection, input, probe, hasKey, creates: request.method === 'POST' });
  }

  /** Waits until reads can no longer lag behind what was acknowledged by now. */
  async settle(since: number, atLeastMs = 0): Promise<void> {
    const { clock, signal } = this.session;
    // Clocks are coarse: one millisecond more makes "later than the window" true.
    const wait = since + this.scope.windowMs + 1 - this.session.elapsed();
    await clock.sleep(Math.max(wait, atLeastMs, 0), signal);
  }
}
