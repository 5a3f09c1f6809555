import { describe, expect, test } from 'vitest';
import { instantOf, isStructuredDate } from '../../../suites/requirements/rules/http-dates.ts';

const REMOVAL = Date.UTC(2030, 11, 5);

describe('an HTTP-date', () => {
  test.each([
    ['Thu, 05 Dec 2030 00:00:00 GMT', REMOVAL],
    ['Thursday, 05-Dec-30 00:00:00 GMT', REMOVAL],
    ['Thu Dec  5 00:00:00 2030', REMOVAL],
    ['Thu, 05 Dec 2030 23:59:59 GMT', REMOVAL + 86_399_000],
    ['Thu, 29 Feb 2024 12:00:00 GMT', Date.UTC(2024, 1, 29, 12)],
  ])('is %s', (text, instant) => {
    expect(instantOf(text)).toBe(instant);
  });

  test.each([
    ['day 0', 'Sat, 00 Dec 2030 00:00:00 GMT'],
    ['minute 60', 'Thu, 05 Dec 2030 00:60:00 GMT'],
    ['a short weekday in the second form', 'Thu, 05-Dec-30 00:00:00 GMT'],
    ['no such month', 'Thu, 05 Dez 2030 00:00:00 GMT'],
    ['another zone', 'Thu, 05 Dec 2030 00:00:00 +0000'],
    ['UTC', 'Thu, 05 Dec 2030 00:00:00 UTC'],
    ['one digit of a day', 'Thu, 5 Dec 2030 00:00:00 GMT'],
    ['lower case', 'thu, 05 dec 2030 00:00:00 gmt'],
    ['ISO 8601', '2030-12-05T00:00:00Z'],
    ['a number', '1922659200'],
    ['something before it', ' Thu, 05 Dec 2030 00:00:00 GMT'],
    ['something after it', 'Thu, 05 Dec 2030 00:00:00 GMT, x'],
    ['nothing', ''],
  ])('is not: %s', (_what, text) => {
    expect(instantOf(text)).toBeNaN();
  });
});

describe('a structured date', () => {
  test.each(['@1688169599', '@0', '@-1', ' @1688169599 ', '@1688169599;a=1', '@1688169599 ; a'])('is %s', (text) => {
    expect(isStructuredDate(text)).toBe(true);
  });

  test.each(['', 'true', '?1', '1688169599', '@', '@1.5', '@1688169599, @1', '@1234567890123456', '@1 x'])(
    'is not %s',
    (text) => {
      expect(isStructuredDate(text)).toBe(false);
    },
  );
});
