import { isDeepStrictEqual } from 'node:util';
import { type Alteration, applyAlterations } from '../change.ts';
import type { Request } from '../model.ts';
import type { Rules } from '../rules.ts';

export type Which = (request: Request) => boolean;

type AnyRule = (...values: readonly unknown[]) => unknown;

/** Decides call by call between each rule as it was and as an alteration makes it. */
function chosen(alteration: Alteration, choose: (original: AnyRule, altered: AnyRule) => AnyRule): Alteration {
  return (rules) => {
    const originals = rules as unknown as Readonly<Record<string, AnyRule>>;
    const altered = Object.entries(alteration(rules)).map(([name, rule]) => {
      const original = originals[name];
      if (original === undefined) throw new Error(`There is no rule named "${name}".`);
      return [name, choose(original, rule as AnyRule)];
    });
    return Object.fromEntries(altered) as Partial<Rules>;
  };
}

type RuleName = Exclude<keyof Rules, 'random' | 'now' | 'sleep' | 'numbered'>;

/** Alters what a rule decides. */
export const decided =
  <Name extends RuleName, Decision extends ReturnType<Rules[Name]>>(name: Name) =>
  (alter: (decision: Decision, request: Request) => Decision): Alteration =>
  (rules) => {
    const rule = rules[name] as AnyRule;
    return { [name]: (...values: unknown[]) => alter(rule(...values) as Decision, values.at(-1) as Request) };
  };

/** Alters what a rule decides about. */
export const given =
  <Name extends RuleName, Value extends Parameters<Rules[Name]>[0]>(name: Name) =>
  (alter: (value: Value, request: Request) => Value): Alteration =>
  (rules) => {
    const rule = rules[name] as AnyRule;
    return {
      [name]: (...values: unknown[]) => rule(alter(values[0] as Value, values.at(-1) as Request), ...values.slice(1)),
    };
  };

export const all =
  (...alterations: readonly Alteration[]): Alteration =>
  (rules) =>
    applyAlterations(rules, alterations);

/** Alters the service for these requests, and leaves it as it is for all others. */
export const forSome =
  (which: Which) =>
  (alteration: Alteration): Alteration =>
    chosen(alteration, (original, altered) => {
      return (...values) => (which(values.at(-1) as Request) ? altered : original)(...values);
    });

export const after = (requests: number) => forSome(({ serial }) => serial > requests);

/** Counts only the decisions that the alteration changes, and alters those whose count is due. */
export const atTurns =
  (isDue: (count: number) => boolean) =>
  (alteration: Alteration): Alteration =>
  (rules) => {
    let count = 0;
    const byTurns = chosen(alteration, (original, altered) => (...values) => {
      const before = outcomeOf(() => original(...values));
      const now = outcomeOf(() => altered(...values));
      if (isDeepStrictEqual(before, now)) return settle(before);
      count += 1;
      return settle(isDue(count) ? now : before);
    });
    return byTurns(rules);
  };

/** Only for rules that decide and do nothing else: both decisions are taken, and one of them counts. */
export const nth = (n: number) => atTurns((count) => count % n === 0);

/** Shows even where there is only one chance. */
export const firstOfEvery = (n: number) => atTurns((count) => count % n === 1);

/** What a rule decides: a value, or a refusal that it throws. */
type Outcome = { readonly value: unknown } | { readonly error: unknown };

function outcomeOf(decide: () => unknown): Outcome {
  try {
    return { value: decide() };
  } catch (error) {
    return { error };
  }
}

function settle(outcome: Outcome): unknown {
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}
