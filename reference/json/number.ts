/** An int64 has fewer digits: beyond this, exactness is of no use and only costs time. */
const MOST_DIGITS = 40;
const LONGEST_TOKEN = 1000;

/** The value of a JSON number: a bigint where it is whole and of sensible size (`1`, `1.0`, `10e-1`), else a number. */
export function numberFrom(token: string): bigint | number {
  const whole = token.length <= LONGEST_TOKEN ? wholeNumber(token) : undefined;
  return whole ?? Number(token);
}

function wholeNumber(token: string): bigint | undefined {
  const [mantissa = '', exponent = '0'] = token.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  const zeros = digits.length - significant.length + Number(exponent) - fraction.length;
  if (significant === '') return 0n;
  if (zeros < 0 || significant.length + zeros > MOST_DIGITS) return undefined;
  const magnitude = BigInt(significant) * 10n ** BigInt(zeros);
  return token.startsWith('-') ? -magnitude : magnitude;
}
