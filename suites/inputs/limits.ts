/** The percent-encoded text after `limit=`; `utf8: false` marks escapes that are not UTF-8. */
export interface LimitQuery {
  readonly label: string;
  readonly query: string;
  readonly utf8?: false;
}

/** Text that is not an integer. Where a loose parser reads a number, it is above 100, so that a dropped limit shows. */
export const malformedLimits: readonly LimitQuery[] = [
  { label: 'text', query: 'abc' },
  { label: 'Infinity', query: 'Infinity' },
  { label: 'overflowing exponent', query: '1e400' },
  { label: 'fullwidth digits', query: '%EF%BC%95%EF%BC%90%EF%BC%90' },
  { label: 'Arabic digits', query: '%D9%A5%D9%A0%D9%A0' },
  { label: 'superscript digit after', query: '500%C2%B2' },
  { label: 'empty', query: '' },
  { label: 'not a number', query: 'NaN' },
  { label: 'invalid UTF-8 after', query: '500%FF', utf8: false },
  { label: 'twice, larger first', query: '500&limit=1' },
  { label: 'twice, larger last', query: '1&limit=500' },
  { label: 'plus sign', query: '%2B500' },
  { label: 'number followed by text', query: '500abc' },
  { label: 'fraction', query: '500.5' },
  { label: 'fraction below the minimum', query: '0.5' },
  { label: 'exponent', query: '5e2' },
  { label: 'hexadecimal', query: '0x1F4' },
  { label: 'space before', query: '%20500' },
  { label: 'space after', query: '500%20' },
  { label: 'digit separator', query: '5_00' },
  { label: 'comma list', query: '500,10' },
  { label: 'apostrophe after', query: '500%27' },
  { label: 'null', query: 'null' },
  { label: 'all', query: 'all' },
];

/** Integers above 100: among them one that wraps to -1 in 32 bits, which often means "no limit". */
export const aboveMaximum: readonly LimitQuery[] = [
  { label: 'one above the maximum', query: '101' },
  { label: '1000', query: '1000' },
  { label: '2^31', query: '2147483648' },
  { label: '2^32 - 1', query: '4294967295' },
  { label: '2^63 - 1', query: '9223372036854775807' },
  { label: '2^63', query: '9223372036854775808' },
  { label: '30 digits', query: '123456789012345678901234567890' },
];

export const belowMinimum: readonly LimitQuery[] = [
  { label: 'zero', query: '0' },
  { label: 'minus one', query: '-1' },
  { label: 'minus zero', query: '-0' },
  { label: '-2^31', query: '-2147483648' },
  { label: '-2^63', query: '-9223372036854775808' },
  { label: '-2^63 - 1', query: '-9223372036854775809' },
];
