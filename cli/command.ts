import { UsageError } from '../harness/basics/usage-error.ts';
import { SUITE_VERSION } from '../harness/report/suite-version.ts';
import { guessOf } from '../harness/settings/nearest.ts';
import { keysWhere } from '../harness/settings/table.ts';
import { dotenvFile, flagsOf, noDotenv, settingFlags, verbose, watchFlags, withDefaults } from './flags.ts';
import { ADDRESS, type Command, installedParts, type Parts, parseFlags, splitAtServer, usageOf } from './invocation.ts';
import { type Io, type Output, type ProcessIo, printError, succeed, withoutCommands } from './io.ts';

/** A replay takes what it sends from the report, and has no gate. */
const replayFlags = flagsOf(...keysWhere((row) => row.inReplay === undefined || row.inReplay === 'repeated'));

/** A plan writes no report. */
const planFlags = flagsOf(...keysWhere((row) => row.topic !== 'reports'));

/** The address becomes a flag, and is not counted as an operand. */
export const runCommand: Command = {
  name: 'run',
  operands: '[URL]',
  takesServer: true,
  summary: 'Check a server and report; without an address, check the embedded reference server.',
  flags: [...settingFlags, dotenvFile, noDotenv, verbose, ...watchFlags],
  load: async () => (await import('./run.ts')).executeRun,
};

export const commands: readonly Command[] = [
  runCommand,
  {
    name: 'plan',
    operands: '[URL]',
    summary: 'Show the limits of a run with these settings; send nothing.',
    flags: [...planFlags, dotenvFile, noDotenv, { flag: 'json', description: 'Print the plan as JSON.' }],
    load: async () => (await import('./run.ts')).plan,
  },
  {
    name: 'replay',
    operands: 'REPORT.json [ID ...]',
    minOperands: 1,
    maxOperands: Number.POSITIVE_INFINITY,
    takesServer: true,
    summary: 'Run what failed in a report again, with the same inputs, and say whether it still fails.',
    flags: [
      ...withDefaults(replayFlags, {
        'base-url': 'none: the report does not choose it',
        seed: 'that of the report',
      }),
      dotenvFile,
      noDotenv,
    ],
    load: async () => (await import('./replay.ts')).executeReplay,
  },
  {
    name: 'inspect',
    operands: 'FILE',
    minOperands: 1,
    maxOperands: 1,
    summary: 'Decide the record of a run (its HAR file) again; send nothing.',
    flags: [...flagsOf('reporters', 'baseline'), verbose],
    load: async () => (await import('./inspect.ts')).inspect,
  },
  {
    name: 'render',
    operands: 'REPORT.json',
    minOperands: 1,
    maxOperands: 1,
    summary: 'Convert a JSON report to other formats.',
    flags: [...flagsOf('reporters'), verbose],
    load: async () => (await import('./reports.ts')).renderReport,
  },
  {
    name: 'compare',
    operands: 'BEFORE.json AFTER.json',
    minOperands: 2,
    maxOperands: 2,
    summary: 'Decide a report with an earlier one as its baseline, as a run with --baseline does.',
    flags: [...flagsOf('reporters'), verbose],
    load: async () => (await import('./reports.ts')).compare,
  },
  {
    name: 'history',
    operands: 'REPORT.json|FOLDER ...',
    minOperands: 1,
    maxOperands: Number.POSITIVE_INFINITY,
    summary: 'Write one HTML page of many reports: a row for each requirement, a column for each run.',
    flags: [
      {
        flag: 'output',
        placeholder: 'FILE',
        description: 'File to write or replace.',
        default: 'history.html',
      },
    ],
    load: async () => (await import('./history.ts')).history,
  },
  {
    name: 'waivers',
    operands: 'init REPORT.json',
    minOperands: 2,
    maxOperands: 2,
    summary: 'Write a file of waivers to fill in, one for each story in a report.',
    flags: [
      {
        flag: 'output',
        placeholder: 'FILE',
        description: 'File to write; one that ends in .json is written as JSON.',
        default: 'waivers.yaml',
      },
    ],
    load: async () => (await import('./waivers.ts')).waivers,
  },
  {
    name: 'list',
    operands: '[ID|GLOB ...]',
    maxOperands: Number.POSITIVE_INFINITY,
    summary: 'Show every requirement, or those that match.',
    flags: [{ flag: 'json', description: 'Print them as a JSON array.' }],
    load: async () => (await import('./catalogue.ts')).listCatalogue,
  },
  {
    name: 'explain',
    operands: 'ID|GLOB ...',
    minOperands: 1,
    maxOperands: Number.POSITIVE_INFINITY,
    summary: 'Explain requirements: what they say, how they are checked, the usual cause of a failure.',
    flags: [],
    load: async () => (await import('./explain.ts')).explain,
  },
  {
    name: 'serve',
    summary: 'Run the reference server, which conforms unless it is given a fault, until it is stopped.',
    flags: [
      ...flagsOf('apiKey'),
      { flag: 'port', placeholder: 'N', description: 'Port to listen on.', default: 'a free one' },
      { flag: 'pets', placeholder: 'N', description: 'Number of pets at the start.', default: '0' },
      {
        flag: 'fault',
        placeholder: 'NAME',
        description: 'Defect to enable; repeat the flag for more.',
      },
      { flag: 'list-faults', description: 'List the names of all faults, with what each does.' },
    ],
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    name: 'help',
    operands: '[TOPIC]',
    maxOperands: 1,
    summary: 'Show this help, or that of a topic or a command.',
    flags: [],
    load: async () => (await import('./help.ts')).helpOn(commands),
  },
];

