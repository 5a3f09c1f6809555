import type { ErrorObject } from 'ajv/dist/2020.js';
import { isCollection, LineCounter, parseDocument, YAMLParseError } from 'yaml';
import { errorIn } from '../json/schema.ts';
import type { Place } from '../report/model.ts';
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

export interface PlacedWaiver extends Waiver {
  /** Where it was read. */
  readonly place?: Place;
}

interface WaiverFile {
  readonly waivers: readonly Waiver[];
}

/** Parses YAML or JSON, or throws a usage error that says what is wrong. */
export function parseWaivers(text: string, name: string, ids: readonly string[]): readonly PlacedWaiver[] {
  const lines = new LineCounter();
  // JSON is YAML too.
  const document = parseDocument(text, { logLevel: 'error', lineCounter: lines });
  const lineOf = (index: number) => {
    const row = document.getIn(['waivers', index]);
    return lines.linePos((isCollection(row) && row.range?.[0]) || 0).line;
  };
  const waivers = checkedWaivers(contentOf(document, name), name, ids);
  return waivers.map((waiver, index) => ({ ...waiver, place: { file: name, line: lineOf(index) } }));
}

function contentOf(document: ReturnType<typeof parseDocument>, name: string): unknown {
  try {
    for (const error of document.errors) throw error;
    return document.toJS();
  } catch (error) {
    const [message = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    const [start] = (error instanceof YAMLParseError && error.linePos) || [];
    const where = start ? ` in line ${start.line}` : '';
    const why = message.replace(/ at line \d+, column \d+:?$|[.:]$/g, '');
    throw new UsageError(`${name} is neither YAML nor JSON${where}: ${why}.`);
  }
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
