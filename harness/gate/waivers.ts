import type { ErrorObject } from 'ajv/dist/2020.js';
import { isCollection, LineCounter, parseDocument, YAMLParseError } from 'yaml';
import { UsageError } from '../basics/usage-error.ts';
import { errorIn } from '../json/schema.ts';
import { guessOf } from '../settings/nearest.ts';
import { type PlacedWaiver, requirementsOf, type Waiver } from './waiver.ts';

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
  for (const [index, waiver] of waivers.entries()) {
    for (const id of requirementsOf(waiver)) {
      if (/[*?]/.test(id)) {
        const what = `${JSON.stringify(id)}. A waiver names requirements; globs are not allowed`;
        throw new UsageError(`${name} waives ${what}: name each requirement.`);
      }
      if (!ids.includes(id)) {
        const advice = guessOf(id, ids, 'choose from petstore-conformance list.');
        const what = `${JSON.stringify(id)}, which is not a requirement that can fail`;
        throw new UsageError(`${name} waives ${what}: ${advice}`);
      }
      const others = waivers.slice(0, index).filter((other) => requirementsOf(other).includes(id));
      if (others.some((other) => overlap(waiver, other))) {
        throw new UsageError(`${name} waives ${id} twice: keep one of the two, or name other fingerprints in each.`);
      }
    }
  }
  return waivers;
}

/** Whether two waivers of one requirement can accept the same violation. */
function overlap({ fingerprint: own }: Waiver, { fingerprint: other }: Waiver): boolean {
  if (own === undefined || other === undefined) return true;
  return [own].flat().some((one) => [other].flat().includes(one));
}

function complaint({ instancePath, keyword, params }: ErrorObject, value: unknown): string {
  const [, index, field = 'field'] = /^\/waivers\/(\d+)(?:\/(\w+))?/.exec(instancePath) ?? [];
  if (index === undefined)
    return 'is not a file of waivers: start one with petstore-conformance waivers init report.json';
  const { id, requirements }: Partial<Waiver> = (value as WaiverFile).waivers[Number(index)] ?? {};
  const [first = id]: readonly unknown[] = Array.isArray(requirements) ? requirements : [];
  const whose = typeof first === 'string' && first !== '' ? `the waiver of ${first}` : `waiver ${Number(index) + 1}`;
  const isAboutWhich = keyword === 'oneOf' || /^(id|requirements)$/.test(params.missingProperty ?? '');
  if (isAboutWhich) return `needs either id or requirements in ${whose}: write one of them`;
  if (keyword === 'required') return `has no ${params.missingProperty} in ${whose}: add it`;
  if (keyword === 'additionalProperties') {
    return `has an unknown field in ${whose}: remove ${params.additionalProperty}`;
  }
  if (keyword === 'format') return `has an invalid date in ${whose}: write ${field} as YYYY-MM-DD`;
  return `has an empty or invalid ${field} in ${whose}: fill it in as text`;
}
