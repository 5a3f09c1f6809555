import { memoize } from '../../harness/basics/memoize.ts';
import type { Violation } from '../decisions/findings.ts';
import type { Reading } from '../reading/reading.ts';
import { headerOf } from '../reading/request.ts';
import type { World } from '../world/world.ts';

const FEWEST = 3;
/** What so many other requests of the kind share as well is no particularity. */
const USUAL_SHARE = 0.6;

/** What all the violations have in common, and most requests of the same kind do not. */
export function circumstancesOf(violations: readonly Violation[], world: World): readonly string[] {
  const readings = [...new Set(violations.map(({ reading }) => reading))];
  if (readings.length < FEWEST) return [];
  const kindOfRequest = ({ asked }: Reading) => `${asked.operation} ${asked.credential}`;
  const kinds = new Set(readings.map(kindOfRequest));
  const alike = world.readings.filter((reading) => kinds.has(kindOfRequest(reading)));
  return Object.entries(CIRCUMSTANCES).flatMap(([name, circumstanceOf]) => {
    const found = new Set(readings.map((reading) => circumstanceOf(reading, world)));
    const [only] = found;
    if (found.size > 1 || only === undefined) return [];
    const sharing = alike.filter((reading) => circumstanceOf(reading, world) === only);
    return sharing.length <= alike.length * USUAL_SHARE ? [`${name} ${only}`] : [];
  });
}

type Circumstance = (reading: Reading, world: World) => string | undefined;

const LATE = 200;
const SILENCE_MS = 250;

const CIRCUMSTANCES: Readonly<Record<string, Circumstance>> = {
  accept: ({ request }) => {
    const accept = headerOf(request.headers, 'accept') ?? 'none';
    return accept === 'application/json' ? undefined : accept;
  },
  connection: ({ connection, after }) => connection ?? (after === undefined ? undefined : 'carried another'),
  pieces: ({ request }) => (request.cutAt === undefined ? undefined : 'yes'),
  filter: ({ asked }) => asked.page && (asked.page.filter ?? 'none'),
  query: ({ asked, request }) => asked.page && (request.path.includes('?') ? 'yes' : 'no'),
  'pet status': ({ asked }, { pets }) => {
    const pet = asked.sent ?? pets.get(asked.petId ?? '')?.pet;
    return pet && (pet.status ?? 'none');
  },
  parity: ({ asked }) => (asked.petId ? (BigInt(asked.petId) % 2n === 0n ? 'even' : 'odd') : undefined),
  time: ({ number }) => (number > LATE ? 'late' : undefined),
  beside: (reading, world) => (besideCreations(world).has(reading) ? 'a creation' : undefined),
  silence: (reading, world) => (afterSilence(world).has(reading) ? 'before' : undefined),
};

/** The exchanges during which another one created a pet. */
const besideCreations = memoize(({ readings }: World) => {
  const creations = readings.filter(({ asked }) => asked.operation === 'createPet');
  return new Set(readings.filter((reading) => creations.some((other) => areBeside(reading, other))));
});

/** The exchanges before which no request was under way for a while. */
const afterSilence = memoize(({ readings }: World) => {
  const found = new Set<Reading>();
  let lastAnswer = Number.POSITIVE_INFINITY;
  for (const reading of readings.toSorted((one, other) => one.sentAt - other.sentAt)) {
    if (reading.sentAt - lastAnswer > SILENCE_MS) found.add(reading);
    lastAnswer =
      lastAnswer === Number.POSITIVE_INFINITY ? reading.answeredAt : Math.max(lastAnswer, reading.answeredAt);
  }
  return found;
});

function areBeside(one: Reading, other: Reading): boolean {
  return one !== other && one.sentAt < other.answeredAt && other.sentAt < one.answeredAt;
}
