import type * as report from '../../harness/model/report.ts';
import { shownFirst, shownLast } from '../decisions/causes.ts';
import type { CheckedRecord } from '../decisions/index.ts';
import type { Story } from '../decisions/stories.ts';
import type { Reading } from '../reading/reading.ts';
import { requirementOf } from '../requirements/index.ts';
import { type Dictionary, theDictionary } from './dictionary.ts';
import { lookUp } from './look-up.ts';

type Cause = NonNullable<report.Story['cause']>;

/**
 * One text about the cause of a story: what the record shows, the known fault that nothing in it contradicts, or the
 * usual cause. Silent rather than wrong.
 */
export function causeOf(story: Story, checked: CheckedRecord): Cause | undefined {
  const first = shownFirst(story, checked);
  if (first !== undefined) return { from: 'record', text: first };
  const fault = nameOf(story, checked, theDictionary());
  if (fault) return fault;
  const last = shownLast(story, checked);
  if (last !== undefined) return { from: 'record', text: last };
  return usualCause(story);
}

/**
 * What the faults that fit have in common, if they are of one family. How the one fault that fits got into its server is
 * only one way to it: that is in the remedy.
 */
export function nameOf(story: Story, checked: CheckedRecord, dictionary: Dictionary): Cause | undefined {
  const [first, ...others] = lookUp(story, checked, dictionary);
  if (!first || others.some(({ family }) => family.text !== first.family.text)) return undefined;
  const { text, code, fix } = first.family;
  const isOne = others.length === 0;
  return {
    from: 'fault',
    text,
    ...(isOne && { fault: first.name }),
    remedy: { defect: isOne ? first.story : text, code, fix },
  };
}

/** Only where nothing that was seen contradicts it: no usual cause is about a crash, or about a key that is refused. */
function usualCause({ headline }: Story): Cause | undefined {
  const { id, violations } = headline;
  const { usually: text, isUsual = () => true } = requirementOf(id);
  const isRefusedKey = ({ status, asked }: Reading) =>
    status === 401 && asked.credential === 'right' && id !== 'auth.accepted';
  const isPossible = violations.every(
    ({ reading }) => reading.status > 0 && reading.status < 500 && !isRefusedKey(reading) && isUsual(reading),
  );
  return text && isPossible ? { from: 'usual', text } : undefined;
}
