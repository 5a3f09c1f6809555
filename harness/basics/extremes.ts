/* A function takes only so many arguments, and a record or a file may have any number of values. */

export function largest(values: readonly number[], atLeast = Number.NEGATIVE_INFINITY): number {
  return values.reduce((most, value) => Math.max(most, value), atLeast);
}

export function smallest(values: readonly number[], atMost = Number.POSITIVE_INFINITY): number {
  return values.reduce((least, value) => Math.min(least, value), atMost);
}
