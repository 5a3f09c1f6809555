import type { ErrorObject } from 'ajv/dist/2020.js';
import { parseDocument, YAMLParseError } from 'yaml';
import { fileSchema } from '../json/schema.ts';
import { guessOf } from '../settings/nearest.ts';
import { UsageError } from '../settings/usage-error.ts';

/** A violation that is accepted for a time. */
export interface Waiver {
  readonly id: string;
  readonly reason: string;
  readonly owner: string;
  /** The last day on which it counts, YYYY-MM-DD. */
  readonly until: string;
  /** Of the accepted violation; any of the requirement unless given. */
  readonly fingerprint?: string;
}

/** Parses YAML or JSON, or throws a usage error that says what is wrong. */
export function parseWaivers(text: string, name: string, ids: readonly string[]): readonly Waiver[] {
  return checkedWaivers(contentOf(text, name), name, ids);
}

export function checkedWaivers(value: unknown, name: string, ids: readonly string[]): readonly Waiver[] {
  const isWaiverFile = waiverFileSchema();
  if (!isWaiverFile(value)) throw new UsageError(`${name} ${complaint(isWaiverFile.errors ?? [], value)}.`);
  const { waivers } = value;
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

const waiverFileSchema = fileSchema<{ readonly waivers: readonly Waiver[] }>('waivers');

/** JSON is YAML too. */
function contentOf(text: string, name: string): unknown {
  try {
    const document = parseDocument(text);
    const [broken] = document.errors;
    if (broken) throw broken;
    return document.toJS();
  } catch (error) {
    const [message = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    const [start] = (error instanceof YAMLParseError && error.linePos) || [];
    const where = start ? ` in line ${start.line}` : '';
    const why = message.replace(/ at line \d+, column \d+:?$|[.:]$/g, '');
    throw new UsageError(`${name} is neither YAML nor JSON${where}: ${why}.`);
  }
}

function complaint([error]: readonly ErrorObject[], value: unknown): string {
  const [, index, field = ''] = /^\/waivers\/(\d+)(?:\/(\w+))?/.exec(error?.instancePath ?? '') ?? [];
  if (index === undefined)
    return 'is not a file of waivers: start one with petstore-conformance waivers init report.json';
  const { id } = (value as { waivers: readonly { readonly id?: unknown }[] }).waivers[Number(index)] ?? {};
  const whose = typeof id === 'string' && id !== '' ? `the waiver of ${id}` : `waiver ${Number(index) + 1}`;
  if (error?.keyword === 'required') return `has no ${error.params.missingProperty} in ${whose}: add it`;
  if (error?.keyword === 'additionalProperties') {
    return `has an unknown field in ${whose}: remove ${error.params.additionalProperty}`;
  }
  if (error?.keyword === 'format') return `has an invalid date in ${whose}: write ${field} as YYYY-MM-DD`;
  return `has an empty or invalid ${field || 'field'} in ${whose}: fill it in as text`;
}
