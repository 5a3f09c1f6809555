const FIXDATE = /^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/;
const RFC_850 = /^\w{6,9}, \d\d-\w{3}-\d\d [\d:]{8} GMT$/;
const ASCTIME = /^\w{3} \w{3} [ \d]\d [\d:]{8} \d{4}$/;

/** The instant of an HTTP-date (RFC 9110 section 5.6.7) in any of its three forms; NaN for anything else. */
export function instantOf(value: string): number {
  if (ASCTIME.test(value)) return Date.parse(`${value} GMT`);
  return FIXDATE.test(value) || RFC_850.test(value) ? Date.parse(value) : Number.NaN;
}

/** A Deprecation value: a structured-field date (RFC 9651 section 3.3.7), parameters allowed. */
export function isStructuredDate(value: string): boolean {
  return /^@-?\d{1,15}(\s*;.*)?$/.test(value.trim());
}
