const RFC_850 = /^(Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day, (\d\d)-(\w{3})-(\d\d) (\S+ GMT)$/;
const ASCTIME = /^(\w{3}) (\w{3}) ([ \d]\d) (\S+) (\d{4})$/;

/** The instant of an HTTP-date (RFC 9110 section 5.6.7) in any of its three forms; undefined for anything else. */
export function instantOf(value: string): number | undefined {
  const fixdate = value
    .replace(RFC_850, (_all, day, date, month, year, time) => `${day.slice(0, 3)}, ${date} ${month} 20${year} ${time}`)
    .replace(
      ASCTIME,
      (_all, day, month, date, time, year) => `${day}, ${date.replace(' ', '0')} ${month} ${year} ${time} GMT`,
    );
  // A leap second belongs to the day that it ends.
  const [usual, extra] = fixdate.endsWith(':59:60 GMT') ? [fixdate.replace(':60 ', ':59 '), 1000] : [fixdate, 0];
  const instant = new Date(usual);
  return instant.toUTCString() === usual ? instant.getTime() + extra : undefined;
}

/** A Deprecation value: a structured-field date (RFC 9651 section 3.3.7), parameters allowed. */
export function isStructuredDate(value: string): boolean {
  return /^@-?\d{1,15}(\s*;.*)?$/.test(value.trim());
}
