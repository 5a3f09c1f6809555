import type { Exchange } from '../../harness/model/exchange.ts';
import {
  anyBreak,
  BODIES,
  BREAKS,
  type Break,
  type BreakValue,
  type BrokenBody,
  broken,
  isLenient,
  isOutOfRange,
  MISSING_FIELDS,
} from '../inputs/broken-bodies.ts';
import { coveringRows } from '../inputs/covering.ts';
import {
  anyToken,
  CREDENTIALS,
  type Credential,
  MISSING,
  SCHEME_CASES,
  type WrongCredential,
} from '../inputs/credentials.ts';
import { CLIENT_HEADERS, CONNECTIONS, headersAt, withHeadersInTurn } from '../inputs/headers.ts';
import { compact, FRAMINGS, statusesAround } from '../inputs/new-pets.ts';
import { SPELLED_IDS } from '../inputs/pet-ids.ts';
import { type InputRow, idsOf, inTable, sentBy, valueIn, valuesOf } from '../inputs/value.ts';
import type { Operation } from '../reading/document.ts';
import { credentialOf } from '../reading/request.ts';
import { type Drive, isMade } from './drive.ts';
import { formsOf } from './forms.ts';
import { fetchable } from './known.ts';
import type { Options } from './options.ts';
import { sendProperty } from './property.ts';
import { type Queue, queueOf } from './queue.ts';
import { sendNext, sendRows } from './rows.ts';

/** Tokens that are tried on a connection of their own: a service may remember who used it before. */
const APART: Readonly<Record<string, string>> = {
  'another-token': 'new',
  cut: 'new',
  'other-case': 'reused',
  'half-other-case': 'new',
  'second-half-other-case': 'new',
};

/** Every bad credential on every operation, in as many forms as the budget allows. */
export function badCredentials(operation: Operation, drive: Drive): BadCredentials | undefined {
  const forms = formsOf(operation, drive);
  const [plain] = forms.rows;
  if (!plain) return undefined;
  const { apiKey, seed, thorough, maxBadCredentials: budget } = drive.settings;
  // A notation of the key is only observed, and on a creation it might create a pet. A key may also be like a near miss.
  const isSent = ({ make, operation: only = operation }: WrongCredential) => {
    if (only !== operation) return false;
    const { headers, query = '' } = make(apiKey, seed);
    const credential = credentialOf(headers, query, apiKey);
    return credential === 'open' ? operation === 'listPets' : credential !== 'right';
  };
  const all = sentBy(CREDENTIALS, thorough).values.filter(isSent);
  // What matters most, on every form, and behind every kind of request with the right key.
  const bare = Math.max(forms.rows.length - 1, WITH_KEY);
  const share = Math.floor(budget * SHARE[operation]) - bare;
  const values = thorough ? all : all.slice(0, Math.max(2, share));
  const tables = {
    credential: { ...CREDENTIALS, values },
    ...forms.tables,
    connection: CONNECTIONS,
    headers: CLIENT_HEADERS,
  };
  const rowWith = (credential: string, at: number, headers: string): InputRow => ({
    credential,
    ...forms.rows[at % forms.rows.length],
    ...(APART[credential] && { connection: APART[credential] }),
    headers,
  });
  const everywhere = Array.from({ length: bare }, (_, at) => rowWith(MISSING.id, at + 1, headersAt(at)));
  const each = values.map(({ id }, at) => rowWith(id, at, headersAt(at)));
  const { headers: _headers, ...combined } = tables;
  const covering = thorough ? coveringRows(combined, drive.random, CREDENTIAL_PAIRS) : [];
  const rows = [...everywhere, ...covering.map((row, at) => ({ ...row, headers: headersAt(at) })), ...each];
  const isNew = (row: InputRow) => !drive.wasAnswered(idsOf(row, tables));
  const again = AGAIN[operation].map((credential): InputRow => ({ ...plain, credential }));
  const due = drive.isFirst ? rows : [...again, ...rows.filter(isNew)];
  return {
    queue: queueOf({
      probe: `auth ${operation}`,
      tables,
      rows: due,
      send: (chosen, options) => forms.send(chosen, { ...options, credential: concealed(chosen.credential, drive) }),
    }),
    sendPlain: (options) => forms.send(valuesOf(forms.tables, plain), options),
  };
}

export interface BadCredentials {
  readonly queue: Queue;
  /** A plain request of the operation, with the right key unless the options have another. */
  readonly sendPlain: (options: Options) => Promise<Exchange | undefined>;
}

/**
 * The budget holds for all attempts, and a pass needs one of its kind in the last one: these, besides the early refusals.
 */
const AGAIN: Readonly<Record<Operation, readonly string[]>> = {
  listPets: [MISSING.id, 'another-token', 'token-scheme', 'bearer-alone', 'other-headers'],
  createPet: ['token-scheme'],
  getPet: [MISSING.id, 'another-token', 'token-scheme'],
};

