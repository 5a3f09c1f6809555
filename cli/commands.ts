import { GROUPINGS } from '../harness/report/section.ts';
import { settingTable } from '../harness/settings/table.ts';
import type { Command, Flag } from './invocation.ts';

const settingFlags: readonly Flag[] = Object.values(settingTable).flatMap((setting) =>
  setting.flag === undefined ? [] : [{ ...setting, flag: setting.flag }],
);

const NO_DOTENV: Flag = { flag: 'no-dotenv', description: 'Read no settings from a file .env.' };

const VERBOSE: Flag = {
  flag: 'verbose',
  description: 'List observations and skipped requirements in the terminal report.',
};

const GROUP_BY: Flag = {
  flag: 'group-by',
  placeholder: GROUPINGS.join('|'),
  description: 'Group the results in the terminal and in markdown by area, or by section of the specification.',
  default: GROUPINGS[0],
};

export const runCommand: Command = {
  name: 'run',
  usage: '[run] [flags]',
  summary: 'Check a server and report. Without a base URL, check the embedded reference server.',
  flags: [
    ...settingFlags,
    NO_DOTENV,
    VERBOSE,
    GROUP_BY,
    {
      flag: 'open',
      description:
        'Open the page of --reporter html=FILE after the run, in interactive terminals only. With --watch, open the live page of --ui at once.',
    },
    {
      flag: 'ui',
      description:
        'With --watch: serve the report on this machine as a page that follows every run, and print its address.',
    },
    {
      flag: 'watch',
      description:
        'Run again on a key press, failed requirements first: Enter runs again, a runs everything at once, q quits.',
    },
    {
      flag: 'watch-folder',
      placeholder: 'DIR',
      description: 'Run again when a file in this folder changes (implies --watch). Repeatable.',
    },
  ],
  execute: async (invocation) => (await import('./run.ts')).run(invocation),
};

export const ANY_TARGET = 'any-target';

/** A replay takes these from the report or does not use them. */
const NOT_REPLAYED = ['reporter', 'only', 'skip', 'strict', 'require-all', 'repeat', 'waivers', 'baseline'];

function reporterFlag(description: string): Flag {
  const { placeholder = '', default: standard } = settingTable.reporters;
  return { flag: 'reporter', placeholder, description, default: standard };
}

/** These concern the whole run, not a shard. */
const MERGED_FLAGS = ['reporter', 'strict', 'require-all', 'waivers', 'baseline'];

