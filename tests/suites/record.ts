import { toJson } from '../../harness/json/exact-json.ts';
import type { Conclusion } from '../../harness/model/conclusion.ts';
import type { Decision } from '../../harness/model/decision.ts';
import type { Exchange } from '../../harness/model/exchange.ts';
import type { FailureKind } from '../../harness/model/failure.ts';
import type { Headers, WireRequest } from '../../harness/model/wire.ts';
import { isViolated } from '../../harness/report/verdict.ts';
import { findingsIn, worldIn } from '../../suites/decisions/findings.ts';
import { checkRecord, type Limits } from '../../suites/decisions/index.ts';
import type { NewPet, Pet } from '../../suites/reading/document.ts';
import type { Scope } from '../../suites/reading/scope.ts';
import type { RequirementId } from '../../suites/requirements/index.ts';
import type { Violation } from '../../suites/requirements/rules/violation.ts';
import type { World } from '../../suites/world/world.ts';

/* Records of runs that never took place, written down exchange by exchange. */

export const KEY = 'Test-Key.7f3a';
export const BASE_URL = 'http://pets.test/v1';
export const WINDOW = 2_000;
export const SCOPE: Scope = { basePath: '/v1', apiKey: KEY, runId: 'testrun', windowMs: WINDOW, now: '2026-11-16' };
export const FACTS: Limits = { readOnly: false, spent: [], missingIds: [] };

/** How long one exchange takes, unless its step says otherwise, and when the next one begins. */
const TOOK = 5;
const PACE = 10;

type Answer = Pick<Exchange, 'status' | 'headers' | 'body' | 'failure' | 'unreadable'>;

interface Options {
  /** The value of Authorization; null for none. The right key unless given. */
  readonly auth?: string | null;
  /** Besides Authorization and Content-Type. */
  readonly headers?: Headers;
  readonly contentType?: string;
  readonly probe?: string;
  readonly input?: readonly string[];
  readonly generated?: Exchange['generated'];
  readonly cutAt?: number;
  /** What the run concluded about so many exchanges, this one included if it had no answer of the service. */
  readonly concludes?: { readonly cause: Conclusion['cause']; readonly count: number; readonly isAnswered: boolean };
  /** Nothing is concluded about a 401 to the right key. Otherwise the run has found out that the request always gets it. */
  readonly isUnsettled?: true;
  readonly processEnd?: Exchange['processEnd'];
  /** More than 10 ms overlaps with the next step. */
  readonly took?: number;
}

export type Step =
  | { readonly request: WireRequest; readonly answer: Answer; readonly options: Options }
  | { readonly wait: number };

export type Steps = readonly (Step | Steps)[];

/** Time passes. */
export const wait = (ms: number): Step => ({ wait: ms });
/** Until reads cannot lag any more. */
export const settled = wait(WINDOW + 1);

const JSON_TYPE = [['Content-Type', 'application/json']] as const;

/** Text goes out as it is, everything else as JSON. */
export function reply(status: number, body: unknown = '', headers: Headers = JSON_TYPE): Answer {
  return { status, headers, body: Buffer.from(typeof body === 'string' ? body : toJson(body)) };
}

export const error = (status: number, code = `code-${status}`, headers: Headers = []): Answer =>
  reply(status, { code, message: 'A message.', status }, [...JSON_TYPE, ...challenge(status), ...headers]);
const challenge = (status: number): Headers => (status === 401 ? [['WWW-Authenticate', 'Bearer']] : []);

export const noAnswer = (kind: FailureKind = 'reset'): Answer => ({
  status: 0,
  headers: [],
  body: new Uint8Array(),
  failure: { kind, message: `${kind}, as a test has it` },
});

export const cutOff = (answer: Answer, kind: FailureKind = 'reset'): Answer => ({
  ...answer,
  unreadable: { kind, message: `${kind} in the body` },
});

export function ask(
  method: string,
  path: string,
  body: string | undefined,
  answer: Answer,
  options: Options = {},
): Step {
  const { auth = `Bearer ${KEY}`, headers = [], contentType = 'application/json', cutAt } = options;
  const all: Headers = [
    ...(auth === null ? [] : [['Authorization', auth] as const]),
    ...(body === undefined ? [] : [['Content-Type', contentType] as const]),
    ...headers,
  ];
  const request = {
    method,
    path: `/v1${path}`,
    headers: all,
    ...(body !== undefined && { body }),
    ...(cutAt !== undefined && { cutAt }),
  };
  return { request, answer, options };
}

const isAnswer = (value: unknown): value is Answer => typeof value === 'object' && value !== null && 'headers' in value;

/** Pets are answered with 200. */
export const list = (query: string, answer: Answer | readonly unknown[], options?: Options): Step =>
  ask('GET', `/pets${query && `?${query}`}`, undefined, isAnswer(answer) ? answer : reply(200, answer), options);

export const get = (id: unknown, answer: Answer | Pet, options?: Options): Step =>
  ask('GET', `/pets/${id}`, undefined, isAnswer(answer) ? answer : reply(200, answer, ANNOUNCED), options);

export const ANNOUNCED: Headers = [
  ...JSON_TYPE,
  ['Deprecation', '@1688169599'],
  ['Sunset', 'Thu, 05 Dec 2030 00:00:00 GMT'],
];

