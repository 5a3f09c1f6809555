import { defined } from '../../harness/basics/defined.ts';
import type { Session } from '../../harness/engine/suite.ts';
import type { Ask } from '../../harness/http/transport.ts';
import type { Exchange } from '../../harness/model/exchange.ts';
import type { Headers } from '../../harness/model/wire.ts';
import { isSelected } from '../../harness/settings/selection.ts';
import type { RunSettings } from '../../harness/settings/settings.ts';
import { violationsOf, worldIn } from '../decisions/findings.ts';
import { type Random, randomFrom } from '../inputs/covering.ts';
import type { Credential } from '../inputs/credentials.ts';
import { LIMIT, REMOVAL_DATE, SUCCESS } from '../reading/document.ts';
import { type Asked, basePathOf, classify, isRefusedInPieces } from '../reading/request.ts';
import type { Scope } from '../reading/scope.ts';
import { catalogue } from '../requirements/index.ts';
import type { Topic } from '../requirements/row.ts';
import type { Violation } from '../requirements/rules/violation.ts';
import type { EarlierPet } from '../world/earlier-pets.ts';
import type { World } from '../world/world.ts';
import { CREATIONS } from './amounts.ts';
import { type Statuses, statusesIn } from './known.ts';
import { NewPets } from './new-pets.ts';
import type { Id, Options } from './options.ts';
import type { SentRow } from './queue.ts';

const JSON_TYPE = 'application/json';

/** For creations at the end of a run. */
const TO_SPARE = 4;

/**
 * What the probes of one run share. They send, and decide nothing about the service. What it is like they ask the
 * specification: its world says what exists, and its rules say which requests failed, so that these are narrowed down
 * and sent again.
 */
export class Drive {
  readonly session: Session;
  readonly settings: RunSettings;
  readonly scope: Scope;
  readonly newPets: NewPets;
  readonly random: Random;
  /** Some of those that earlier runs created, as the ledger lists them. */
  readonly earlier: readonly EarlierPet[];
  /** Combinations that were sent, by the number of the exchange: a record has no rows, and one that fails is narrowed down. */
  readonly sentRows = new Map<number, SentRow>();
  /** Each shrinks the first input of a property that fails, later and only if one does. */
  readonly shrinks: (() => Promise<void>)[] = [];
  /** The largest limit that the service accepts: where it refuses the largest page, that must not hide all others. */
  page: number = LIMIT.maximum;
  /** Chosen before anything is created, and kept, since what is created changes their order. */
  #statuses: Statuses = { crowded: 'available', middle: 'pending', quiet: 'sold' };
  #isStocked = false;
  /** What earlier attempts have left is not enough to fill a page. */
  #isShort = false;
  readonly #basePath: string;
  readonly #key: Credential;
  /** What something is sent for. */
  readonly #topics: ReadonlySet<Topic>;
  #world: World;
  /** A record is checked once: what was known then is enough for what came before. */
  readonly #violations = new Map<number, readonly Violation[]>();
  #checked = 0;

  /** Nothing was sent before this attempt. */
  readonly isFirst: boolean;

