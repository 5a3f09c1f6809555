import { GROUPINGS } from '../harness/report/section.ts';
import { settingTable } from '../harness/settings/table.ts';
import type { Execute, Flag } from './invocation.ts';

type SettingKey = keyof typeof settingTable;

export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly flags: readonly Flag[];
  readonly maxOperands: number;
  readonly load: () => Promise<Execute>;
}

/** A setting without a flag is only in the environment, so that no flag can undo it. */
export function flagsOf(...keys: readonly SettingKey[]): readonly Flag[] {
  return keys.flatMap((key) => {
    const { flag, ...setting } = settingTable[key];
    return flag === undefined ? [] : [{ ...setting, flag }];
  });
}

/** One flag per line: `--flag PLACEHOLDER`, two spaces or more, the description, and the default in brackets. */
function flagsIn(lines: string): readonly Flag[] {
  return [...lines.matchAll(/^ *--(\S+)(?: (\S+))? {2,}(.+?)(?: \[(.+)\])?$/gm)].map(
    ([, flag = '', placeholder, description = '', standard]) => ({
      flag,
      ...(placeholder && { placeholder }),
      description,
      ...(standard && { default: standard }),
    }),
  );
}

const settingFlags = flagsOf(...(Object.keys(settingTable) as SettingKey[]));
export const noDotenv = flagsIn('--no-dotenv  Read no settings from a file .env.');
export const presentationFlags = flagsIn(`
  --verbose                            Show all findings in full, and observations and skipped requirements.
  --group-by ${GROUPINGS.join('|')}  Group results by area, or by section of the specification. [${GROUPINGS[0]}]`);
export const watchFlags = flagsIn(`
  --watch             Run again when Enter is pressed; q quits.
  --watch-folder DIR  Run again when a file in this folder changes (implies --watch); repeat the flag for more.
  --ui                Serve the report on this machine as a page that follows every run (implies --watch).`);

/** A replay takes these from the report, or does not use them. */
const NOT_REPLAYED = ['reporter', 'only', 'skip', 'thorough', 'require-all', 'waivers', 'baseline', 'runs'];

/** What commands share with `run`. */
const sharedFlags: Readonly<Record<string, readonly Flag[]>> = {
  run: [...settingFlags, ...noDotenv, ...presentationFlags, ...watchFlags],
  plan: [...settingFlags, ...noDotenv],
  replay: [...settingFlags.filter(({ flag }) => !NOT_REPLAYED.includes(flag)), ...noDotenv],
  inspect: [...flagsOf('baseUrl', 'apiKey', 'reporters'), ...presentationFlags],
  render: [...flagsOf('reporters'), ...presentationFlags],
  serve: flagsOf('apiKey'),
};

/** Loaded on demand: none of them needs all the others. */
const loaders = {
  run: async () => (await import('./run.ts')).run,
  plan: async () => (await import('./plan.ts')).plan,
  replay: async () => (await import('./replay.ts')).replay,
  inspect: async () => (await import('./inspect.ts')).inspect,
  render: async () => (await import('./reports.ts')).render,
  compare: async () => (await import('./reports.ts')).compare,
  history: async () => (await import('./reports.ts')).history,
  coverage: async () => (await import('./reports.ts')).coverage,
  waivers: async () => (await import('./waivers.ts')).waivers,
  list: async () => (await import('./catalogue.ts')).list,
  explain: async () => (await import('./catalogue.ts')).explain,
  serve: async () => (await import('./serve.ts')).serve,
  help: async () => (await import('./help.ts')).help,
} satisfies Readonly<Record<string, Command['load']>>;

/** For each command: its name and operands, a summary, and the flags that it alone has. */
const TABLE = `
run [URL]
  Check a server and report; without an address, check the embedded reference server.
plan [URL]
  Show the limits of a run with these settings; send nothing.
  --json  Print the plan as JSON.
replay REPORT.json [ID]
  Send the requests that failed in a report again, and say whether they still fail.
inspect FILE
  Check recorded traffic (a HAR file or a JSON report); send nothing.
render REPORT.json
  Convert a JSON report to other formats.
compare A.json B.json ...
  Show what changed between reports (exit code 1 on a regression), or several targets side by side.
  --reporter NAME[=FILE]  Form (terminal, markdown, json or html) and file. [terminal]
history REPORT.json|FOLDER ...
  Summarise many reports: what fails and since when, what flaps, what drifted, how latency developed.
  --reporter NAME[=FILE]  Form (terminal, markdown, json or html) and file. [terminal]
waivers init REPORT.json
  Write a file of waivers to fill in, one for each violation in a report.
  --output FILE  File to write; one that ends in .json is written as JSON. [waivers.yaml]
list
  Show every requirement.
  --json  Print the whole catalogue as a JSON array.
explain ID
  Explain a requirement: what it says, how it is checked, what usually causes a failure.
coverage
  Show how each statement of the specification is checked, or why it cannot be.
  --reporter NAME[=FILE]  Form (terminal, markdown, json or html) and file. [terminal]
serve
  Run the reference server, which conforms unless it is given a fault, until it is stopped.
  --port N       Port to listen on. [a free one]
  --pets N       Number of pets at the start.
  --fault NAME   Defect to enable; repeat the flag for more. [none]
  --list-faults  List the names of all faults, with what each does.
help [TOPIC]
  Show this help, or that of a topic, a command or a flag.`;

export const commands: readonly Command[] = TABLE.split(/\n(?=\S)/)
  .slice(1)
  .map((entry) => {
    const [usage = '', summary = '', ...own] = entry.split('\n');
    const [name = '', ...operands] = usage.split(' ');
    return {
      name,
      usage: `${usage} [flags]`,
      summary: summary.trim(),
      flags: [...(sharedFlags[name] ?? []), ...flagsIn(own.join('\n'))],
      maxOperands: operands.includes('...') ? Number.POSITIVE_INFINITY : operands.length,
      load: loaders[name as keyof typeof loaders],
    };
  });

export const runCommand = commands[0] as Command;
