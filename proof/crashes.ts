import type { Exchange } from '../harness/model/exchange.ts';
import type { Clock } from '../reference/clock.ts';
import { createService, type Incoming, type Outgoing, type Service } from '../reference/service.ts';
import { Store } from '../reference/store.ts';
import { BODIES, BREAKS, broken } from '../suites/inputs/broken-bodies.ts';
import { NAMES } from '../suites/inputs/names.ts';
import type { Fields } from '../suites/inputs/new-pets.ts';
import { PET_IDS } from '../suites/inputs/pet-ids.ts';
import { EXACT_LIMITS, ODD_LIMITS, OTHER_STATUSES } from '../suites/inputs/queries.ts';
import { inTable, sentBy, type Table, type Value } from '../suites/inputs/value.ts';
import { STATUSES } from '../suites/reading/document.ts';
import type { Case, Part } from './part.ts';
import { brokenPromises } from './simulation/referee.ts';
import { API_KEY, watch } from './simulation/simulate.ts';

/** What stops the service: a request, and the ids of the pets that there are. */
type Stops = (request: Asked, ids: ReadonlySet<string>) => boolean;
type Asked = Pick<Incoming, 'method' | 'target'> & { readonly body: string | undefined };

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** A field of the query with this value, which is percent-encoded. */
const inQuery = (name: string, text: string): Stops => {
  const field = new RegExp(`[?&]${name}=${escaped(text)}(&|$)`);
  return ({ method, target }) => method === 'GET' && field.test(target);
};

const NAME = 'conformance-name';
const CATEGORY = 4711n;

/** The body as it is written, whatever the name and the category are. */
const asBody = (write: (fields: Fields) => string | undefined): Stops => {
  const texts = [undefined, ...STATUSES].map((status) => write({ name: NAME, categoryId: CATEGORY, status }));
  const pattern = (text: string) =>
    escaped(text)
      .replaceAll(escaped(NAME), '(conformance|x)[^"\\\\]*')
      .replaceAll(String(CATEGORY), '\\d+')
      .replaceAll(CATEGORY.toString(16), '[0-9a-f]+');
  const patterns = texts.map((text) => text && new RegExp(`^${pattern(text)}$`));
  return ({ method, body }) =>
    method === 'POST' && patterns.some((one) => (typeof one === 'object' ? one.test(body ?? '') : one === body));
};

const asName = (name: (mark: string) => string): Stops => {
  const pattern = new RegExp(`^${escaped(name(NAME)).replace(escaped(NAME), 'conformance-[\\w-]*')}$`, 'u');
  return ({ method, body = '' }) => {
    if (method !== 'POST') return false;
    try {
      return pattern.test(JSON.parse(body).name);
    } catch {
      return false;
    }
  };
};

/** An id that no pet has, made from that of one. It stops the service again, whatever pets there are then. */
const asId = (segmentOf: (id: bigint) => string | undefined): Stops => {
  const isConstant = segmentOf(1n) === segmentOf(7n);
  const deadly = new Set<string>();
  return ({ method, target }, ids) => {
    const segment = /\/pets\/([^/?]+)$/.exec(target)?.[1];
    if (method !== 'GET' || segment === undefined) return false;
    const known = isConstant ? ['1'] : [...ids].slice(0, 12);
    if (!ids.has(segment) && known.some((id) => segmentOf(BigInt(id)) === segment)) deadly.add(segment);
    return deadly.has(segment);
  };
};

function kinds<V extends Value>(table: Table<V>, stopsOf: (value: V) => Stops): readonly (readonly [string, Stops])[] {
  return sentBy(table, false).values.map((value) => [inTable(table, value), stopsOf(value)] as const);
}

/** Whoever reads a field of the pet that is not there. */
const anyUnknownId: Stops = ({ method, target }, ids) => {
  const segment = /\/pets\/([^/?]+)$/.exec(target)?.[1];
  return method === 'GET' && segment !== undefined && !ids.has(segment);
};

