import type { LooksLike } from '../../harness/report/model.ts';
import { memoize } from '../memoize.ts';
import type { Dictionary, Entry } from './dictionary.ts';
import { type Signature, VALUE } from './signature.ts';

/** How likely a feature shows by chance, without any of the faults. */
const CHANCE = { requirement: 0.001, aspect: 0.02 };
/** What a few runs always show is not certain, nor is impossible what they never show. */
const DOUBT = 0.05;
/** How much more a requirement counts than an aspect of its failures. */
const REQUIREMENT_WEIGHT = 3;
/** The values of one requirement together count like so many aspects: they depend on each other. */
const VALUES_WEIGHT = 6;
const VALUE_WEIGHT = 2;
/** In natural logarithms: a further fault must make what was seen this much more likely. */
const LEAST_GAIN = 10;
/** In natural logarithms: what differs by less fits equally well. */
const SAME_GAIN = 1.5;
const MOST_FAULTS = 6;
/** More names than this help nobody. */
const MOST_NAMES = 3;
/** What fits less well is not named. */
const LEAST_SCORE = 0.85;
const LEAST_RARITY = 0.1;
/** A value that is not expected may only have been sent together with one that is. */
const COMPANY_WEIGHT = 0.3;
/** What a fault shows less often is chance, and is not missed. */
const USUAL = 0.5;

/** One fault of the set that explains a run best, with the others that would explain it equally well. */
export interface Explanation {
  /** Best first. */
  readonly entries: readonly Entry[];
  /** From 0 to 1: how much of what failed the set explains, and how much of what it expects was seen. */
  readonly score: number;
  readonly explains: readonly string[];
}

/** What a report says: silent rather than wrong. */
export function looksLike(signature: Signature, dictionary: Dictionary): readonly LooksLike[] {
  return explain(signature, dictionary).flatMap(({ entries, score, explains }) => {
    const faults = entries.flatMap((entry) => entry.faults);
    const isNamed = score >= LEAST_SCORE && faults.length <= MOST_NAMES;
    return isNamed ? [{ faults, score: Math.round(score * 100) / 100, explains }] : [];
  });
}

/** The smallest set of known faults that explains what failed: each further one explains most of what is left. */
export function explain(signature: Signature, dictionary: Dictionary): readonly Explanation[] {
  const view = viewOf(signature);
  const candidates = dictionary.filter(({ features }) => [...features.keys()].some((one) => view.seen.has(one)));
  const rank = (entries: readonly Entry[], others: readonly Entry[]) =>
    entries
      .filter((entry) => !others.includes(entry))
      .map((entry) => ({ entry, gain: gainOf(entry, others, view) }))
      .sort((one, other) => other.gain - one.gain);
  const set: Entry[] = [];
  while (set.length < MOST_FAULTS) {
    const [best] = rank(candidates, set);
    if (!best || best.gain < LEAST_GAIN) break;
    set.push(best.entry);
  }
  return set.map((own) => {
    // Beside the others of the set, another one may fit as well or better.
    const others = set.filter((entry) => entry !== own);
    const ranked = rank(candidates, others);
    const least = (ranked[0]?.gain ?? 0) - SAME_GAIN;
    const entries = ranked.filter(({ gain }) => gain > least).map(({ entry }) => entry);
    const best = entries[0] ?? own;
    const explains = [...signature.failed.keys()].filter((id) => (best.features.get(id) ?? 0) >= USUAL);
    return { entries, explains, score: scoreOf(best, [best, ...others], explains, view, rarityIn(dictionary)) };
  });
}

/** What a dictionary keeps of a run: the requirements that fail, and every aspect of their failures. */
export function featuresOf({ failed }: Signature): ReadonlySet<string> {
  return new Set([...failed].flatMap(([id, aspects]) => [id, ...[...aspects].map((aspect) => `${id} ${aspect}`)]));
}

interface View {
  readonly seen: ReadonlySet<string>;
  /** Whether the run would have shown it, had it been there. */
  readonly isTested: (feature: string) => boolean;
  readonly weightOf: (feature: string) => number;
}

