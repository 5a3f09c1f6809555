import { isObject } from '../json/exact-json.ts';
import { REASON_KINDS, type Reason, sentenceOf } from '../model/reasons.ts';
import type { ArchivedFacts, RecordedExchange, Report, ShownExchange } from '../model/report.ts';
import type { Settings } from '../settings/settings.ts';

/* A HAR file may come from anywhere, so every field that is read is checked. */

export interface HarHeader {
  readonly name: string;
  readonly value: string;
}

type OwnFields = Partial<
  Pick<RecordedExchange, 'number' | 'probe' | 'input' | 'generated' | 'offsetMs' | 'cutAt' | 'connection' | 'after'> &
    Pick<RecordedExchange, 'trace' | 'failure' | 'concludes' | 'attempt'> &
    Pick<NonNullable<ShownExchange['response']>, 'cut' | 'unreadable'> & { readonly url: string }
>;

export interface HarEntry {
  readonly startedDateTime: string;
  readonly time?: number | null;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers?: readonly HarHeader[] | null;
    readonly postData?: { readonly text?: string | null } | null;
  };
  readonly response: {
    readonly status: number;
    readonly headers?: readonly HarHeader[] | null;
    readonly content?: { readonly text?: string | null; readonly encoding?: string | null } | null;
  };
  readonly _petstore?: OwnFields;
}

/** What this suite writes into the log of a run. */
export interface OwnLog {
  readonly run: string;
  /** Of the suite. */
  readonly version?: string;
  readonly baseUrl?: string;
  readonly subject?: Report['target']['subject'];
  readonly url?: string;
  readonly seed?: number;
  readonly startedAt?: string;
  readonly durationMs?: number;
  readonly isWhole?: boolean;
  readonly settings?: unknown;
  readonly known?: unknown;
}

type Is = (value: unknown) => boolean;

const isText: Is = (value) => typeof value === 'string';
const isFlag: Is = (value) => typeof value === 'boolean';
const isWhole: Is = (value) => Number.isSafeInteger(value);
const isCount: Is = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const optional =
  (is: Is): Is =>
  (value) =>
    value === undefined || is(value);
/** Some exporters write null for what is absent. */
const orNull = (is: Is): Is => optional((value) => value === null || is(value));
const listOf =
  (is: Is): Is =>
  (value) =>
    Array.isArray(value) && value.every(is);
const oneOf =
  (...values: readonly unknown[]): Is =>
  (value) =>
    values.includes(value);
/** With these fields; others may be there too. */
const objectWith =
  (fields: Readonly<Record<string, Is>>): Is =>
  (value) =>
    isObject(value) && Object.entries(fields).every(([name, is]) => is(value[name]));

/** In milliseconds: longer than any run or recording, and short enough for every sum of times to be a date. */
const LONGEST = 100 * 365 * 86_400_000;
const LATEST = Date.parse('9000-01-01T00:00:00Z');
const isTime: Is = (value) => typeof value === 'number' && Math.abs(value) <= LONGEST;
const isDate: Is = (value) => {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return time >= 0 && time <= LATEST;
};

const areHeaders = listOf(objectWith({ name: isText, value: isText }));
const isFailure = objectWith({ kind: isText, message: isText });

const isConclusion = objectWith({
  about: listOf(isCount),
  cause: oneOf('input', 'crash'),
  stops: optional(objectWith({ operation: isText, input: optional(isText) })),
});

const isOwn = objectWith({
  number: optional(isCount),
  probe: optional(isText),
  input: optional(listOf(isText)),
  generated: optional(objectWith({ value: isText, seed: isWhole, path: isText })),
  offsetMs: optional(isTime),
  trace: optional(isText),
  cutAt: optional(isCount),
  connection: optional(oneOf('new', 'reused')),
  after: optional(isCount),
  failure: optional(isFailure),
  attempt: optional(isCount),
  concludes: optional(isConclusion),
  unreadable: optional(isFailure),
  cut: optional(isObject),
  url: optional((value) => typeof value === 'string' && URL.canParse(value)),
});

