import type { Rules } from './rules.ts';

/** Replaces some rules. Its state, if it needs any, is made inside: once per server. */
export type Alteration = (rules: Rules) => Partial<Rules>;

/** A named departure from the conforming rules. */
export interface Change {
  /** Kebab-case and stable. */
  readonly name: string;
  readonly change: Alteration;
  /** How many pets must exist from the start for the change to show. */
  readonly pets?: number;
  /** These pets have each status equally often, instead of being mostly available. */
  readonly everyStatus?: true;
}

/** A server that breaks the specification, in one way. */
export interface Fault extends Change {
  /** What this server's engineer got wrong, in one sentence. */
  readonly story: string;
  /** The MUST requirements that a perfect suite reports as failed, in any run that sends enough. */
  readonly violates: readonly string[];
  /** The SHOULD requirements that it warns of. */
  readonly warns?: readonly string[];
  /** What the same defect breaks as well: a run reports those that its requests happen to show, and no others. */
  readonly also?: readonly string[];
  /** The defect does not show on every request of its kind. */
  readonly intermittent?: true;
  /** It shows in whatever request comes next: a perfect suite reports at least one of these requirements, and no other. */
  readonly anyOf?: true;
  /** Only rare input shows it, which a usual run does not send. */
  readonly needsRareInput?: true;
  /** Full pages may hide the defect, or it looks like a stop: the requirement may be undecided, and never passes. */
  readonly mayStayOpen?: true;
}

/** A server that conforms, in a way of its own. */
export interface Variant extends Change {
  /** What is particular about this server, in one sentence. */
  readonly story: string;
  /** The requirements that cannot always be decided there, each with the reason. */
  readonly mayStayOpen?: Readonly<Record<string, string>>;
  /** Flags that a suite needs for this server. */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * The exit code of a suite; 0 unless given. Where something may stay open, 4 is right as well.
   * A variant with exit code 4 that names nothing in `mayStayOpen` ends the run early: anything may stay open there.
   */
  readonly exitCode?: number;
}

/** All that these alterations change, where each builds upon those before it. */
export function applyAlterations(rules: Rules, alterations: readonly Alteration[]): Partial<Rules> {
  let changed: Partial<Rules> = {};
  for (const alteration of alterations) changed = { ...changed, ...alteration({ ...rules, ...changed }) };
  return changed;
}

export function byName<Named extends Change>(changes: readonly Named[], name: string): Named {
  const found = changes.find((change) => change.name === name);
  if (found === undefined) throw new Error(`There is no fault or variant named "${name}".`);
  return found;
}
