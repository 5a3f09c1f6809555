import { type Json, Verbatim } from './value.ts';

/** Writes a value as JSON; a bigint is written with all its digits. */
export function writeJson(value: Json): string {
  if (value instanceof Verbatim) return value.text;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  return `{${Object.entries(value).map(writeMember).join(',')}}`;
}

function writeMember([key, value]: [string, Json]): string {
  return `${JSON.stringify(key)}:${writeJson(value)}`;
}
