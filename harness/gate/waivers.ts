import type { ErrorObject } from 'ajv/dist/2020.js';
import { parse, YAMLParseError } from 'yaml';
import { errorIn } from '../json/schema.ts';
import { guessOf } from '../settings/nearest.ts';
import { UsageError } from '../settings/usage-error.ts';

/** A violation that is accepted for a time. */
export interface Waiver {
  readonly id: string;
  readonly reason: string;
  readonly owner: string;
  /** The last day on which it counts, YYYY-MM-DD. */
  readonly until: string;
  /** Of the accepted violations; any of the requirement unless given. */
  readonly fingerprint?: string | readonly string[];
}

interface WaiverFile {
  readonly waivers: readonly Waiver[];
}

/** Parses YAML or JSON, or throws a usage error that says what is wrong. */
export function parseWaivers(text: string, name: string, ids: readonly string[]): readonly Waiver[] {
  let content: unknown;
  try {
    // JSON is YAML too.
    content = parse(text, { logLevel: 'error' });
  } catch (error) {
    const [message = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    const [start] = (error instanceof YAMLParseError && error.linePos) || [];
    const where = start ? ` in line ${start.line}` : '';
    const why = message.replace(/ at line \d+, column \d+:?$|[.:]$/g, '');
    throw new UsageError(`${name} is neither YAML nor JSON${where}: ${why}.`);
  }
  return checkedWaivers(content, name, ids);
}

export function checkedWaivers(value: unknown, name: string, ids: readonly string[]): readonly Waiver[] {
  const error = errorIn(value, 'waivers');
  if (error) throw new UsageError(`${name} ${complaint(error, value)}.`);
  const { waivers } = value as WaiverFile;
  for (const [index, { id }] of waivers.entries()) {
    if (!ids.includes(id)) {
      const advice = guessOf(id, ids, 'choose from petstore-conformance list.');
      throw new UsageError(`${name} waives ${JSON.stringify(id)}, which is not a requirement that can fail: ${advice}`);
    }
    if (waivers.findIndex((other) => other.id === id) !== index) {
      throw new UsageError(`${name} waives ${id} twice: keep one of the two.`);
    }
  }
  return waivers;
}

function complaint({ instancePath, keyword, params }: ErrorObject, value: unknown): string {
  const [, index, field = 'field'] = /^\/waivers\/(\d+)(?:\/(\w+))?/.exec(instancePath) ?? [];
  if (index === undefined)
    return 'is not a file of waivers: start one with petstore-conformance waivers init report.json';
  const { id }: Partial<Waiver> = (value as WaiverFile).waivers[Number(index)] ?? {};
  const whose = typeof id === 'string' && id !== '' ? `the waiver of ${id}` : `waiver ${Number(index) + 1}`;
  if (keyword === 'required') return `has no ${params.missingProperty} in ${whose}: add it`;
  if (keyword === 'additionalProperties') {
    return `has an unknown field in ${whose}: remove ${params.additionalProperty}`;
  }
  if (keyword === 'format') return `has an invalid date in ${whose}: write ${field} as YYYY-MM-DD`;
  return `has an empty or invalid ${field} in ${whose}: fill it in as text`;
}
