import type { Exchange } from '../../harness/record/exchange.ts';
import { OPERATIONS, type Operation, STATUSES } from '../specification/document.ts';
import { credentialOf } from '../specification/request.ts';
import {
  anyBreak,
  type BrokenBody,
  broken,
  brokenBodies,
  cornerBreaks,
  isLenient,
  MISSING_FIELDS,
  withField,
} from './broken-bodies.ts';
import type { Credential, Options } from './client.ts';
import { coveringRows, plainFirst, type Row, type Value } from './covering.ts';
import {
  anyNearMiss,
  MALFORMED,
  MISSING,
  NEAR_MISSES,
  OTHER_CASES,
  OTHER_PLACES,
  OTHER_SCHEMES,
  type WrongCredential,
} from './credentials.ts';
import type { Drive, Table } from './drive.ts';
import { HEADERS, headersAt } from './headers.ts';
import { compact, FRAMINGS, type FramingValue, NO_STATUS, type StatusValue, statusValue } from './new-pets.ts';
import { SPELLED_IDS } from './pet-ids.ts';
import { sendProperty } from './property.ts';
import { sendRows } from './table.ts';

/** A request that the operation accepts with the right key. */
interface Form extends Value {
  readonly send: (options: Options) => Promise<Exchange | undefined>;
}

interface ConnectionValue extends Value {
  readonly connection?: 'new' | 'reused';
}

const CONNECTIONS: readonly ConnectionValue[] = [
  { label: 'on any connection' },
  { label: 'on a new connection', connection: 'new' },
  { label: 'on a connection that carried the right key', connection: 'reused' },
];

/** Lists with and without parameters, creations whole and in pieces, and pets of every status, with even and odd ids. */
function formsOf(operation: Operation, drive: Drive): readonly Form[] {
  const { client, population } = drive;
  switch (operation) {
    case 'listPets':
      return ['', `limit=${drive.page}&status=pending`, 'status=available&limit=2', 'limit=3&status=sold'].map(
        (query) => ({
          label: query ? `list with ${query}` : 'list',
          send: (options) => client.list(query, options),
        }),
      );
    case 'createPet':
      return [undefined, ...STATUSES].map((status, index) => {
        const framing = FRAMINGS[index % FRAMINGS.length];
        return {
          label: ['creation', status && `with status ${status}`, framing?.label].filter(Boolean).join(' '),
          send: (options: Options) => {
            const body = compact(population.refused(status));
            return client.create(body, { ...options, cutAt: framing?.cutAt(body) });
          },
        };
      });
    case 'getPet': {
      const { fetched } = drive;
      const first = population.pets.find(({ id }) => BigInt(id) === drive.fetchable);
      const kinds = [undefined, ...STATUSES].map((status) => fetched.find((pet) => pet.status === status));
      const parities = [0n, 1n].map((odd) => fetched.find(({ id }) => BigInt(id) % 2n === odd));
      const pets = new Set([first, ...kinds, ...parities, ...fetched.slice(-1)].filter((pet) => pet !== undefined));
      const known = pets.size > 0 ? [...pets] : [...population.pets, ...population.found].slice(0, 3);
      return known.map(({ id, status }) => ({
        label: `fetch of a pet ${status ? `with status ${status}` : 'without a status'}`,
        send: (options) => client.get(id, options),
      }));
    }
  }
}

/** Near misses that are tried on a connection of their own: a service may remember who used it before. */
const APART: ReadonlyMap<string, number> = new Map([
  ['another token', 1],
  ['the key without its last character', 1],
  ['the key with its case swapped', 2],
]);

/** Every bad credential on every operation, in as many forms as the budget allows. */
export async function sendBadCredentials(operation: Operation, drive: Drive): Promise<void> {
  const forms = formsOf(operation, drive);
  if (forms.length === 0) return;
  const { apiKey, thorough, maxBadCredentials: budget } = drive.settings;
  const isWrong = ({ make }: WrongCredential) =>
    credentialOf(make(apiKey).headers, make(apiKey).query ?? '', apiKey) !== 'right';
  const all = [MISSING, ...MALFORMED, ...OTHER_PLACES, ...NEAR_MISSES, ...OTHER_SCHEMES].filter(isWrong);
  const share = Math.floor(budget / OPERATIONS.length) - forms.length;
  const credentials = thorough ? all : all.slice(0, Math.max(2, share));
  const table: Table<WrongCredential & Form> = {
    probe: `auth ${operation}`,
    dimensions: [{ values: credentials, hasPlain: false }, ...[forms, CONNECTIONS, HEADERS].map(plainFirst)],
    send: (values, options) => values.send({ ...options, credential: concealed(values, drive) }),
  };
  const rows = credentials.map((credential, index) => [
    credential,
    forms[index % forms.length],
    // The first of the connections is the pool.
    CONNECTIONS[APART.get(credential.label) ?? 0],
    headersAt(index),
  ]) as Row[];
  // What matters most, on every form.
  const everywhere = forms
    .slice(1)
    .map((form, index) => [MISSING, form, CONNECTIONS[0], HEADERS[(index + 1) % HEADERS.length]] as Row);
  const covering = thorough ? coveringRows(table.dimensions, drive.random, 200) : [];
  // A token that is being checked may pass for one that was checked, so one goes out twice.
  const twins = operation === 'listPets' ? rows.filter(([value]) => value === NEAR_MISSES[0]) : [];
  const others = rows.filter((row) => !twins.includes(row));
  await Promise.all([
    // Its answer may go to others that ask for the same at the same time.
    operation === 'createPet' ? undefined : forms[0]?.send({ probe: table.probe }),
    sendRows(drive, table, [...twins, ...twins, ...others, ...everywhere, ...covering]),
  ]);
  const otherCase = OTHER_CASES[operation];
  if (otherCase) await forms[0]?.send({ probe: 'auth scheme', credential: concealed(otherCase, drive) });
}

