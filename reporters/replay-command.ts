import type { Report, Result } from '../harness/report/model.ts';
import { settingTable } from '../harness/settings/table.ts';

/** Settings that decide which requests a check sends. */
const SHAPING = ['categoryIds', 'knownIds', 'readOnly', 'runs', 'maxCreates', 'consistencyWindowMs'] as const;
/** And those that decide who answers, and on which day. */
const REPEATED = [...SHAPING, 'connectTo', 'insecure', 'now'] as const;

/** The key comes from the environment. A property may have drawn its own seed from that of the run. */
export function replayCommand({ id }: Result, { run, target }: Report): string {
  const others = REPEATED.flatMap((key) => {
    const recorded = run.settings[key];
    const usual = key === 'now' ? run.startedAt.slice(0, 10) : settingTable[key].fallback();
    const isUsual = recorded === undefined || JSON.stringify(recorded) === JSON.stringify(usual);
    return isUsual ? [] : flagOf(key, recorded);
  });
  const words = ['--base-url', target.baseUrl, '--only', id, '--seed', String(run.seed), ...others];
  return ['petstore-conformance', ...words.map(shellWord)].join(' ');
}

function flagOf(key: (typeof REPEATED)[number], value: Report['run']['settings'][string]): readonly string[] {
  const flag = `--${settingTable[key].flag}`;
  if (typeof value === 'boolean') return [value ? flag : `${flag}=false`];
  // The report has milliseconds where the flag has seconds.
  return [flag, key === 'consistencyWindowMs' ? String(Number(value) / 1000) : String(value)];
}

/** A report may come from anywhere, and this is a line that people copy into a shell. */
function shellWord(text: string): string {
  return /^[\w.,:/=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
