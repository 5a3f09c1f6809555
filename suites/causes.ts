import { Fraction, identityOf, isInt64, isObject, type JsonObject, parseJson } from '../harness/json/exact-json.ts';
import { openBecauseOf } from '../harness/report/conclusion.ts';
import type { Cause, Exchange, Result } from '../harness/report/model.ts';
import { OPERATIONS } from './specification/document.ts';

interface Found {
  readonly cause: string;
  readonly rows: readonly Result[];
}

type Find = (failed: readonly Result[]) => readonly Found[];

const openOperations: Find = (failed) =>
  OPERATIONS.map((operation) => ({
    cause: `${operation} can be used without the right credential.`,
    rows: failed.filter(
      (row) => row.id.startsWith('auth.') && decisive(row)?.operation === operation && statusOf(row) < 300,
    ),
  }));

/** An error page of a framework or a gateway breaks every requirement on bodies at once. */
const foreignErrors: Find = (failed) =>
  groupedBy(failed, (row) => {
    if (statusOf(row) < 400 || !/^(errors\.shape|body)\./.test(row.id)) return undefined;
    const headers = decisive(row)?.response?.headers ?? [];
    const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1].split(';')[0];
    if (/json/i.test(type ?? '')) return undefined;
    return `Errors are sent ${type ? `as ${type}` : 'without a content type'}, not as a JSON Error.`;
  });

const crashes: Find = (failed) =>
  groupedBy(failed, (row) =>
    statusOf(row) >= 500 ? `The service fails on some input with ${statusOf(row)}.` : undefined,
  );

const doubles: Find = (failed) => [
  {
    cause: 'Numbers in request bodies go through a double (53 bits), which changes some of them.',
    rows: failed.filter((row) => {
      const [sent] = objectsIn(decisive(row)?.request.body);
      const [received] = objectsIn(decisive(row)?.response?.body);
      const [before, after] = [sent?.categoryId, received?.categoryId];
      if (!isNumber(before) || !isNumber(after)) return false;
      const [one, other] = [identityOf(before), identityOf(after)];
      return one !== other && Number(one) === Number(other);
    }),
  },
];

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Fraction;
}

/** Requirements that a refusal breaks only by its status. */
const REFUSALS = [
  { ids: /^auth\.(missing|invalid-key|wrong-scheme|malformed)\b/, what: 'Bad credentials', documented: 401 },
  {
    ids: /^create\.(missing-field|wrong-type|out-of-range|bad-status|bad-body|invalid)$/,
    what: 'Invalid bodies',
    documented: 400,
  },
];

const wrongRefusals: Find = (failed) =>
  groupedBy(failed, (row) => {
    const status = statusOf(row);
    const refusal = REFUSALS.find(({ ids }) => ids.test(row.id));
    if (refusal === undefined || status < 400 || status >= 500 || status === refusal.documented) return undefined;
    return `${refusal.what} are refused with ${status}, not with ${refusal.documented}.`;
  });

const cappedPages: Find = (failed) => {
  const sizeOf = ({ facts }: Result) => (facts?.pageSize === undefined ? undefined : String(facts.pageSize));
  return groupedBy(failed, sizeOf).map(({ cause: size, rows }) => {
    const has = (id: string) => rows.some((row) => row.id === id);
    if (has('list.limit.maximum')) return { cause: `A page ends at ${size} pets, whatever was asked for.`, rows };
    if (has('list.limit.default')) return { cause: `A list without a limit has ${size} pets, not 20.`, rows };
    return { cause: `Pages have ${size} pets where another number was asked for.`, rows };
  });
};

const ERROR_FIELDS = { code: 'string', message: 'string', status: 'number' };

const spoiltErrors: Find = (failed) =>
  groupedBy(failed, (row) => {
    if (row.id.startsWith('errors.status-matches.')) return 'The status in Error bodies is not the HTTP status.';
    if (!row.id.startsWith('errors.shape.')) return undefined;
    const [error] = objectsIn(decisive(row)?.response?.body);
    if (error === undefined) return 'Error bodies are not JSON objects.';
    const wrong = Object.entries(ERROR_FIELDS).filter(([name, type]) => typeof error[name] !== type);
    const faults = wrong.map(([name]) => `${name} is ${error[name] === undefined ? 'missing' : kindOf(error[name])}`);
    return faults.length === 0 ? undefined : `Error bodies are not Errors: ${faults.join(', ')}.`;
  });

const foreignIds: Find = (failed) =>
  groupedBy(failed, (row) => {
    if (!/^(create\.(minimal|id\.int64)|body\.pet-shape)$/.test(row.id)) return undefined;
    const pet = objectsIn(decisive(row)?.response?.body).find(({ id }) => !isInt64(id));
    return pet && `The id of a pet is ${pet.id === undefined ? 'missing' : kindOf(pet.id)}.`;
  });

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && !(value instanceof Fraction)) return 'an object';
  return isNumber(value) ? 'another number' : `a ${typeof value}`;
}

function groupedBy(rows: readonly Result[], causeOf: (row: Result) => string | undefined): readonly Found[] {
  const groups = new Map<string, Result[]>();
  for (const row of rows) {
    const cause = causeOf(row);
    if (cause !== undefined) groups.set(cause, [...(groups.get(cause) ?? []), row]);
  }
  return [...groups].map(([cause, members]) => ({ cause, rows: members }));
}

function decisive(row: Result): Exchange | undefined {
  return row.exchanges?.at(-1);
}

/** A row without an answer belongs to none of the groups. */
function statusOf(row: Result): number {
  return decisive(row)?.response?.status ?? 399;
}

/** The object, or the objects in the array. None if the body is cut. */
function objectsIn(body: string | undefined): readonly JsonObject[] {
  try {
    const value = parseJson(body ?? '');
    return (Array.isArray(value) ? value : [value]).filter(isObject);
  } catch {
    return [];
  }
}

/** In this order: a row that one explains is not shown to the next. */
const findCauses: readonly Find[] = [
  openOperations,
  foreignErrors,
  crashes,
  doubles,
  wrongRefusals,
  cappedPages,
  spoiltErrors,
  foreignIds,
];

/** One defect often breaks several requirements. A cause is reported if it explains at least two of them. */
export function causesOf(results: readonly Result[]): readonly Cause[] {
  let unexplained = results.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn');
  return findCauses.flatMap((find) => {
    const found = find(unexplained).filter(({ rows }) => rows.length > 1);
    unexplained = unexplained.filter((row) => !found.some(({ rows }) => rows.includes(row)));
    return found.map(({ cause, rows }) => {
      const explains = rows.map(({ id }) => id);
      return { cause, explains, leavesOpen: openBecauseOf(explains, results) };
    });
  });
}
