import type { Report } from '../harness/report/model.ts';

/**
 * The report with nothing in it that a terminal would obey. Servers choose much of its text, and an escape
 * sequence or a change of direction could rewrite what the reader sees.
 */
export function escapedReport(report: Report): Report {
  return JSON.parse(JSON.stringify(report), (_key, value) => (typeof value === 'string' ? visible(value) : value));
}

/** Controls, invisible formatting and what is no character as escapes. Line breaks stay: layout deals with them. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu, (character) =>
    character === '\n' ? character : escapeOf(character),
  );
}

/** As JSON writes it, so that a body copied from the report still means the same. */
function escapeOf(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => SHORT.get(unit) ?? `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

const SHORT: ReadonlyMap<number, string> = new Map([
  [9, '\\t'],
  [13, '\\r'],
]);
