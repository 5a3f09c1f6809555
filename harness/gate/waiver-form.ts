import { Document, type YAMLMap, type YAMLSeq } from 'yaml';
import { groupBy } from '../basics/group-by.ts';
import { jsonText } from '../json/json-text.ts';
import type { Excuse, Report, Result, StoryPart, ViolationGroup } from '../model/report.ts';
import { reportedStories } from '../report/stories.ts';

const HEADING = ` Violations that are accepted for a time: what fails together is one entry. Each needs a reason, an owner, and the last
 day on which it counts (until: YYYY-MM-DD). With fingerprints only these very violations are accepted; without them, any
 of the requirements.`;

const NOTHING = ' Nothing failed when this file was written, so there is nothing to accept.';

/** A violation with the result that it belongs to. */
interface Violation extends StoryPart {
  readonly result: Result;
  readonly group: ViolationGroup | undefined;
}

/** A file of waivers to fill in, one for each story. Empty fields are not valid. */
export function waiverFormOf(report: Report, form: 'yaml' | 'json'): { readonly text: string; readonly count: number } {
  const byId = new Map(report.results.map((result) => [result.id, result]));
  const entries = reportedStories(report).flatMap(({ headline, others }) => {
    const violations = [headline, ...others].flatMap((part): readonly Violation[] => {
      const result = byId.get(part.id);
      const group = result?.violations?.find(({ fingerprint }) => fingerprint === part.fingerprint);
      return result ? [{ ...part, result, group }] : [];
    });
    // Terms that were agreed before stay with what they were agreed for.
    return [...groupBy(violations, (violation) => JSON.stringify(termsOf(violation))).values()];
  });
  const waivers = entries.map(waiverOf);
  const count = waivers.length;
  if (form === 'json') return { text: `${jsonText({ waivers }, 2)}\n`, count };
  const document = new Document({ waivers });
  document.commentBefore = count === 0 ? NOTHING : HEADING;
  const items = (document.get('waivers') as YAMLSeq<YAMLMap>).items;
  for (const [index, item] of items.entries()) item.commentBefore = commentOn(entries[index] ?? []);
  return { text: document.toString({ lineWidth: 0 }), count };
}

function termsOf({ group, result }: Violation) {
  const excuse = group ? group.excuse : result.excuse;
  const { reason = '', owner = '', until = '' }: Partial<Excuse> = excuse?.by === 'waiver' ? excuse : {};
  return { reason, owner, until };
}

function waiverOf(violations: readonly [Violation, ...Violation[]]) {
  const [id, ...others] = new Set(violations.map((violation) => violation.id));
  const [first, ...more] = new Set(violations.flatMap(({ group }) => group?.fingerprint ?? []));
  return {
    ...(others.length > 0 ? { requirements: [id, ...others] } : { id }),
    ...termsOf(violations[0]),
    fingerprint: more.length > 0 ? [first, ...more] : first,
  };
}

/** What the first of them says in full, and the statements of the others. */
function commentOn(violations: readonly Violation[]): string {
  const [first, ...others] = new Map(violations.map((violation) => [violation.id, violation])).values();
  if (first === undefined) return '';
  const { result, group } = first;
  const { expected = result.expected ?? '', actual = result.actual ?? '' } = group ?? {};
  const statementOf = ({ level, statement }: Result) => `${level}: ${statement}`;
  return [
    statementOf(result),
    `Expected: ${expected}`,
    `Actual: ${actual}`,
    ...others.map((other) => `Also ${statementOf(other.result)}`),
  ]
    .map((line) => ` ${line.replace(/\s+/g, ' ')}`)
    .join('\n');
}
