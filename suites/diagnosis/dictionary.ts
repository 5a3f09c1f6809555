import { readFileSync } from 'node:fs';
import type { RequirementId } from '../requirements/index.ts';
import { FEATURES, type Feature } from './signs.ts';

/** How defects of one kind get into the code of a server, and how to remove them. */
export interface Family {
  /** What all of them have in common. */
  readonly text: string;
  readonly code: string;
  readonly fix: string;
}

/** What every run with a fault shows, and what any run does. */
interface Shown {
  readonly always: ReadonlySet<string>;
  readonly ever: ReadonlySet<string>;
}

/** What runs with a fault show of one requirement. */
export type Expected = Readonly<Record<Feature | 'values', Shown>> & {
  /** Every run violates it. */
  readonly isAlways: boolean;
};

/** A known fault. */
export interface Known {
  readonly name: string;
  /** What its engineer got wrong. */
  readonly story: string;
  readonly family: Family;
  readonly signs: ReadonlyMap<RequirementId, Expected>;
}

export interface Dictionary {
  readonly faults: readonly Known[];
  /** The values that the faults met. */
  readonly sent: ReadonlySet<string>;
}

/** What every run shows, and what only some do. */
export type StoredShown = readonly [always: readonly string[], sometimes: readonly string[]];

export interface StoredFault extends Pick<Known, 'name' | 'story'> {
  /** Its place in `families`. */
  readonly family: number;
  readonly signs: Readonly<
    Record<string, Partial<Record<Feature | 'values', StoredShown>> & { readonly isAlways: boolean }>
  >;
}

/** The data file. */
export interface StoredDictionary {
  readonly families: readonly Family[];
  readonly sent: readonly string[];
  readonly faults: readonly StoredFault[];
}

let known: Dictionary | undefined;

/** Read once, and only by who has something to look up. */
export function theDictionary(): Dictionary {
  known ??= dictionaryFrom(storedDictionary());
  return known;
}

export function storedDictionary(): StoredDictionary {
  return JSON.parse(readFileSync(new URL('./dictionary.json', import.meta.url), 'utf8'));
}

const shownIn = ([always, sometimes]: StoredShown = [[], []]): Shown => ({
  always: new Set(always),
  ever: new Set([...always, ...sometimes]),
});

export function dictionaryFrom({ families, sent, faults }: StoredDictionary): Dictionary {
  return {
    sent: new Set(sent),
    faults: faults.map(({ name, story, family, signs }) => ({
      name,
      story,
      family: families[family] as Family,
      signs: new Map(
        Object.entries(signs).map(([id, { isAlways, ...shown }]) => {
          const features = [...FEATURES, 'values' as const].map((feature) => [feature, shownIn(shown[feature])]);
          return [id as RequirementId, { ...Object.fromEntries(features), isAlways } as Expected];
        }),
      ),
    })),
  };
}
