import { Document, type YAMLMap, type YAMLSeq } from 'yaml';
import { jsonText } from '../json/json-text.ts';
import { isViolated } from '../report/conclusion.ts';
import type { Excuse, Report, Result } from '../report/model.ts';

const HEADING = ` Violations that are accepted for a time. Each needs a reason, an owner, and the last day on which it counts
 (until: YYYY-MM-DD). With fingerprints only these very violations are accepted; without them, any of the requirement.`;

const NOTHING = ' Nothing failed when this file was written, so there is nothing to accept.';

/** A file of waivers to fill in, one for each violation. Empty fields are not valid. */
export function waiverFormOf(report: Report, form: 'yaml' | 'json'): { readonly text: string; readonly count: number } {
  const violated = report.results.filter(isViolated);
  const waivers = violated.map(({ id, violations = [], excuse }) => {
    // Terms that were agreed before stay.
    const { reason = '', owner = '', until = '' }: Partial<Excuse> = excuse?.by === 'waiver' ? excuse : {};
    const [first, ...others] = new Set(violations.map((group) => group.fingerprint));
    return { id, reason, owner, until, fingerprint: others.length > 0 ? [first, ...others] : first };
  });
  const count = waivers.length;
  if (form === 'json') return { text: `${jsonText({ waivers }, 2)}\n`, count };
  const document = new Document({ waivers });
  document.commentBefore = count === 0 ? NOTHING : HEADING;
  const items = (document.get('waivers') as YAMLSeq<YAMLMap>).items;
  for (const [index, item] of items.entries()) item.commentBefore = commentOn(violated[index]);
  return { text: document.toString({ lineWidth: 0 }), count };
}

function commentOn(result: Result | undefined): string {
  const { level = '', statement = '', expected = '', actual = '' } = result ?? {};
  return [`${level}: ${statement}`, `Expected: ${expected}`, `Actual: ${actual}`]
    .map((line) => ` ${line.replace(/\s+/g, ' ')}`)
    .join('\n');
}
