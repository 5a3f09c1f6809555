import type { RequirementId } from '../catalogue.ts';
import { CONSEQUENCES } from './consequences.ts';
import type { Findings, Violation } from './findings.ts';
import { areLinked, consistencyOf, type Link } from './links.ts';
import { noEffectRequirement } from './pet-rules.ts';
import { PROPERTIES } from './properties.ts';
import type { Reading } from './reading.ts';
import { shownEffect } from './telling.ts';
import type { World } from './world.ts';

/** A violation that another one explains, because both share data. */
export interface Consequence {
  readonly violation: Violation;
  readonly cause: Violation;
  readonly link: Link;
}

/** What the record says about one requirement. */
export interface Attributed {
  /** How many exchanges say something about it. */
  applied: number;
  /** The first exchange that agrees with it: it would have shown a violation. */
  agreed: Reading | undefined;
  /** Of its own, in the order of sending. */
  violations: readonly Violation[];
  /** What would have been violations of this one, with the violation that explains each. */
  consequences: readonly Consequence[];
}

/**
 * One story for each defect. Every violation is reported by one requirement: its own, the property that found it, or the
 * one whose violation causes it. A cause must be linked to what it explains (links.ts), and the table says which
 * requirements can be the cause of which (consequences.ts).
 */
export function attribute(all: readonly Findings[], world: World): (id: RequirementId) => Attributed {
  const results = new Map<RequirementId, Attributed>();
  const of = (id: RequirementId): Attributed => {
    const known = results.get(id) ?? { applied: 0, agreed: undefined, violations: [], consequences: [] };
    results.set(id, known);
    return known;
  };
  collect(all, world, of);
  for (const { id, of: others, reports } of PROPERTIES) {
    const violations = others
      .flatMap((other) => of(other).violations)
      .toSorted((a, b) => a.reading.sentAt - b.reading.sentAt);
    if (!reports(violations, world)) {
      of(id).consequences = violations.map((violation) => ({ violation, cause: violation, link: 'request' }));
      continue;
    }
    const adopted = violations.map((violation) => ({
      violation,
      cause: { ...violation, id },
      link: 'request' as const,
    }));
    of(id).violations = adopted.map(({ cause }) => cause);
    for (const other of others) {
      of(other).consequences = adopted.filter(({ violation }) => violation.id === other);
      of(other).violations = [];
    }
  }
  const { isSometimesRight, isAlwaysWrong } = consistencyOf(all);
  for (const { ids, of: causingIds, link, when = [] } of CONSEQUENCES) {
    const causes = causingIds.flatMap((id) => of(id).violations);
    if (causes.length === 0) continue;
    const context = { world, causes, explained: ids.flatMap((id) => of(id).violations) };
    const explains = (cause: Violation, violation: Violation) =>
      areLinked[link](violation, cause) &&
      when.every((isTrue) => isTrue(violation, cause, context)) &&
      !(isSometimesRight(cause) && isAlwaysWrong(violation));
    for (const own of ids.map(of)) {
      const consequences = linkedTo(causes, own.violations, explains, link);
      const explained = new Set(consequences.map(({ violation }) => violation));
      own.consequences = [...own.consequences, ...consequences];
      own.violations = own.violations.filter((violation) => !explained.has(violation));
    }
  }
  const rooted = fromRoot(results);
  for (const own of results.values()) own.consequences = own.consequences.map(rooted);
  return of;
}

/** The cause of a consequence may be a consequence itself: what is reported is the first cause. */
function fromRoot(results: ReadonlyMap<RequirementId, Attributed>): (consequence: Consequence) => Consequence {
  const all = [...results.values()].flatMap(({ consequences }) => consequences);
  const causeOf = new Map(
    all.filter(({ violation, cause }) => violation !== cause).map((one) => [one.violation, one.cause]),
  );
  return (consequence) => {
    let { cause } = consequence;
    for (let next = causeOf.get(cause); next; next = causeOf.get(cause)) cause = next;
    return { ...consequence, cause };
  };
}

/** Pets that are mixed up form chains: what is linked to a consequence has the same cause. */
function linkedTo(
  causes: readonly Violation[],
  violations: readonly Violation[],
  explains: (cause: Violation, violation: Violation) => boolean,
  link: Link,
): readonly Consequence[] {
  const consequences: Consequence[] = [];
  const open = new Set(violations);
  const add = (violation: Violation, cause: Violation | undefined) => {
    if (!cause) return;
    open.delete(violation);
    consequences.push({ violation, cause, link });
  };
  for (const violation of violations)
    add(
      violation,
      causes.find((cause) => explains(cause, violation)),
    );
  for (const { violation: known, cause } of consequences) {
    if (known.mixedWith === undefined) continue;
    for (const violation of open) if (explains(known, violation)) add(violation, cause);
  }
  return consequences;
}

type Of = (id: RequirementId) => Attributed;

/** Every finding under its own requirement. */
function collect(all: readonly Findings[], world: World, of: Of): void {
  const violations = new Map<RequirementId, Violation[]>();
  for (const finding of all) {
    const { reading, agreed } = finding;
    const ids = new Set([...agreed, ...finding.violations.map(({ id }) => id)]);
    const property = PROPERTIES.find(
      ({ id, of: others }) => id === reading.probe && others.some((one) => ids.has(one)),
    );
    for (const id of property ? [...ids, property.id] : ids) {
      of(id).applied += 1;
      if (agreed.has(id) || id === property?.id) of(id).agreed ??= reading;
    }
    for (const violation of finding.violations) {
      const known = violations.get(violation.id) ?? [];
      known.push(violation);
      violations.set(violation.id, known);
    }
  }
  for (const [id, own] of violations) of(id).violations = own;
  for (const refusal of world.refused.values()) {
    const shown = shownEffect(refusal, world);
    if (!shown) continue;
    const own = of(noEffectRequirement(refusal));
    own.applied += 1;
    own.agreed ??= shown;
  }
}