/** Resolves with the exit code and never throws. */
export async function main(argv: readonly string[], given: ProcessIo, parts: Parts = installedParts): Promise<number> {
  const guard = (output: Output): Output =>
    given.env.GITHUB_ACTIONS ? { write: (text, written) => output.write(withoutCommands(text), written) } : output;
  const io: Io = { ...given, stdout: guard(given.stdout), stderr: guard(given.stderr), annotations: given.stdout };
  try {
    return await dispatch(argv, io, parts);
  } catch (error) {
    const { redactorOf } = await import('./settings.ts');
    const redactor = await redactorOf(argv, io);
    return printError(io, redactor.error(error));
  }
}

async function dispatch(argv: readonly string[], io: Io, parts: Parts): Promise<number> {
  const [first = '', ...rest] = argv;
  const isNamed = first !== '' && !first.startsWith('-') && !ADDRESS.test(first);
  const command = isNamed ? findCommand(first) : runCommand;
  const args = isNamed ? rest : argv;
  const { own, server } = command.takesServer ? splitAtServer(args) : { own: args };
  const { flags, operands } = parseFlags(own, command.flags);
  if (flags.has('version')) return succeed(io, `${SUITE_VERSION}\n`);
  if (flags.has('help')) return dispatch(['help', ...(isNamed ? [first] : [])], io, parts);
  const { minOperands = 0, maxOperands = 0 } = command;
  if (operands.length < minOperands || operands.length > maxOperands) {
    const what = operands.length < minOperands ? 'few' : 'many';
    throw new UsageError(`Too ${what} arguments: write ${usageOf(command)}.`);
  }
  const execute = await command.load();
  return execute({ flags, operands, server, io, parts });
}

/** An address that begins with its host. */
const WITHOUT_SCHEME = /^(\[[\da-f:]+\]|[\w.-]+):\d+(\/|$)|^localhost(\/|$)|^[\w-]+(\.[\w-]+)+\//i;

function findCommand(name: string): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  const names = commands.map((candidate) => candidate.name);
  if (WITHOUT_SCHEME.test(name))
    throw new UsageError('An address needs its scheme: write http:// or https:// before it.');
  const advice = guessOf(name, names, `use one of ${names.join(', ')}.`);
  // Anything else may be a key that lacks its flag.
  const what = /^[a-z-]{1,12}$/i.test(name) ? `command ${JSON.stringify(name)}` : 'such command';
  throw new UsageError(`There is no ${what}: ${advice}`);
}
