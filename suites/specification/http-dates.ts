const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const LONG_DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const FIXDATE = /^(?<day>\w{3}), (?<date>\d\d) (?<month>\w{3}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/;
const RFC_850 = /^(?<day>\w+), (?<date>\d\d)-(?<month>\w{3})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/;
const ASCTIME = /^(?<day>\w{3}) (?<month>\w{3}) (?<date>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/;

/** The instant of an HTTP-date (RFC 9110 section 5.6.7) in any of its three forms; undefined for anything else. */
export function instantOf(value: string): number | undefined {
  const parts = (FIXDATE.exec(value) ?? RFC_850.exec(value) ?? ASCTIME.exec(value))?.groups;
  if (!parts) return undefined;
  const month = MONTHS.indexOf(parts.month ?? '');
  const year = Number(parts.year) + (parts.year?.length === 2 ? 2000 : 0);
  const [hours = 0, minutes = 0, seconds = 0] = (parts.time ?? '').split(':').map(Number);
  const instant = new Date(Date.UTC(year, month, Number(parts.date), hours, minutes, seconds));
  // A leap second belongs to the day that it ends.
  const day = new Date(Date.UTC(year, month, Number(parts.date)));
  const isReal = month >= 0 && day.getUTCDate() === Number(parts.date) && hours < 24 && minutes < 60 && seconds <= 60;
  const names = parts.year?.length === 2 ? LONG_DAYS : DAYS;
  return isReal && parts.day === names[day.getUTCDay()] ? instant.getTime() : undefined;
}

/** A Deprecation value: a structured-field date (RFC 9651 section 3.3.7), parameters allowed. */
export function isStructuredDate(value: string): boolean {
  return /^@-?\d{1,15}(\s*;.*)?$/.test(value.trim());
}
