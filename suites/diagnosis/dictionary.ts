import { readFileSync } from 'node:fs';

/** A known fault: its name, and what its engineer got wrong. */
export interface KnownFault {
  readonly name: string;
  readonly story: string;
}

/** Faults that look the same from outside, with how often each feature was seen in runs with one of them. */
export interface Entry {
  readonly faults: readonly KnownFault[];
  /** From 0 to 1 by feature: the id of a requirement that fails, or the id, a space and an aspect of the failures. */
  readonly features: ReadonlyMap<string, number>;
}

export type Dictionary = readonly Entry[];

/** The data file: every feature has a number, its place among all of them. */
export interface StoredDictionary {
  /** How many runs of each fault were looked at. */
  readonly runs: number;
  /** For each requirement the aspects of its failures, "" for the requirement itself. */
  readonly features: Readonly<Record<string, readonly string[]>>;
  readonly entries: readonly {
    readonly faults: Readonly<Record<string, string>>;
    /** First what every run shows, then what all but one show, and so on: each number less the one before, to be short. */
    readonly seen: readonly (readonly number[])[];
  }[];
}

let known: Dictionary | undefined;

/** Read once, and only by who has something to look up. */
export function theDictionary(): Dictionary {
  known ??= dictionaryFrom(storedDictionary());
  return known;
}

export function storedDictionary(): StoredDictionary {
  return JSON.parse(readFileSync(new URL('../../suites/diagnosis/dictionary.json', import.meta.url), 'utf8'));
}

export function dictionaryFrom({ runs, features, entries }: StoredDictionary): Dictionary {
  const names = Object.entries(features).flatMap(([id, aspects]) =>
    aspects.map((aspect) => (aspect === '' ? id : `${id} ${aspect}`)),
  );
  const namesOf = (steps: readonly number[]) => {
    let number = 0;
    return steps.map((step) => {
      number += step;
      return names[number] ?? '';
    });
  };
  return entries.map(({ faults, seen }) => ({
    faults: Object.entries(faults).map(([name, story]) => ({ name, story })),
    features: new Map(seen.flatMap((steps, missed) => namesOf(steps).map((name) => [name, (runs - missed) / runs]))),
  }));
}
