import type { Operation } from '../reading/document.ts';
import type { Reading } from '../reading/reading.ts';
import type { Asked } from '../reading/request.ts';
import type { World } from '../world/world.ts';
import type { Example } from './example.ts';
import { referenceOf } from './places.ts';
import type { TopicalRow } from './row.ts';
import type { Verdict } from './rules/violation.ts';

/** An accepted request that a refusal is compared with: the same operation, with the one thing corrected. */
export interface Control {
  /** In words. */
  readonly what: string;
  readonly isIt: (reading: Reading) => boolean;
  /** The requirements that report it if there is none. */
  readonly because: readonly string[];
}

/** What a pass needs besides an exchange that agrees. A violation needs none of it. */
interface Pass {
  /** An exchange that would show it, in words. */
  readonly what?: string;
  /** What else must have been seen, and was not, in words; undefined if nothing is missing. */
  readonly lacks?: (world: World) => string | undefined;
  /** Where a success of its operation is not enough. */
  readonly control?: Control;
  /** Requirements whose violations keep it from being seen. */
  readonly because?: readonly string[];
  /** What limits a pass, in a sentence. */
  readonly caveat?: (world: World) => string | undefined;
  /** It passes where nothing of the kind was ever seen, with this remark. */
  readonly unseen?: string;
  /** The operations for which it must have been seen; a pass says which, if not all were. */
  readonly operations?: readonly Operation[];
  /** It is about what a list lacks, so that nobody can see it where the pages of these are full. */
  readonly absentFrom?: readonly (string | undefined)[];
}

/** Everything that the product says and decides about one requirement. `explain` prints it. */
export interface Requirement extends TopicalRow {
  readonly level: 'MUST' | 'SHOULD';
  readonly operation?: Operation;
  readonly example: Example;
  readonly usually: string;
  /** What is usual explains this violation; unless given, any but a 401 for the right key. */
  readonly isUsual?: (reading: Reading) => boolean;
  /** It is about what only some settings allow. */
  readonly needs?: 'creations' | 'any-category' | 'getPet';
  /** It is checked on every exchange of its kind, whatever the input: no value is sent for its sake. */
  readonly everywhere?: true;
  /** It shows whether its operation can be used at all, so that it needs no control. */
  readonly isBasis?: true;
  /** It shows whether the key is accepted at all. */
  readonly isOfKey?: true;
  /** It reports a service that stops. */
  readonly isOfCrash?: true;
  /** It is about the pets that the user named: every one of them, or any. */
  readonly namedPets?: 'every' | 'any';
  /** Whether a request that failed fails once more, where its check leaves that open. */
  readonly failsAgain?: (failed: Reading, repeated: Reading) => boolean;
  /** It is about valid requests. */
  readonly accepts?: true;
  /** It is about requests that must not succeed: the status for them, if the document has one. */
  readonly refuses?: 400 | 401 | 404 | 'any';
  /** What its failures are about: those of one subject with the same wrong answer are one story. Its id unless given. */
  readonly subject: string;
  /** It is about what a request did, which other exchanges show: no doubt about the answer to it excuses that. */
  readonly isOfEffect?: true;
  /** It is about the form of any answer: what is wrong with it, the same for every request that is answered so. */
  readonly form?: (reading: Reading) => string;
  /** It is about ids that two pets share: what is wrong with these pets may follow from it. */
  readonly isOfIds?: true;
  /** Which exchanges it is about, from the request alone. */
  about(asked: Asked): boolean;
  /** What one of them says. It never looks at another requirement. */
  check(reading: Reading, world: World): Verdict;
  readonly pass?: Pass;
}

type Common = Pick<Requirement, 'area' | 'level' | 'topics'> & Partial<Requirement>;
type Declared<Id> = Pick<Requirement, 'cites' | 'statement' | 'example' | 'checked' | 'usually' | 'check'> &
  Partial<Requirement> & { readonly id: Id };

/** Requirements with what they have in common, unless they say otherwise. */
export function requirementsOfArea<const Id extends string>(common: Common, rows: readonly Declared<Id>[]) {
  return rows.map((row) => {
    const whole = { subject: row.id, ...common, ...row };
    return { ...whole, section: referenceOf(whole.cites ?? []) } as Requirement & { readonly id: Id };
  });
}
