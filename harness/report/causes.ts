import { isOpen } from './conclusion.ts';
import { type Cause, type Exchange, OPERATIONS, type Result } from './model.ts';

/** Rows of the report that one defect explains, each group found by what its rows have in common. */
type Find = (failed: readonly Result[]) => readonly (readonly [cause: string, rows: readonly Result[]])[];

/** One defect often breaks several requirements and leaves others undecided: each such cause is named once. */
export function causesOf(results: readonly Result[]): readonly Cause[] {
  let unexplained = results.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn');
  const groups: (readonly [string, readonly Result[]])[] = [];
  for (const find of [openOperations, foreignErrors, crashes, cappedPages, spoiltErrors]) {
    const found = find(unexplained).filter(([, rows]) => rows.length > 1);
    groups.push(...found);
    unexplained = unexplained.filter((row) => !found.some(([, rows]) => rows.includes(row)));
  }
  for (const row of unexplained) groups.push([`${row.id} does not hold.`, [row]]);
  return groups
    .map(([cause, rows]) => {
      const explains = rows.map(({ id }) => id);
      return { cause, explains, leavesOpen: openBecauseOf(explains, results) };
    })
    .filter(({ explains, leavesOpen }) => explains.length + leavesOpen.length > 1);
}

const openOperations: Find = (failed) =>
  OPERATIONS.map((operation) => {
    const rows = failed.filter((row) => row.id.startsWith('auth.') && asked(row)?.operation === operation);
    const accepted = rows.filter((row) => (asked(row)?.response?.status ?? 400) < 300);
    return [`${operation} can be used without the right credential.`, accepted];
  });

/** An error page of a framework or a gateway breaks whatever is asked of a body at once. */
const foreignErrors: Find = (failed) =>
  groupedBy(failed, (row) => {
    const response = asked(row)?.response;
    if (!response || response.status < 400 || !/^(errors\.shape|body)\./.test(row.id)) return undefined;
    const type = headerOf(response.headers, 'content-type') ?? 'no content type';
    return /json/i.test(type) ? undefined : `An error is sent as ${type}, not as a JSON Error.`;
  });

const crashes: Find = (failed) =>
  groupedBy(failed, (row) => {
    const status = asked(row)?.response?.status ?? 0;
    return status >= 500 ? `The service fails on some input with ${status}.` : undefined;
  });

const cappedPages: Find = (failed) => {
  const sizeOf = ({ facts }: Result) => (facts?.pageSize === undefined ? undefined : String(facts.pageSize));
  return groupedBy(failed, sizeOf).map(([size, rows]) => {
    const has = (id: string) => rows.some((row) => row.id === id);
    if (has('list.limit.maximum')) return [`A page ends at ${size} pets, whatever was asked for.`, rows];
    if (has('list.limit.default')) return [`A list without a limit has ${size} pets, not 20.`, rows];
    return [`Pages have ${size} pets where another number was asked for.`, rows];
  });
};

const spoiltErrors: Find = (failed) =>
  groupedBy(failed, ({ id, actual }) => {
    if (id.startsWith('errors.status-matches.')) return 'The status in Error bodies is not the HTTP status.';
    return id.startsWith('errors.shape.') ? `Error bodies are no Errors: ${actual?.split(':')[0]}.` : undefined;
  });

function groupedBy(rows: readonly Result[], causeOf: (row: Result) => string | undefined) {
  const groups = new Map<string, Result[]>();
  for (const row of rows) {
    const cause = causeOf(row);
    if (cause !== undefined) groups.set(cause, [...(groups.get(cause) ?? []), row]);
  }
  return [...groups];
}

/** What could not be decided because of these, directly or through others. */
export function openBecauseOf(ids: readonly string[], results: readonly Result[]): readonly string[] {
  const open = results.filter(isOpen);
  const reached = new Set(ids);
  let size = -1;
  while (size !== reached.size) {
    size = reached.size;
    for (const { id, why } of open) if (why?.because?.some((known) => reached.has(known))) reached.add(id);
  }
  return [...reached].filter((id) => !ids.includes(id));
}

/** The exchange that decided a row. */
function asked(row: Result): Exchange | undefined {
  return row.exchanges?.at(-1);
}

function headerOf(headers: Exchange['request']['headers'], name: string): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1];
}
