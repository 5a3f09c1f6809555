import { jsonOf } from '../harness/json/exact-json.ts';
import type { Report } from '../harness/model/report.ts';

/** Much of a report is text of a server, in which control characters could rewrite what a terminal shows. */
export function escapedReport(report: Report): Report {
  return JSON.parse(JSON.stringify(report), (key, value) => {
    if (typeof value !== 'string') return value;
    return NAMES.has(key) ? visible(value).replaceAll('\n', '\\n') : visible(value);
  });
}

/** The same where a line break of a server would look like one of ours. */
export function reportInLines(report: Report): Report {
  return JSON.parse(JSON.stringify(escapedReport(report)), (key, value) => {
    if (typeof value !== 'string' || key === 'diagnosis') return value;
    const isLaidOut = key === 'body' && jsonOf(value) !== undefined;
    return isLaidOut ? value.replace(/\s*\n\s*/g, ' ') : value.replaceAll('\n', '\\n');
  });
}

/** What starts a line in some format must not be able to start another one. */
const NAMES = new Set(['id', 'name', 'version', 'area', 'level', 'operation', 'baseUrl', 'file']);

/** Escapes controls, invisible formatting and noncharacters. Line breaks stay for the layout. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu, (character) =>
    character === '\n' ? character : escapeOf(character),
  );
}

/** As JSON writes it, so that a body copied from the report still means the same. */
function escapeOf(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => SHORT[unit] ?? `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

const SHORT: Readonly<Record<number, string>> = { 9: '\\t', 13: '\\r' };
