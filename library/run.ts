import { UsageError } from '../harness/basics/usage-error.ts';
import { openServer } from '../harness/engine/open-server.ts';
import { askKeyCommand } from '../harness/engine/prepare/api-key.ts';
import { prepareSettings } from '../harness/engine/prepare/prepare-settings.ts';
import { runSuite } from '../harness/engine/run.ts';
import { newRunId } from '../harness/engine/run-id.ts';
import { checkedBaseline } from '../harness/gate/apply-baseline.ts';
import { applyGate, type Gate } from '../harness/gate/gate.ts';
import { checkedWaivers } from '../harness/gate/waivers.ts';
import type { Report } from '../harness/model/report.ts';
import { checkedReport } from '../harness/report/checked-report.ts';
import { SUITE_NAME } from '../harness/report/suite-version.ts';
import { Redactor } from '../harness/secrets/redact.ts';
import { checkHeadersWithoutKey } from '../harness/settings/header.ts';
import { guessOf } from '../harness/settings/nearest.ts';
import { checkSelection } from '../harness/settings/selection.ts';
import { type Environment, type Find, finderOf, KEY_SETTINGS, settingsBy } from '../harness/settings/settings.ts';
import { keysWhere } from '../harness/settings/table.ts';
import { petStore } from '../suites/index.ts';
import { allIds, idsThatCanFail } from '../suites/requirements/index.ts';
import { OBJECTS } from './checked-options.ts';
import type { RunOptions } from './run-options.ts';

/** What goes through the parser of a flag. */
const PARSED = keysWhere((row) => !row.isOfCommand).filter((key) => !OBJECTS.includes(key));

/** Settings named in `inherited` come from the environment unless they are options. Protected hosts always count. */
export async function runInProcess(
  options: Partial<RunOptions>,
  env: Environment,
  inherited: readonly string[] = ['readOnlyHosts'],
): Promise<Report> {
  try {
    const { signal, onProgress } = options;
    const command = commandOf(options);
    const gate = gateOf(options);
    const find = finderIn(options, env, inherited);
    const given = await prepareSettings(settingsFrom(find), process.cwd(), env);
    // The same inputs as those of the baseline, so that a difference is a change of the server.
    const seed = find('seed') === undefined ? (gate.baseline?.run.seed ?? given.seed) : given.seed;
    const apiKey = given.apiKeyCommand === undefined ? given.apiKey : await askKeyCommand(given.apiKeyCommand);
    checkHeadersWithoutKey(given.headers, apiKey);
    const settings = { ...given, apiKey, seed, runId: newRunId() };
    let requests = 0;
    const failed = new AbortController();
    const onExchange = async () => {
      requests += 1;
      try {
        await onProgress?.(requests);
      } catch (error) {
        failed.abort(error);
      }
    };
    const ends = AbortSignal.any([failed.signal, ...(signal ? [signal] : [])]);
    const server = openServer(settings, petStore, { command, cwd: process.cwd(), env });
    const sent = runSuite(settings, petStore, { server, onExchange, signal: ends });
    const { report } = await sent.finally(() => server.stop());
    failed.signal.throwIfAborted();
    return applyGate(report, gate, { ...settings, today: settings.now });
  } catch (error) {
    throw new Redactor(String(options.apiKey ?? env.PETSTORE_API_KEY ?? '')).error(error);
  }
}

function commandOf({ command }: Partial<RunOptions>): readonly string[] | undefined {
  const isCommand = Array.isArray(command) && command.length > 0 && command.every((word) => typeof word === 'string');
  if (command === undefined || isCommand) return command;
  throw new UsageError(
    "command is not a list of words: write the program and its arguments, as in ['node', 'server.mjs'].",
  );
}

/** A value goes through the parser of its setting, as the text that it would be on a command line. */
function finderIn(options: Partial<RunOptions>, env: Environment, inherited: readonly string[]): Find {
  const values: Readonly<Record<string, unknown>> = { ...options };
  const names = [...PARSED, ...OBJECTS];
  // A misspelt option would have no effect, such as `readonly` on a server where nothing may be written.
  for (const name of Object.keys(values).filter((key) => !names.includes(key))) {
    const advice = guessOf(name, names, `use some of ${names.join(', ')}.`);
    throw new UsageError(`There is no option ${JSON.stringify(name)}: ${advice}`);
  }
  const inEnvironment = finderOf(new Map(), env, '');
  return (key) => {
    const value = PARSED.includes(key) ? values[key] : undefined;
    if (value !== undefined) return { values: [value].flat().map(String), name: key, source: 'program' };
    return inherited.includes(key) ? inEnvironment(key) : undefined;
  };
}

function settingsFrom(find: Find) {
  const settings = settingsBy(find);
  const { baseUrl, apiKey } = settings;
  if (baseUrl === undefined) throw new UsageError('baseUrl is missing: give the address of the server to check.');
  if (KEY_SETTINGS.every((key) => settings[key] === undefined))
    throw new UsageError('apiKey is missing: give the API key that the server accepts.');
  checkSelection(settings, allIds, { only: 'only', skip: 'skip' });
  // What the file has, or the command prints, replaces it.
  return { ...settings, baseUrl, apiKey: apiKey ?? '' };
}

/** The waivers and the baseline follow the same rules as the files of the command. */
function gateOf({ waivers, baseline }: Partial<RunOptions>): Gate {
  const gate: { -readonly [Name in keyof Gate]: Gate[Name] } = {};
  if (waivers !== undefined) gate.waivers = checkedWaivers({ waivers }, 'waivers', idsThatCanFail);
  if (baseline !== undefined)
    gate.baseline = checkedBaseline(checkedReport(baseline, 'baseline'), 'baseline', SUITE_NAME);
  return gate;
}