/** Of the bad credentials that a run may send. Some go to lists only: what compares keys is one for all operations. */
const SHARE: Readonly<Record<Operation, number>> = { listPets: 0.4, createPet: 0.3, getPet: 0.3 };

/** Kinds of requests with the right key: accepted ones of each operation, 400, 404 and an invalid parameter. */
const WITH_KEY = 6;

/** Of all pairs of credential, form and connection. */
const CREDENTIAL_PAIRS = 200;

/** What is left of them, some at the same time as accepted requests. */
export async function sendBadCredentials(operation: Operation, bad: BadCredentials, drive: Drive): Promise<void> {
  const { queue, sendPlain } = bad;
  const isTwin = ({ credential }: InputRow) => operation === 'listPets' && credential === 'another-token';
  await Promise.all([
    // Its answer may go to others that ask for the same at the same time.
    operation === 'createPet' ? undefined : sendPlain({ probe: queue.probe }),
    // A token that is being checked may pass for one that was checked, so one goes out twice.
    drive.isFirst ? sendRows(drive, queue, queue.rows.filter(isTwin)) : undefined,
    sendNext(drive, queue),
  ]);
  for (const value of SCHEME_CASES.values.filter((one) => one.operation === operation)) {
    const input = [inTable(SCHEME_CASES, value)];
    if (drive.wasAnswered(input) && operation !== 'listPets') continue;
    const options = { probe: 'auth scheme', input, credential: concealed(value, drive) };
    const first = await sendPlain(options);
    if (first?.status !== 401) continue;
    // The key may be refused to everybody just now: the plain request waits for the end of that.
    await sendPlain({ probe: 'auth scheme' });
    await sendPlain(options);
  }
}

/** What gives the key away is hidden from reports before it is sent. */
function concealed({ make }: WrongCredential, { session, settings }: Drive): Credential {
  const { shown, ...credential } = make(settings.apiKey, settings.seed);
  if (shown) session.hide(shown.text, shown.shell);
  return credential;
}

export async function sendRandomTokens(drive: Drive): Promise<void> {
  if (drive.wasAnswered([inTable(CREDENTIALS, { id: 'random' })])) return;
  await sendProperty(drive, {
    probe: 'random tokens listPets',
    arbitrary: anyToken,
    runs: Math.max(1, Math.floor(drive.settings.runs / 15)),
    input: () => [inTable(CREDENTIALS, { id: 'random' })],
    show: ({ label }) => label,
    send: (value, options) => drive.list('', { ...options, credential: concealed(value, drive) }),
  });
}

/** What is wrong besides the missing credential. */
const MISTAKES = ['empty-object', 'unclosed'];

/** Without a credential, other mistakes do not matter, nor does another spelling of the address. */
export async function sendMistakesWithoutKey(drive: Drive): Promise<void> {
  const { newPets, settings, world } = drive;
  const missing = inTable(CREDENTIALS, MISSING);
  const options = { probe: 'auth first', credential: MISSING.make(''), input: [missing] };
  const bodies = settings.readOnly ? [] : MISTAKES.map((id) => valueIn(BODIES, id));
  const escaped = valueIn(SPELLED_IDS, 'escaped');
  if (drive.wasAnswered([inTable(SPELLED_IDS, escaped)])) {
    await drive.fetch([UNLIKELY_ID], options);
    return;
  }
  await Promise.all([
    drive.fetch([UNLIKELY_ID], options),
    drive.fetch([escaped.segment(fetchable(world).id ?? 1n)], {
      ...options,
      input: [missing, inTable(SPELLED_IDS, escaped)],
    }),
    ...bodies.map((body) => {
      const input = [missing, inTable(BODIES, body)];
      return drive.create(body.write(newPets.toBeRefused()), { ...options, input });
    }),
  ]);
}

const UNLIKELY_ID = 415_227_415_227;

/** Refused creations before the lists are read, so that something can show what they added. */
export function earlyRefusals(drive: Drive): readonly (() => Promise<unknown>)[] {
  const { newPets, statuses } = drive;
  const options = { probe: 'early refusals', isUrgent: true };
  const fields = () => newPets.toBeRefused(statuses.quiet);
  const bodies = [...MISSING_FIELDS, ...['status-unknown', 'category-fraction'].map((id) => valueIn(BODIES, id))];
  const credentials = [MISSING, valueIn(CREDENTIALS, 'another-token')];
  return [
    ...credentials.map((value) => () => {
      const more = { input: [inTable(CREDENTIALS, value)], credential: concealed(value, drive) };
      return drive.create(compact(fields()), { ...options, ...more });
    }),
    ...bodies.map((value) => () => {
      return drive.create(value.write(fields()), { ...options, input: [inTable(BODIES, value)] });
    }),
  ];
}