export const isEntry = objectWith({
  startedDateTime: isDate,
  time: orNull(isTime),
  request: objectWith({
    method: isText,
    url: (value) => typeof value === 'string' && URL.canParse(value),
    headers: orNull(areHeaders),
    postData: orNull(objectWith({ text: orNull(isText) })),
  }),
  response: objectWith({
    status: isWhole,
    headers: orNull(areHeaders),
    content: orNull(objectWith({ text: orNull(isText), encoding: orNull(isText) })),
  }),
  _petstore: optional(isOwn),
});

const isOwnLog = objectWith({
  run: isText,
  version: optional(isText),
  baseUrl: optional(isText),
  subject: optional(objectWith({ name: isText, sha256: isText })),
  url: optional(isText),
  seed: optional(isWhole),
  startedAt: optional(isDate),
  durationMs: optional(isTime),
  isWhole: optional(isFlag),
});

/** Undefined for traffic of others. */
export function ownLogIn(value: unknown): OwnLog | undefined {
  return isOwnLog(value) ? (value as OwnLog) : undefined;
}

/** The settings that decide something, with the values that they can have. */
const SETTINGS: Partial<Record<keyof Settings, Is>> = {
  now: (value) => isText(value) && /^\d{4}-\d\d-\d\d$/.test(value as string),
  consistencyWindowMs: isTime,
  readOnly: isFlag,
  strict: isFlag,
  requireAll: isFlag,
  thorough: isFlag,
  only: listOf(isText),
  skip: listOf(isText),
  categoryIds: listOf(isText),
  knownIds: listOf(isText),
};

const isShown: Is = (value) => isText(value) || isFlag(value) || Number.isFinite(value) || listOf(isText)(value);

/** All settings of a run as its report shows them, and those that decide; undefined unless this suite wrote them. */
export function settingsIn(value: unknown) {
  if (!isObject(value) || !Object.values(value).every(isShown)) return undefined;
  const found = Object.entries(SETTINGS).filter(([name]) => value[name] !== undefined);
  if (!found.every(([name, is]) => is(value[name]))) return undefined;
  return {
    shown: value as Report['run']['settings'],
    deciding: Object.fromEntries(found.map(([name]) => [name, value[name]])) as Partial<Settings>,
  };
}

const isInterruption = objectWith({
  startedAt: isText,
  durationMs: isTime,
  status: isCount,
  cause: optional(oneOf('key-renewed')),
});
const isBudgetSpent = objectWith({
  kind: oneOf('budget-spent'),
  budget: oneOf('creations', 'bad-credentials'),
  limit: isCount,
});
const areGuessesLimited = objectWith({ kind: oneOf('guesses-limited'), badCredentials: isCount });
const isSpent = (value: unknown) => isBudgetSpent(value) || areGuessesLimited(value);

/** In characters: longer than any key that a header can have. */
const LONGEST_KEY = 100_000;

const isKnown = objectWith({
  keyLength: (value) => isCount(value) && (value as number) >= 1 && (value as number) <= LONGEST_KEY,
  ledger: listOf(isText),
  missingIds: listOf(isText),
  interruptions: listOf(isInterruption),
  spent: listOf(isSpent),
  stopped: optional(isReason),
  untested: optional(isText),
});

export function knownIn(value: unknown): ArchivedFacts | undefined {
  return isKnown(value) ? (value as unknown as ArchivedFacts) : undefined;
}

/** Each kind has fields of its own: it is one if it can be put into words. */
function isReason(value: unknown): boolean {
  const isKind = objectWith({ kind: oneOf(...REASON_KINDS), because: optional(listOf(isText)) });
  try {
    return isKind(value) && isText(sentenceOf(value as Reason));
  } catch {
    return false;
  }
}