  constructor(session: Session, scope: Scope, earlier: readonly EarlierPet[], before?: Drive) {
    const { settings, record } = session;
    this.earlier = earlier;
    this.isFirst = before === undefined;
    this.session = session;
    this.settings = settings;
    this.scope = scope;
    this.#basePath = basePathOf(settings.baseUrl);
    this.#key = { headers: [['Authorization', `Bearer ${settings.apiKey}`]] };
    this.#world = worldIn(record, scope);
    this.newPets = new NewPets(scope.runId, settings.categoryIds.map(BigInt), () => this.#world, before?.newPets);
    this.random = randomFrom(settings.seed);
    this.#topics = topicsOf((id) => isSelected(id, settings));
    this.#isShort = before !== undefined && session.creationsLeft < CREATIONS.least;
  }

  /** What was known when a probe last looked: each stage begins with that. */
  get world(): World {
    return this.#world;
  }

  look(): World {
    this.#world = worldIn(this.session.record, this.scope);
    return this.#world;
  }

  get statuses(): Statuses {
    return this.#statuses;
  }

  /** One status filled a page before the run, so no crowd has to be created. */
  get isStocked(): boolean {
    return this.#isStocked;
  }

  chooseStatuses(): void {
    const world = this.look();
    this.#statuses = statusesIn(world);
    this.#isStocked = world.count(this.#statuses.crowded) >= LIMIT.maximum;
  }

  /** Every further pet counts on a stocked target, where nothing selected needs more, and where attempts have used them up. */
  get createsFew(): boolean {
    return this.isStocked || !this.serves('pets') || this.#isShort;
  }

  /** How many more creations stay within what a run creates on a conforming target, with some to spare. */
  get creationsToSpare(): number {
    const limit = this.isStocked ? CREATIONS.stocked : this.settings.thorough ? CREATIONS.thorough : CREATIONS.usual;
    return limit - this.session.record.filter(isMade).length - (this.createsFew ? 1 : TO_SPARE);
  }

  /** To ask for more bad credentials than there are would be reported as what the run could not check. */
  mayRepeat({ credential }: Pick<Asked, 'credential'>): boolean {
    return credential === 'right' || this.session.badCredentialsLeft > 0;
  }

  /** The service insists on the length of a body, so none is sent in pieces any more. */
  get refusesPieces(): boolean {
    return this.session.record.some(({ request, status }) => isRefusedInPieces(request, status));
  }

  /** Whether a creation with its body in pieces was accepted, as far as one was sent. */
  get readsPieces(): boolean {
    const inPieces = this.session.record.filter(({ request }) => request.cutAt !== undefined);
    return inPieces.length === 0 || inPieces.some(({ status }) => status === SUCCESS.createPet);
  }

  /** Whether an earlier attempt got an answer to each of these values: they need not be sent again for their own sake. */
  wasAnswered(input: readonly string[]): boolean {
    const { answered } = this.session;
    return answered !== undefined && input.every((id) => answered.has(id));
  }

  /** Whether some requirement needs what is sent for these topics. */
  serves(...topics: readonly Topic[]): boolean {
    return this.#topics.has('always') || topics.some((topic) => this.#topics.has(topic));
  }

  /** Until its removal date getPet is part of the interface. */
  get getsPets(): boolean {
    return this.settings.now < REMOVAL_DATE;
  }

  /** What each exchange violates, by its number. */
  violations(): ReadonlyMap<number, readonly Violation[]> {
    const { record } = this.session;
    for (const exchange of record.slice(this.#checked)) {
      const violations = this.violationsOf(exchange);
      if (violations.length > 0) this.#violations.set(exchange.number, violations);
    }
    this.#checked = record.length;
    return this.#violations;
  }

  violationsOf(exchange: Exchange): readonly Violation[] {
    // Only silence has to be compared with what came after it; for the rest, what was known before is enough.
    return violationsOf(exchange, exchange.status === 0 ? this.look() : this.#world);
  }

  /** The query goes out as it is. */
  list(query: string, options: Options): Promise<Exchange | undefined> {
    return this.send('GET', `/pets${query && `?${query}`}`, undefined, options);
  }

  create(body: string | undefined, options: Options): Promise<Exchange | undefined> {
    return this.send('POST', '/pets', body, options);
  }

  /** The id goes out as it is. */
  get(id: Id, options: Options): Promise<Exchange | undefined> {
    return this.send('GET', `/pets/${id}`, undefined, options);
  }

  send(method: string, path: string, body: string | undefined, options: Options): Promise<Exchange | undefined> {
    const { credential = this.#key, contentType = JSON_TYPE, rewrite, cutAt, ...ask } = options;
    const query = credential.query ? `${path.includes('?') ? '&' : '?'}${credential.query}` : '';
    const plain: Headers = [
      ...credential.headers,
      ...(body === undefined && method !== 'POST' ? [] : [['Content-Type', contentType] as const]),
      ['Accept', JSON_TYPE],
      ['Accept-Encoding', 'identity'],
      ['User-Agent', this.session.userAgent],
    ];
    const headers = rewrite ? rewrite(plain) : plain;
    const request = defined({ method, path: `${this.#basePath}${path}${query}`, headers, body, cutAt });
    return this.session.send({ ...ask, request, hasKey: credential === this.#key, creates: method === 'POST' });
  }

  /** Fetches all of them at once, as long as getPet is part of the interface. */
  async fetch(ids: readonly Id[], options: Options): Promise<readonly (Exchange | undefined)[]> {
    return this.getsPets ? Promise.all(ids.map((id) => this.get(id, options))) : [];
  }

  /** Sends a request that was sent before, by this run or an earlier one. */
  repeat(ask: Pick<Ask, 'request' | 'connection' | 'input'>, probe: string): Promise<Exchange | undefined> {
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

function topicsOf(isWanted: (id: string) => boolean): ReadonlySet<Topic> {
  const wanted = catalogue.filter(({ id }) => isWanted(id));
  return new Set(wanted.flatMap(({ topics }) => topics));
}

/** A creation that was answered with success. */
export function isMade({ request, status }: Exchange): boolean {
  return request.method === 'POST' && status >= 200 && status < 300;
}