const viewOf = memoize((signature: Signature): View => {
  const { failed, decided, sent } = signature;
  const seen = featuresOf(signature);
  const values = new Map(
    [...failed].map(([id, all]) => [String(id), [...all].filter((one) => one.startsWith(VALUE)).length]),
  );
  const ids = new Set<string>(decided);
  return {
    seen,
    isTested: (feature) => {
      const { id, aspect } = partsOf(feature);
      if (aspect === undefined) return ids.has(id);
      // What is particular about failures can be seen only where there are some.
      return values.has(id) && (!aspect.startsWith(VALUE) || sent.has(aspect.slice(VALUE.length)));
    },
    weightOf: (feature) => {
      const { id, aspect } = partsOf(feature);
      if (aspect === undefined) return REQUIREMENT_WEIGHT;
      return aspect.startsWith(VALUE) ? Math.min(VALUE_WEIGHT, VALUES_WEIGHT / (values.get(id) || 1)) : 1;
    },
  };
});

/** The id of a requirement has no space. */
function partsOf(feature: string) {
  const at = feature.indexOf(' ');
  return at < 0 ? { id: feature, aspect: undefined } : { id: feature.slice(0, at), aspect: feature.slice(at + 1) };
}

const chanceOf = (feature: string) => (feature.includes(' ') ? CHANCE.aspect : CHANCE.requirement);
const certain = (share: number) => DOUBT + share * (1 - 2 * DOUBT);

/** How likely none of the faults shows the feature. */
function absenceOf(feature: string, entries: readonly Entry[]): number {
  const shares = entries.flatMap(({ features }) => features.get(feature) ?? []);
  return shares.reduce((product, share) => product * (1 - certain(share)), 1 - chanceOf(feature));
}

/** How well a single fault explains a run, as a logarithm. */
export function fitOf(entry: Entry, signature: Signature): number {
  return gainOf(entry, [], viewOf(signature));
}

/** How much more likely the run becomes with this fault, as a logarithm. */
function gainOf({ features }: Entry, others: readonly Entry[], { seen, isTested, weightOf }: View): number {
  let gain = 0;
  for (const [feature, share] of features) {
    const before = absenceOf(feature, others);
    const after = before * (1 - certain(share));
    if (seen.has(feature)) gain += weightOf(feature) * Math.log((1 - after) / (1 - before));
    else if (isTested(feature)) gain += weightOf(feature) * Math.log(after / before);
  }
  return gain;
}

/** What almost every fault shows that fails a requirement says little about which fault it is. */
const rarityIn = memoize((dictionary: Dictionary) => {
  const counts = new Map<string, number>();
  for (const { features } of dictionary)
    for (const [feature, share] of features) counts.set(feature, (counts.get(feature) ?? 0) + share);
  return (feature: string) => {
    const { id, aspect } = partsOf(feature);
    return aspect === undefined ? 1 : LEAST_RARITY + 1 - (counts.get(feature) ?? 0) / (counts.get(id) ?? 1);
  };
});

function scoreOf(
  own: Entry,
  set: readonly Entry[],
  explains: readonly string[],
  { seen, isTested, weightOf: weightIn }: View,
  rarityOf: (feature: string) => number,
): number {
  const weightOf = (feature: string) => weightIn(feature) * rarityOf(feature);
  const about = new Set(explains);
  const failed = [...seen].filter((feature) => about.has(feature.split(' ', 1)[0] ?? ''));
  const shareIn = (feature: string) => Math.max(...set.map(({ features }) => features.get(feature) ?? 0));
  const isCompany = (feature: string) => feature.includes(` ${VALUE}`) && shareIn(feature) < USUAL;
  const explained = shareOf(failed, (one) => weightOf(one) * (isCompany(one) ? COMPANY_WEIGHT : 1), shareIn);
  const usual = [...own.features].filter(([, share]) => share >= USUAL).map(([feature]) => feature);
  const expected = usual.filter((feature) => seen.has(feature) || isTested(feature));
  const fulfilled = shareOf(expected, weightOf, (feature) => (seen.has(feature) ? 1 : 0));
  return explained * fulfilled;
}

function shareOf(
  features: readonly string[],
  weightOf: (feature: string) => number,
  partOf: (feature: string) => number,
) {
  const sum = (partIn: (feature: string) => number) => features.reduce((total, feature) => total + partIn(feature), 0);
  return sum((feature) => weightOf(feature) * partOf(feature)) / (sum(weightOf) || 1);
}