/** Text goes out as it is, everything else as JSON. */
export const post = (body: unknown, answer: Answer, options?: Options): Step =>
  ask('POST', '/pets', body === undefined || typeof body === 'string' ? body : toJson(body), answer, options);

/** A creation that is answered as it should be, or with these fields changed. */
export const created = (pet: Pet, changes: object = {}, options?: Options): Step =>
  post(withoutId(pet), reply(201, { ...pet, ...changes }), options);

export const markOf = (number: number | bigint) => `conformance-testrun-${String(number).padStart(4, '0')}`;

/** A pet with the mark of this run. */
export const mine = (id: number | bigint, fields: Partial<NewPet> = {}): Pet => ({
  id,
  name: markOf(id),
  categoryId: 1,
  ...fields,
});

/** Pets of somebody else. */
export const others = (count: number, fields: Partial<NewPet> = {}, from = 1_000): readonly Pet[] =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, name: `Rex ${from + at}`, categoryId: 7, ...fields }));

export function withoutId({ id: _id, ...fields }: Pet): NewPet {
  return fields;
}

/** Every operation was used with success: the live controls. */
export const LIVE: Steps = [created(mine(1)), list('', [mine(1)]), get(1, mine(1))];

function flattened(steps: Steps): readonly Step[] {
  return steps.flatMap((step) => ('length' in step ? flattened(step) : [step]));
}

function conclusionAt(number: number, { cause, count, isAnswered }: NonNullable<Options['concludes']>): Conclusion {
  const last = isAnswered ? number - 1 : number;
  return { cause, about: Array.from({ length: count }, (_, at) => last - at) };
}

/** A plain request whose answer shows that the input of the exchanges before it is the cause. */
export const blaming = (count: number, cause: Conclusion['cause'] = 'input'): Step =>
  list('limit=1', [mine(1)], { concludes: { cause, count, isAnswered: true } });

export function recordOf(...steps: Steps): readonly Exchange[] {
  const record: Exchange[] = [];
  let now = 0;
  for (const step of flattened(steps)) {
    if ('wait' in step) {
      now += step.wait;
      continue;
    }
    const { request, answer, options } = step;
    const { probe = 'test', input, generated, processEnd, took = TOOK } = options;
    const times = { sentAt: now, answeredAt: now + took };
    const number = record.length + 1;
    const isOfKey = options.auth === undefined && answer.status === 401 && !options.isUnsettled;
    const alone = isOfKey ? ({ cause: 'input', count: 1, isAnswered: false } as const) : undefined;
    const { concludes: concluded = alone } = options;
    const concludes = concluded && conclusionAt(number, concluded);
    const more = { ...(input && { input }), ...(generated && { generated }), ...(concludes && { concludes }) };
    const end = processEnd && { processEnd };
    record.push({ number, probe, ...more, ...end, request, ...times, ...answer });
    now += PACE;
  }
  return record;
}

export function worldFrom(steps: Steps, scope: Partial<Scope> = {}): World {
  return worldIn(recordOf(...steps), { ...SCOPE, ...scope });
}

export interface Conditions {
  readonly scope?: Partial<Scope>;
  readonly facts?: Partial<Limits>;
}

/** Everything that is decided about a record. */
export function checked(steps: Steps, { scope, facts }: Conditions = {}): ReturnType<typeof checkRecord> {
  return checkRecord([recordOf(...steps)], { ...SCOPE, ...scope }, { ...FACTS, ...facts });
}

export function decide(steps: Steps, conditions?: Conditions): ReadonlyMap<string, Decision> {
  return new Map(checked(steps, conditions).decisions.map((decision) => [decision.id, decision]));
}

export function decisionOn(id: RequirementId, steps: Steps, conditions?: Conditions): Decision {
  const decision = decide(steps, conditions).get(id);
  if (!decision) throw new Error(`Nothing was decided about ${id}.`);
  return decision;
}

/** The requirements that fail. */
export function failing(steps: Steps, conditions?: Conditions): readonly string[] {
  return [...decide(steps, conditions).values()]
    .filter(isViolated)
    .map(({ id }) => id)
    .sort();
}

/** What is wrong, in the order of sending. */
export function violationsOn(id: RequirementId, steps: Steps): readonly Violation[] {
  const violations = checked(steps)
    .stories.flat()
    .flatMap((failure) => (failure.id === id ? failure.violations : []));
  return violations.toSorted((one, other) => one.reading.number - other.reading.number);
}

/** What the last exchange says by itself: requirement, and whether it is violated. */
export function saidLast(steps: Steps, scope: Partial<Scope> = {}): ReadonlyMap<string, boolean> {
  const world = worldFrom(steps, scope);
  const last = world.readings.at(-1);
  const said = new Map<string, boolean>();
  const { agreed = [], violations = [] } = last ? findingsIn(world)(last) : {};
  for (const id of agreed) said.set(id, true);
  for (const { id } of violations) said.set(id, false);
  return said;
}

/** The requirements that the last exchange violates by itself. */
export function violatedLast(steps: Steps, scope?: Partial<Scope>): readonly string[] {
  return [...saidLast(steps, scope)].flatMap(([id, isOk]) => (isOk ? [] : id)).sort();
}
