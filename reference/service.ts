import { type Arrival, Arrivals } from './arrivals.ts';
import { applyAlterations, byName, type Change } from './change.ts';
import { type Clock, systemClock } from './clock.ts';
import { faults } from './faults/index.ts';
import { handle } from './handler.ts';
import type { Request } from './model.ts';
import { preload } from './preload.ts';
import { conformingRules } from './rules/conforming.ts';
import { Store } from './store.ts';
import { variantsNamed } from './variants/index.ts';
import type { HeaderPairs, Incoming, Outgoing } from './wire.ts';

export type { Clock } from './clock.ts';
export type { Incoming, Outgoing } from './wire.ts';

export const VERSION_PATH = '/v1';
/** A body beyond this is refused, so nobody needs to keep more of it. */
export const LARGEST_BODY = 2 ** 20;

export interface ServiceOptions {
  readonly apiKey: string;
  /** How many pets exist from the start; what the faults and variants need, unless given. */
  readonly pets?: number;
  readonly faults?: readonly string[];
  readonly variants?: readonly string[];
  readonly seed?: number;
  /** What another server left, as after a restart; then nothing is put into it at the start. */
  readonly store?: Store;
  /** The system clock, unless given. */
  readonly clock?: Clock;
}

/** The Pet Store as a function of requests, stored pets, time and seeded randomness: no sockets, no timers. */
export interface Service {
  receive(incoming: Incoming): Promise<Outgoing>;
  readonly store: Store;
  requests(): number;
  pets(): number;
}

export function createService(options: ServiceOptions): Service {
  const { apiKey, clock = systemClock, store = new Store() } = options;
  const changes = changesOf(options);
  const conforming = conformingRules(clock, options.seed);
  const alterations = changes.map(({ change }) => change);
  const rules = { ...conforming, ...applyAlterations(conforming, alterations) };
  if (options.store === undefined) {
    const needed = Math.max(0, ...changes.map(({ pets }) => pets ?? 0));
    const everyStatus = changes.some((change) => change.everyStatus);
    store.asOthers(() => preload(rules, store, options.pets ?? needed, everyStatus));
  }
  const arrivals = new Arrivals();
  return {
    receive: (incoming) => {
      const arrival = arrivals.record(incoming.connection, clock.now(), store.size);
      return handle({ rules, store, apiKey }, Object.assign(requestFrom(incoming), arrival));
    },
    store,
    requests: () => arrivals.count,
    pets: () => store.size,
  };
}

function changesOf(options: ServiceOptions): readonly Change[] {
  const chosenFaults = (options.faults ?? []).map((name) => byName(faults, name));
  return [...(options.variants ?? []).flatMap(variantsNamed), ...chosenFaults];
}

function requestFrom({ method, target, headers, pieces, chunked }: Incoming): Omit<Request, keyof Arrival> {
  const [address = '', ...rest] = target.split('?');
  const path = address.replace(/^https?:\/\/[^/]*/i, '');
  const body = Buffer.concat(pieces);
  return {
    method,
    path: path.startsWith(`${VERSION_PATH}/`) ? path.slice(VERSION_PATH.length) : '',
    search: rest.join('?'),
    headerNames: headers.map(([name]) => name),
    headers: byLowerCaseName(headers),
    body,
    pieces,
    bodyTooLarge: body.length > LARGEST_BODY,
    chunked,
  };
}

function byLowerCaseName(pairs: HeaderPairs): Request['headers'] {
  const headers: Record<string, string[]> = Object.create(null);
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    headers[key] ??= [];
    headers[key].push(value);
  }
  return headers;
}
