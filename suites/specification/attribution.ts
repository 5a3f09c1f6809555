import type { RequirementId } from '../catalogue.ts';
import { CONSEQUENCES } from './consequences.ts';
import type { Findings, Violation } from './findings.ts';
import { areLinked, consistencyOf, type Link } from './links.ts';
import { noEffectRequirement } from './pet-rules.ts';
import { PROPERTIES } from './properties.ts';
import type { Reading } from './reading.ts';
import { shownEffect } from './telling.ts';
import type { World } from './world.ts';

/*
 * One story for each defect. A defect rarely violates one requirement alone: where pages end at 50 pets, limit=100 is
 * violated, and so is list.complete, by every pet that is missing. Here each violation gets one requirement that
 * reports it. For the others it becomes a consequence, and a requirement that has only consequences is inconclusive.
 *
 * 1. Every finding is counted under its own requirement.
 * 2. Some requirements are properties: no rule reports a violation of them. Where only their own inputs or pets go
 *    wrong, they take over the violations of other requirements (properties.ts).
 * 3. A violation becomes a consequence of another one if a row of the table allows it (consequences.ts), both share
 *    data (links.ts), and the cause does not come and go while what it explains is always wrong.
 * 4. The cause of a consequence may be a consequence of a third violation. Then the third one is named.
 *
 * What shares no data with a cause is a failure of its own, even if both happen in the same second. Each consequence
 * keeps the link that explains it, and `links` of a report shows it.
 */

/** A violation that another one explains, because both share data. */
export interface Consequence {
  readonly violation: Violation;
  readonly cause: Violation;
  /** What both share. */
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

/** What the record says about each requirement, by its id. */
export function attribute(all: readonly Findings[], world: World): (id: RequirementId) => Attributed {
  const results = new Map<RequirementId, Attributed>();
  const of = (id: RequirementId): Attributed => {
    const known = results.get(id) ?? { applied: 0, agreed: undefined, violations: [], consequences: [] };
    results.set(id, known);
    return known;
  };
  collect(all, world, of);
  reportByProperties(world, of);
  explainByCauses(all, world, of);
  const rooted = fromRoot(results);
  for (const own of results.values()) own.consequences = own.consequences.map(rooted);
  return of;
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

/** A property takes over the violations that it reports. Those that it leaves where they are keep it from passing. */
function reportByProperties(world: World, of: Of): void {
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
}

/** In the order of the table: what one row explains is not a cause in a later row. */
function explainByCauses(all: readonly Findings[], world: World, of: Of): void {
  const { isSometimesRight, isAlwaysWrong } = consistencyOf(all);
  for (const { ids, of: causingIds, link, when = [] } of CONSEQUENCES) {
    const causes = causingIds.flatMap((id) => of(id).violations);
    if (causes.length === 0) continue;
    const context = { world, causes, explained: ids.flatMap((id) => of(id).violations) };
    const explains = (cause: Violation, violation: Violation) =>
      areLinked[link](violation, cause) &&
      when.every((isTrue) => isTrue(violation, cause, context)) &&
      !(isSometimesRight(cause) && isAlwaysWrong(violation));
    const consequences = linkedTo(causes, context.explained, explains, link);
    const explained = new Set(consequences.map(({ violation }) => violation));
    for (const id of ids) {
      const own = of(id);
      own.consequences = [...own.consequences, ...consequences.filter(({ violation }) => violation.id === id)];
      own.violations = own.violations.filter((violation) => !explained.has(violation));
    }
  }
}

/** Pets that are mixed up form chains, over several requirements: what is linked to a consequence has the same cause. */
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