export const commands: readonly Command[] = [
  runCommand,
  {
    name: 'plan',
    usage: 'plan [flags of run] [--json]',
    summary: 'Show what a run with these settings would send, create and skip, without sending anything.',
    flags: [
      ...settingFlags,
      NO_DOTENV,
      { flag: 'json', description: 'Print the plan as JSON (schemas/plan.schema.json).' },
    ],
    execute: async (invocation) => (await import('./plan/plan.ts')).plan(invocation),
  },
  {
    name: 'shard',
    usage: 'shard I/N FOLDER --seed N [flags]',
    summary:
      'Run shard I of N; combine the shards with merge. Each long property is a part of its own; --max-creates and --max-bad-credentials apply to each part.',
    flags: [...settingFlags.filter(({ flag }) => flag !== 'repeat' && !MERGED_FLAGS.includes(flag)), NO_DOTENV],
    mostOperands: 2,
    execute: async (invocation) => (await import('./shard.ts')).shard(invocation),
  },
  {
    name: 'merge',
    usage: 'merge FOLDER [flags]',
    summary: 'Combine the shards in a folder into one report, with the exit code of the whole run.',
    flags: [...settingFlags.filter(({ flag }) => MERGED_FLAGS.includes(flag)), NO_DOTENV, VERBOSE, GROUP_BY],
    mostOperands: 1,
    execute: async (invocation) => (await import('./merge.ts')).merge(invocation),
  },
  {
    name: 'render',
    usage: 'render REPORT.json [--reporter NAME[=FILE]]',
    summary: 'Convert a JSON report to other formats; a single hyphen reads it from standard input.',
    flags: [reporterFlag(settingTable.reporters.description), VERBOSE, GROUP_BY],
    mostOperands: 1,
    execute: async (invocation) => (await import('./reports.ts')).render(invocation),
  },
  {
    name: 'compare',
    usage: 'compare A.json B.json [C.json ...] [--reporter NAME[=FILE]]',
    summary: 'Show what changed between two reports (exit code 1 on a regression), or compare several side by side.',
    flags: [
      reporterFlag('Form of the comparison (terminal, markdown, json or html), and the file it goes to.'),
      { flag: 'allow-different', description: 'Compare reports that do not have the same requirements.' },
    ],
    mostOperands: Number.POSITIVE_INFINITY,
    execute: async (invocation) => (await import('./reports.ts')).compare(invocation),
  },
  {
    name: 'history',
    usage: 'history REPORT.json ... | FOLDER [--reporter NAME[=FILE]]',
    summary:
      'Summarise many reports: what fails now and since when, what flaps, what drifted, and how latency and load developed.',
    flags: [reporterFlag('Form of the history (terminal, markdown, json or html), and the file it goes to.')],
    mostOperands: Number.POSITIVE_INFINITY,
    execute: async (invocation) => (await import('./reports.ts')).history(invocation),
  },
  {
    name: 'replay',
    usage: 'replay REPORT.json [ID] [flags]',
    summary: 'Repeat what failed in a report, with its seed and smallest input, and report whether it still fails.',
    flags: [
      ...settingFlags.filter(({ flag }) => !NOT_REPLAYED.includes(flag)),
      NO_DOTENV,
      { flag: ANY_TARGET, description: 'Replay on the configured server even if the report names another one.' },
    ],
    mostOperands: 2,
    execute: async (invocation) => (await import('./replay.ts')).replay(invocation),
  },
  {
    name: 'waivers',
    usage: 'waivers init REPORT.json [--output FILE]',
    summary: 'Write a file of waivers to fill in, one for each violation in a report.',
    flags: [
      {
        flag: 'output',
        placeholder: 'FILE',
        description: 'File to write; one that ends in .json is written as JSON.',
        default: 'waivers.yaml',
      },
    ],
    mostOperands: 2,
    execute: async (invocation) => (await import('./waivers.ts')).waivers(invocation),
  },
  {
    name: 'list',
    usage: 'list [--json]',
    summary: 'Show every requirement.',
    flags: [{ flag: 'json', description: 'Print the whole catalogue as a JSON array.' }],
    execute: async (invocation) => (await import('./catalogue.ts')).list(invocation),
  },
  {
    name: 'coverage',
    usage: 'coverage [--reporter NAME[=FILE]]',
    summary:
      'Show for each section of the specification what is required, what is only observed and what cannot be checked, without a run.',
    flags: [reporterFlag('Form of the coverage (terminal, markdown, json or html), and the file it goes to.')],
    execute: async (invocation) => (await import('./catalogue.ts')).coverage(invocation),
  },
  {
    name: 'explain',
    usage: 'explain ID',
    summary: 'Explain a requirement: what it says, how it is checked, and what usually causes a failure.',
    flags: [],
    mostOperands: 1,
    execute: async (invocation) => (await import('./catalogue.ts')).explain(invocation),
  },
  {
    name: 'serve',
    usage: 'serve [--port N] [--api-key KEY] [--pets N] [--fault NAME]',
    summary: 'Run the reference server, which conforms unless it is given a fault, until it is stopped.',
    flags: [
      { flag: 'port', placeholder: 'N', description: 'Port to listen on.', default: 'a free one' },
      {
        flag: 'api-key',
        variable: settingTable.apiKey.variable,
        placeholder: 'KEY',
        description: 'API key that the server accepts; a single hyphen reads it from standard input.',
        default: 'a random one, which is printed',
      },
      { flag: 'pets', placeholder: 'N', description: 'Number of pets at the start.' },
      { flag: 'animals', placeholder: 'N', description: 'Old name of --pets.' },
      {
        flag: 'fault',
        placeholder: 'NAME',
        description: 'Defect to enable, to see how it is reported. Repeatable.',
        default: 'none',
      },
      NO_DOTENV,
    ],
    execute: async (invocation) => (await import('./serve.ts')).serve(invocation),
  },
];