const CAUSES: ReadonlyMap<string, Stops> = new Map([
  ['pet-id/any unknown', anyUnknownId],
  ...kinds(BODIES, ({ write }) => asBody(write)),
  ...kinds(BREAKS, (one) => asBody((fields) => broken(one, fields))),
  ...kinds(PET_IDS, ({ segment }) => asId(segment)),
  ...kinds(EXACT_LIMITS, ({ limit }) => inQuery('limit', String(limit))),
  ...kinds(ODD_LIMITS, ({ query }) => inQuery('limit', query)),
  ...kinds(OTHER_STATUSES, ({ query }) => inQuery('status', query)),
  ...STATUSES.map((status) => [`status/${status}`, inQuery('status', status)] as const),
  ...kinds(NAMES, ({ name }) => asName(name)),
]);

const DOWN_MS = 300;
/** What was sent before the service ended arrives so long after it. */
const UNDER_WAY_MS = 1;

/** A conforming server in memory that ends when it gets such a request, and that something starts again. */
function supervised(stops: Stops, onEnd: () => void) {
  return (clock: Clock): Service => {
    const everything = new Store();
    const start = () => createService({ apiKey: API_KEY, clock });
    let service = start();
    let downUntil = Number.NEGATIVE_INFINITY;
    const receive = async (incoming: Incoming): Promise<Outgoing> => {
      // What others wait for on their connections is lost with the process.
      if (clock.now() < downUntil)
        return { kind: clock.now() < downUntil - DOWN_MS + UNDER_WAY_MS ? 'dropped' : 'refused' };
      if (hasKey(incoming) && stops(askedBy(incoming), new Set(service.store.all().map(({ id }) => String(id))))) {
        onEnd();
        service = start();
        downUntil = clock.now() + DOWN_MS;
        return { kind: 'dropped' };
      }
      const outgoing = await service.receive(incoming);
      everything.log.push(...service.store.log.splice(0));
      return outgoing;
    };
    return { receive, store: everything, requests: () => service.requests(), pets: () => service.pets() };
  };
}

/** Most servers look at the key first. */
function hasKey({ headers }: Incoming): boolean {
  return headers.some(([name, value]) => /^authorization$/i.test(name) && value === `Bearer ${API_KEY}`);
}

function askedBy({ method, target, headers, pieces }: Incoming): Asked {
  const isFramed = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
  return { method, target, body: isFramed ? Buffer.concat(pieces).toString() : undefined };
}

const DECIDED = 60;

export function crashOf(cause: string): Case {
  const stops = CAUSES.get(cause);
  if (!stops) throw new Error(`No crash is called "${cause}".`);
  return {
    name: `${cause} ends the service`,
    run: async () => {
      let ends = 0;
      const onEnd = () => {
        ends += 1;
      };
      const { seen } = await watch({ seed: 1, serve: supervised(stops, onEnd) });
      const { exchanges, report } = seen;
      const about = new Set(
        exchanges.flatMap(({ concludes }) => (concludes?.cause === 'crash' ? concludes.about : [])),
      );
      const isGuilty = ({ request: { method, path, body } }: Exchange) =>
        stops({ method, target: path, body }, NO_PETS) || (method === 'GET' && cause.startsWith('pet-id/'));
      const accused = exchanges.filter(({ number }) => about.has(number));
      const innocent = accused.filter((one) => !isGuilty(one));
      const failed = report.results.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
      const decided = report.results.filter(
        ({ level, outcome }) => level !== 'INFO' && (outcome === 'pass' || outcome === 'fail' || outcome === 'warn'),
      ).length;
      return [
        ...brokenPromises(seen, false),
        // Some values take turns, or need a pet with a certain id.
        ...(ends > 0 && accused.length === 0 ? ['nothing is reported to have stopped the service'] : []),
        ...innocent
          .slice(0, 3)
          .map(
            ({ number, request }) => `#${number} ${request.method} ${request.path} ${request.body ?? ''} is accused`,
          ),
        ...failed.filter((id) => id !== 'errors.no-5xx').map((id) => `${id} fails`),
        ...(decided < DECIDED
          ? [`${decided} requirements are decided, at least ${DECIDED} should be (${report.diagnosis ?? ''})`]
          : []),
      ];
    },
  };
}

const NO_PETS: ReadonlySet<string> = new Set();

export const crashes: Part = {
  name: 'crashes',
  claim:
    'conforming servers in memory that one input ends, each started again, where it alone is the culprit and at least 60 requirements are decided',
  // Limits of 2 and 30, and every plain name, come so often that the creations of all attempts are spent.
  tolerated: 0.02,
  cases: () => [...CAUSES.keys()].map(crashOf),
};
