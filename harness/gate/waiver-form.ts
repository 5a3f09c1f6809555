import { Document, type YAMLMap, type YAMLSeq } from 'yaml';
import { groupBy } from '../basics/group-by.ts';
import { jsonText } from '../json/json-text.ts';
import type { Excuse, Report, Result } from '../model/report.ts';
import { type FoundFailure, storiesIn } from '../report/stories.ts';

const HEADING = ` Violations that are accepted for a time: what fails together is one entry. Each needs a reason, an owner, and the last
 day on which it counts (until: YYYY-MM-DD). With fingerprints only these very violations are accepted; without them, any
 of the requirements.`;

const NOTHING = ' Nothing failed when this file was written, so there is nothing to accept.';

/** A file of waivers to fill in, one for each story. Empty fields are not valid. */
export function waiverFormOf(report: Report, form: 'yaml' | 'json'): { readonly text: string; readonly count: number } {
  // Terms that were agreed before stay with what they were agreed for.
  const entries = storiesIn(report).flatMap((story) => [
    ...groupBy(story, (one) => JSON.stringify(termsOf(one))).values(),
  ]);
  const waivers = entries.map(waiverOf);
  const count = waivers.length;
  if (form === 'json') return { text: `${jsonText({ waivers }, 2)}\n`, count };
  const document = new Document({ waivers });
  document.commentBefore = count === 0 ? NOTHING : HEADING;
  const items = (document.get('waivers') as YAMLSeq<YAMLMap>).items;
  for (const [index, item] of items.entries()) item.commentBefore = commentOn(entries[index] ?? []);
  return { text: document.toString({ lineWidth: 0 }), count };
}

function termsOf({ failure: { excuse } }: FoundFailure) {
  const { reason = '', owner = '', until = '' }: Partial<Excuse> = excuse?.by === 'waiver' ? excuse : {};
  return { reason, owner, until };
}

function waiverOf(found: readonly [FoundFailure, ...FoundFailure[]]) {
  const [id, ...others] = new Set(found.map(({ result }) => result.id));
  const [first, ...more] = new Set(found.map(({ failure }) => failure.fingerprint));
  return {
    ...(others.length > 0 ? { requirements: [id, ...others] } : { id }),
    ...termsOf(found[0]),
    fingerprint: more.length > 0 ? [first, ...more] : first,
  };
}

/** What the first of them says in full, and the statements of the others. */
function commentOn(found: readonly FoundFailure[]): string {
  const [first, ...others] = new Map(found.map((one) => [one.result.id, one])).values();
  if (first === undefined) return '';
  const { result, failure } = first;
  const statementOf = ({ level, statement }: Result) => `${level}: ${statement}`;
  return [
    statementOf(result),
    `Expected: ${failure.expected}`,
    `Actual: ${failure.actual}`,
    ...others.map((other) => `Also ${statementOf(other.result)}`),
  ]
    .map((line) => ` ${line.replace(/\s+/g, ' ')}`)
    .join('\n');
}