/** Bodies that are broken in one way, in different framings. */
export function brokenBodies(drive: Drive): Queue {
  const { newPets, random, settings, statuses } = drive;
  const values = sentBy(BODIES, settings.thorough).values.filter(
    (value) => newPets.takesAnyCategory || !isOutOfRange(value),
  );
  const tables = {
    body: { ...BODIES, values },
    // A service that accepts no body in pieces refuses these whatever is wrong with them.
    ...(drive.readsPieces && { framing: sentBy(FRAMINGS, false) }),
    status: statusesAround(statuses.crowded),
  };
  // Careful servers accept many of the lenient ones, and every accepted one stays. In pieces it shows something else.
  const isCombined = (value: BrokenBody) => !isLenient(value) && !MISSING_FIELDS.includes(value);
  const combined = { ...BODIES, values: values.filter(isCombined) };
  const maximum = settings.thorough ? BODY_PAIRS : combined.values.length;
  const covering = coveringRows({ ...tables, body: combined }, random, maximum);
  // With the quiet status they were sent early.
  const notSent = tables.status.values.filter(({ status }) => status !== statuses.quiet);
  const missing = MISSING_FIELDS.flatMap(({ id }) =>
    notSent.map((status): InputRow => ({ body: id, status: status.id })),
  );
  // Every way of breaking once, whatever the covering left out.
  const first = new Set([...missing, ...covering].map(({ body }) => body));
  const rest = values.filter(({ id }) => !first.has(id)).map(({ id }): InputRow => ({ body: id }));
  const rows = [...missing, ...covering, ...rest].map(withoutUnusedStatus);
  return queueOf({
    probe: 'broken bodies',
    tables: { ...tables, headers: CLIENT_HEADERS },
    rows: rows.map(withHeadersInTurn),
    send: ({ body, framing, status }, options) => {
      const text = body.write(newPets.toBeRefused(status.status));
      return drive.create(text, { ...options, cutAt: text ? framing?.cutAt(text) : undefined });
    },
  });
}

/** A body that is null has no status, and must not be reported for one. */
function withoutUnusedStatus({ status, ...row }: InputRow): InputRow {
  const { write } = valueIn(BODIES, row.body ?? '');
  const [one, other] = (['available', 'sold'] as const).map((each) =>
    write({ name: 'pet', categoryId: 1n, status: each }),
  );
  return status === undefined || one === other ? row : { ...row, status };
}

/** Of all pairs of body, framing and status. */
const BODY_PAIRS = 400;

/** How many bodies that careful servers accept go out before it is known how many were. */
const AT_ONCE = 8;

/**
 * What is left of them, and as many of those that careful servers accept as may be created. These come first: a service
 * that accepts others as well would use up what may be created for the sake of good practice.
 */
export async function sendBrokenBodies(queue: Queue, drive: Drive): Promise<void> {
  const { rows } = queue;
  const isSpared = ({ body = '' }: InputRow) => isLenient(valueIn(BODIES, body));
  const [spared, others] = [rows.filter(isSpared), rows.filter((row) => !isSpared(row))];
  rows.length = 0;
  // It stops more services than any other: far away there is time to send so few of them one at a time.
  const at = others.findIndex(({ body }) => body === 'null');
  if (at >= 0) await sendRows(drive, queue, others.splice(at, 1));
  let isTaken = false;
  // Where hardly a pet is left, one at a time until one is accepted: what is refused creates none.
  while (spared.length > 0 && (drive.creationsToSpare > 0 || !isTaken)) {
    const count = Math.max(1, Math.min(AT_ONCE, drive.creationsToSpare));
    const sent = await sendRows(drive, queue, spared.splice(0, count));
    isTaken ||= sent.some((exchange) => exchange === undefined || isMade(exchange));
  }
  await Promise.all([sendRows(drive, queue, others), sendRandomBreaks(drive)]);
}

/** Any NewPet that is broken in one way. */
function sendRandomBreaks(drive: Drive): Promise<void> {
  const { newPets, settings, statuses } = drive;
  const examples = BREAKS.values.filter(({ id }) => newPets.takesAnyCategory || id !== 'beyond-64-bits');
  return sendProperty<Break | BreakValue>(drive, {
    probe: 'create.invalid',
    arbitrary: anyBreak(newPets.takesAnyCategory),
    examples,
    runs: examples.length + Math.ceil(settings.runs / 15),
    input: (value) => [inTable(BREAKS, { id: 'id' in value ? value.id : 'random' })],
    show: ({ field = 'the body', json = 'missing' }) => `${field}: ${json}`,
    send: (value, options) => drive.create(broken(value, newPets.toBeRefused(statuses.crowded)), options),
  });
}