/** What gives the key away is hidden from reports before it is sent. */
function concealed({ make }: WrongCredential, { session, settings }: Drive): Credential {
  const { shown, ...credential } = make(settings.apiKey);
  if (shown) session.hide(shown.text, shown.shell);
  return credential;
}

export function sendRandomTokens(drive: Drive): Promise<void> {
  return sendProperty(drive, {
    probe: 'random tokens listPets',
    arbitrary: anyNearMiss,
    runs: Math.max(1, Math.floor(drive.settings.runs / 15)),
    show: ({ label }) => label,
    send: (value, options) => drive.client.list('', { ...options, credential: concealed(value, drive) }),
  });
}

/** Without a credential, other mistakes do not matter, nor does another spelling of the address. */
export async function sendMistakesWithoutKey(drive: Drive): Promise<void> {
  const { client, settings, fetchable = 1n } = drive;
  const options = { probe: 'auth first', credential: MISSING.make('') };
  const bodies = settings.readOnly ? [] : ['{}', '{"name":'];
  const ids = [UNLIKELY_ID, SPELLED_IDS['observed.id-escaped'](fetchable)];
  await Promise.all([drive.fetch(ids, options), ...bodies.map((body) => client.create(body, options))]);
}

const UNLIKELY_ID = -7_415_227;

/** Refused creations before the lists are read, so that something can show what they added. */
export function earlyRefusals(drive: Drive): readonly (() => Promise<unknown>)[] {
  const { client, population } = drive;
  const options = { probe: 'early refusals', isUrgent: true };
  const fields = () => population.refused(population.quiet);
  const broken = [
    ...WITH_EVERY_STATUS.map(({ write }) => write(fields())),
    withField(fields(), 'status', '"lost"'),
    withField(fields(), 'categoryId', '-1.5'),
  ];
  const credentials = [MISSING, ...NEAR_MISSES.slice(0, 1)].map((value) => concealed(value, drive));
  return [
    ...credentials.map((credential) => () => client.create(compact(fields()), { ...options, credential })),
    ...broken.map((text) => () => client.create(text, options)),
  ];
}

/** A body without a name or a category. */
const WITH_EVERY_STATUS = MISSING_FIELDS.slice(0, 2);

/** Bodies that are broken in one way, in different framings. */
export async function sendBrokenBodies(drive: Drive): Promise<void> {
  const { population, client, random, settings } = drive;
  const values = brokenBodies(population.takesAnyCategory);
  const statuses = [...[population.crowded, population.third, population.quiet].map(statusValue), NO_STATUS];
  const table: Table<BrokenBody & FramingValue & StatusValue> = {
    probe: 'broken bodies',
    dimensions: [{ values, hasPlain: false }, ...[FRAMINGS, HEADERS, statuses].map(plainFirst)],
    send: ({ write, cutAt, status }, options) => {
      const body = write(population.refused(status));
      return client.create(body, { ...options, cutAt: body ? cutAt(body) : undefined });
    },
  };
  // Careful servers accept many of the lenient ones, and every accepted one stays.
  const mustSpare = settings.thorough || population.isStocked;
  const isCombined = (value: BrokenBody) => !(mustSpare && isLenient(value)) && !WITH_EVERY_STATUS.includes(value);
  const combined = { values: values.filter(isCombined), hasPlain: false };
  const [, ...others] = table.dimensions;
  const maximum = settings.thorough ? 400 : combined.values.length;
  const covering = coveringRows([combined, ...others], random, maximum);
  // With the quiet status they were sent early.
  const notSent = statuses.filter(({ status }) => status !== population.quiet);
  const missing = WITH_EVERY_STATUS.flatMap((value) =>
    notSent.map((status) => [value, FRAMINGS[0], HEADERS[0], status] as Row),
  );
  // Every way of breaking once, whatever the covering left out.
  const first = new Set([...missing, ...covering].map(([value]) => value));
  const plain = [FRAMINGS[0], HEADERS[0], statuses[0]];
  const rest = values.filter((value) => !first.has(value)).map((value) => [value, ...plain] as Row);
  await sendRows(drive, table, [...missing, ...covering, ...rest]);
}

/** Any NewPet that is broken in one way. */
export function sendRandomBreaks(drive: Drive): Promise<void> {
  const { population, client, settings } = drive;
  const examples = cornerBreaks(population.takesAnyCategory);
  return sendProperty(drive, {
    probe: 'create.invalid',
    arbitrary: anyBreak(population.takesAnyCategory),
    examples,
    runs: examples.length + Math.ceil(settings.runs / 15),
    show: ({ field = 'the body', json = 'missing' }) => `${field}: ${json}`,
    send: (value, options) => client.create(broken(value, population.refused(population.crowded)), options),
  });
}
