import { smallest } from '../../harness/basics/extremes.ts';
import { groupBy, groupByEach } from '../../harness/basics/group-by.ts';
import { memoize } from '../../harness/basics/memoize.ts';
import { identityOf, isInteger, type JsonObject } from '../../harness/json/exact-json.ts';
import { isOfGateway, type Reading } from '../reading/reading.ts';
import type { Scope } from '../reading/scope.ts';

/* How a run recognises what it sent, and what other runs of the suite left behind. */

/**
 * Categories that mark what a run sends where the name cannot. They are integers of 32 bits that nobody uses by chance:
 * not small, not round, and no Unix time before October 2033.
 */
export const MARKED_CATEGORIES = { from: 2_013_265_921n, to: 2_147_483_646n } as const;
const TEN_DIGITS = /(?<![\w.-])\d{10}(?![\w.])/g;

function isMarkedCategory(value: unknown): boolean {
  return isInteger(value) && value >= MARKED_CATEGORIES.from && value <= MARKED_CATEGORIES.to;
}

/** The marks of a run: names up to their number, and categories. Found once for each pet and each request. */
export const marksFor = memoize(({ runId }: Pick<Scope, 'runId'>) => {
  const pattern = new RegExp(`conformance-${runId}-\\d{4}`, 'g');
  const namesIn = (text: string): readonly string[] => text.match(pattern) ?? [];
  /** What is sent may be no JSON at all. */
  const inText = (text: string): readonly string[] => {
    const categories = (text.match(TEN_DIGITS) ?? []).filter((digits) => isMarkedCategory(Number(digits)));
    return [...new Set([...namesIn(text), ...categories])];
  };
  /** A category marks a pet only where its name has no mark, of this run or of another one. */
  const inPet = memoize(({ name, categoryId }: JsonObject): readonly string[] => {
    const text = typeof name === 'string' ? name : '';
    if (ANY_MARK.test(text)) return namesIn(text);
    return isMarkedCategory(categoryId) ? [String(categoryId)] : [];
  });
  // The name may be spelled with escapes in the body.
  const inRequest = memoize(({ request, asked }: Reading) => inText(`${request.body ?? ''} ${asked.sent?.name ?? ''}`));
  return { inText, inPet, inRequest };
});

export function marksOf(requests: readonly Reading[], scope: Scope) {
  const { inRequest, inPet: marksIn } = marksFor(scope);
  const marks = groupByEach(requests, inRequest);
  const refused = groupBy(
    [...marks].flatMap(([mark, sent]) => refusedMark(mark, sent) ?? []),
    ({ refusal }) => refusal,
  );
  return { marksIn, marks, refused };
}

/** What something in front of the service answers does not show whether the service took the request. */
function isRefused(reading: Reading): boolean {
  return reading.status >= 400 && !isOfGateway(reading);
}

/** A mark that only refused creations have: until it is sent in another one, it must not show up anywhere. */
export interface RefusedMark {
  readonly mark: string;
  /** The first of them. */
  readonly refusal: Reading;
  readonly until: number;
}

function refusedMark(mark: string, sent: readonly Reading[]): RefusedMark | undefined {
  const until = smallest(sent.filter((reading) => !isRefused(reading)).map(({ sentAt }) => sentAt));
  const refusal = sent.find((reading) => isRefused(reading) && reading.answeredAt <= until);
  return refusal && { mark, refusal, until };
}

const ANY_MARK = /conformance-[a-z0-9]+/;

/** What the record of a run shows about marks. */
interface Marked extends Pick<ReturnType<typeof marksOf>, 'marks' | 'marksIn'> {
  readonly scope: Scope;
  readonly creations: ReadonlyMap<string, unknown>;
}

/** Put there by another run, which reported what is wrong with it: the ledger lists it, or it has the mark of one. */
export function originOf(pet: JsonObject, { scope, creations, marksIn, marks }: Marked): 'ledger' | 'mark' | undefined {
  const { runId, earlier = new Map() } = scope;
  const id = identityOf(pet.id);
  if (creations.has(id) || marksIn(pet).some((mark) => marks.has(mark))) return undefined;
  if (earlier.has(id) && [undefined, pet.name].includes(earlier.get(id))) return 'ledger';
  const [mark] = ANY_MARK.exec(typeof pet.name === 'string' ? pet.name : '') ?? [];
  const isMarked = mark === undefined ? isMarkedCategory(pet.categoryId) : mark !== `conformance-${runId}`;
  return isMarked ? 'mark' : undefined;
}
