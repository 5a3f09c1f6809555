import type { Report, Result } from '../harness/model/report.ts';
import { SUITE_NAME } from '../harness/report/suite-version.ts';
import { keysWhere, settingTable } from '../harness/settings/table.ts';
import type { StoredReport } from './options.ts';

const REPEATED = keysWhere((row) => row.inReplay === 'repeated');

/**
 * Sends what failed again, if there is a JSON report to take it from; otherwise runs the same probes with the same seed.
 * The key comes from the environment.
 */
export function replayCommand({ id }: Result, { run, target, file }: StoredReport): string {
  const server = ['--base-url', target.baseUrl];
  const anew = [...server, '--only', id, '--seed', String(run.seed), ...inputsOf(run)];
  const words = file === undefined ? anew : ['replay', file, id, ...server];
  return [SUITE_NAME, ...words, ...repeatedFlags(run)].map(shellWord).join(' ');
}

/** Of the settings that are not the usual ones. */
function repeatedFlags(run: Report['run']): readonly string[] {
  return REPEATED.flatMap((key) => {
    const recorded = run.settings[key];
    const usual = key === 'now' ? run.startedAt.slice(0, 10) : settingTable[key].fallback();
    const isUsual = recorded === undefined || JSON.stringify(recorded) === JSON.stringify(usual);
    return isUsual ? [] : flagOf(key, recorded);
  });
}

/** A replay takes the inputs from the report. */
function inputsOf({ settings }: Report['run']): readonly string[] {
  const isUsual = settings.runs === undefined || settings.runs === settingTable.runs.fallback();
  return [...(isUsual ? [] : ['--runs', String(settings.runs)]), ...(settings.thorough === true ? ['--thorough'] : [])];
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
