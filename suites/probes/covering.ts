/** A source of random numbers from 0 to below 1, the same for the same seed. */
export type Random = () => number;

export function randomFrom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One value of an input, with the words that name it in a report. */
export interface Value {
  readonly label: string;
  /** What it consists of, to find the one that matters. */
  readonly parts?: readonly Value[];
}

/** Values that can be combined with those of other dimensions. */
export interface Dimension<V extends Value = Value> {
  readonly values: readonly V[];
  /** Where the first value is what a plain request has, a failure is tried again with it. */
  readonly hasPlain: boolean;
}

export type Row = readonly Value[];

interface CoveringOptions {
  readonly random: Random;
  /** Where there is room for all pairs, there are fewer rows. */
  readonly maximum: number;
  readonly isAllowed?: (row: Row) => boolean;
}

/** Rows out of which the one with the most new pairs is chosen. */
const CANDIDATES = 8;
/** Attempts at a row that is allowed. */
const ATTEMPTS = 40;

/**
 * Combinations in which every value occurs, and as many pairs of values as fit. Each row starts from a pair that no
 * other row has; as long as there are values that no row has, from one of those.
 */
export function coveringRows(dimensions: readonly Dimension[], options: CoveringOptions): readonly Row[] {
  const { random, maximum, isAllowed = () => true } = options;
  const sizes = dimensions.map(({ values }) => values.length);
  const pairs = new Pairs(sizes);
  const rows: Row[] = [];
  while (rows.length < maximum) {
    let best: readonly number[] | undefined;
    let most = 0;
    for (let attempt = 0, found = 0; attempt < ATTEMPTS && found < CANDIDATES; attempt += 1) {
      const at = pairs.startRow(random);
      if (at === undefined) return rows;
      if (!isAllowed(rowAt(at, dimensions))) continue;
      found += 1;
      const gain = pairs.missingIn(at);
      if (gain > most) [best, most] = [at, gain];
    }
    // What is left cannot be combined.
    if (best === undefined) break;
    rows.push(rowAt(best, dimensions));
    pairs.cover(best);
  }
  return rows;
}

function rowAt(at: readonly number[], dimensions: readonly Dimension[]): Row {
  return at.map((value, index) => dimensions[index]?.values[value] ?? { label: '' });
}

/** Pairs of values that no row has yet. A value is known by its place among the values of all dimensions. */
class Pairs {
  readonly #sizes: readonly number[];
  readonly #starts: readonly number[];
  readonly #total: number;
  #missing: number[] = [];
  #unused: number[];
  /** By pair. */
  readonly #isCovered: Uint8Array;

  constructor(sizes: readonly number[]) {
    this.#sizes = sizes;
    this.#starts = sizes.map((_size, at) => sizes.slice(0, at).reduce((sum, size) => sum + size, 0));
    this.#total = sizes.reduce((sum, size) => sum + size, 0);
    this.#unused = Array.from({ length: this.#total }, (_, value) => value);
    this.#isCovered = new Uint8Array(this.#total ** 2);
    this.#each((one, other) => this.#missing.push(one * this.#total + other));
  }

  #each(visit: (one: number, other: number) => void): void {
    for (const [at, start] of this.#starts.entries()) {
      const end = start + (this.#sizes[at] ?? 0);
      for (let one = start; one < end; one += 1)
        for (let other = end; other < this.#total; other += 1) visit(one, other);
    }
  }

  /** A row with a pair that is missing; undefined if none is. */
  startRow(random: Random): readonly number[] | undefined {
    const pair = anyOf(this.#missing, random);
    if (pair === undefined) return undefined;
    const fixed = [Math.floor(pair / this.#total), pair % this.#total];
    const fresh = anyOf(this.#unused, random);
    if (fresh !== undefined) fixed.push(fresh);
    return this.#sizes.map((size, at) => {
      const start = this.#starts[at] ?? 0;
      const wanted = fixed.findLast((value) => value >= start && value < start + size);
      return wanted === undefined ? Math.floor(random() * size) : wanted - start;
    });
  }

  missingIn(row: readonly number[]): number {
    let missing = 0;
    this.#eachPair(row, (pair) => {
      if (!this.#isCovered[pair]) missing += 1;
    });
    return missing;
  }

  cover(row: readonly number[]): void {
    this.#eachPair(row, (pair) => {
      this.#isCovered[pair] = 1;
    });
    this.#missing = this.#missing.filter((pair) => !this.#isCovered[pair]);
    const used = row.map((value, at) => value + (this.#starts[at] ?? 0));
    this.#unused = this.#unused.filter((value) => !used.includes(value));
  }

  #eachPair(row: readonly number[], visit: (pair: number) => void): void {
    for (let at = 0; at < row.length; at += 1) {
      const one = (row[at] ?? 0) + (this.#starts[at] ?? 0);
      for (let next = at + 1; next < row.length; next += 1) {
        visit(one * this.#total + (row[next] ?? 0) + (this.#starts[next] ?? 0));
      }
    }
  }
}

function anyOf(values: readonly number[], random: Random): number | undefined {
  return values[Math.floor(random() * values.length)];
}

/** What distinguishes a row from a plain one, in words. */
export function labelsOf(row: Row, dimensions: readonly Dimension[]): readonly string[] {
  const others = row.filter((value, at) => !isPlain(value, dimensions[at]));
  return others.flatMap(({ label, parts }) => parts?.map((part) => part.label) ?? label);
}

export function isPlain(value: Value, dimension: Dimension | undefined): boolean {
  return dimension?.hasPlain === true && dimension.values[0] === value;
}
