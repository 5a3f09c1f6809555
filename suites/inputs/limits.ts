/** The percent-encoded value of a query parameter; `utf8: false` marks escapes that are not UTF-8. */
export interface QueryValue {
  readonly label: string;
  readonly query: string;
  readonly utf8?: false;
}

/** Text that is not an integer, or far beyond any. Where a loose parser reads a number, it is above 100, so that a dropped limit shows. */
export const malformedLimits: readonly QueryValue[] = [
  { label: 'text', query: 'abc' },
  { label: 'Infinity', query: 'Infinity' },
  { label: 'fullwidth digits', query: '%EF%BC%95%EF%BC%90%EF%BC%90' },
  { label: 'empty', query: '' },
  { label: 'invalid UTF-8 after', query: '500%FF', utf8: false },
  { label: 'twice, larger last', query: '1&limit=500' },
  { label: 'number followed by text', query: '500abc' },
  { label: 'fraction', query: '500.5' },
  { label: 'hexadecimal', query: '0x1F4' },
  { label: 'space after', query: '500%20' },
  { label: 'comma list', query: '500,10' },
  { label: 'exponent', query: '5e2' },
  { label: 'plus sign', query: '%2B500' },
  { label: 'whole number with a point', query: '500.0' },
  { label: '30 digits', query: '123456789012345678901234567890' },
];

/** Integers above 100: among them one that wraps to -1 in 32 bits, which often means "no limit". */
export const aboveMaximum: readonly QueryValue[] = [
  { label: 'one above the maximum', query: '101' },
  { label: '1000', query: '1000' },
  { label: '2^31', query: '2147483648' },
  { label: '2^63 - 1', query: '9223372036854775807' },
  { label: '2^63', query: '9223372036854775808' },
];

export const belowMinimum: readonly QueryValue[] = [
  { label: 'zero', query: '0' },
  { label: 'minus one', query: '-1' },
  { label: '-2^31', query: '-2147483648' },
  { label: '-2^63', query: '-9223372036854775808' },
];
