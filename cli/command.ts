import { SUITE_VERSION } from '../harness/report/suite-version.ts';
import { guessOf } from '../harness/settings/nearest.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { flagsIn, flagsOf, noDotenv, presentationFlags, settingFlags, watchFlags } from './flags.ts';
import { ADDRESS, type Execute, type Flag, installedParts, type Parts, parseFlags } from './invocation.ts';
import { type Io, type Output, type ProcessIo, printError, succeed, withoutCommands } from './io.ts';

/** A replay takes these from the report, or does not use them. */
const NOT_REPLAYED = [
  'reporter',
  'subject',
  'run-url',
  'only',
  'skip',
  'thorough',
  'require-all',
  'waivers',
  'baseline',
  'runs',
];

/** What commands share with `run`. */
const sharedFlags: Readonly<Record<string, readonly Flag[]>> = {
  run: [...settingFlags, ...noDotenv, ...presentationFlags, ...watchFlags],
  plan: [...settingFlags, ...noDotenv],
  replay: [...settingFlags.filter(({ flag }) => !NOT_REPLAYED.includes(flag)), ...noDotenv],
  inspect: [...flagsOf('baseUrl', 'apiKey', 'reporters', 'subject', 'runUrl'), ...presentationFlags],
  render: [...flagsOf('reporters', 'subject', 'runUrl'), ...presentationFlags],
  serve: flagsOf('apiKey'),
};

/** Loaded on demand: none of them needs all the others. */
const loaders: Readonly<Record<string, () => Promise<Execute>>> = {
  run: async () => (await import('./run.ts')).run,
  plan: async () => (await import('./run.ts')).plan,
  replay: async () => (await import('./replay.ts')).replay,
  inspect: async () => (await import('./reports.ts')).inspect,
  render: async () => (await import('./reports.ts')).render,
  compare: async () => (await import('./reports.ts')).compare,
  history: async () => (await import('./reports.ts')).history,
  coverage: async () => (await import('./reports.ts')).coverage,
  waivers: async () => (await import('./reports.ts')).waivers,
  list: async () => (await import('./catalogue.ts')).list,
  explain: async () => (await import('./catalogue.ts')).explain,
  serve: async () => (await import('./serve.ts')).serve,
  help: async () => (await import('./help.ts')).helpOn(commands),
};

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
  Check recorded traffic (a HAR file); send nothing.
  --assume-authorized  Take answered requests as authorised where the file has no Authorization headers.
render REPORT.json
  Convert a JSON report to other formats.
compare A.json B.json ...
  Show what changed between reports (exit code 1 on a regression), or several targets side by side.
  --reporter NAME[=FILE]  Form (terminal, markdown, json or html) and file.
history REPORT.json|FOLDER ...
  Summarise many reports: what fails and since when, what flaps, what drifted, how latency developed.
  --reporter NAME[=FILE]  Form (terminal, markdown, json or html) and file.
waivers init REPORT.json
  Write a file of waivers to fill in, one for each violation in a report.
  --output FILE  File to write; one that ends in .json is written as JSON.
list
  Show every requirement.
  --json  Print the whole catalogue as a JSON array.
explain ID
  Explain a requirement: what it says, how it is checked, what usually causes a failure.
coverage
  Show how each statement of the specification is checked, or why it cannot be.
  --reporter NAME[=FILE]  Form (terminal, markdown, json or html) and file.
serve
  Run the reference server, which conforms unless it is given a fault, until it is stopped.
  --port N       Port to listen on.
  --pets N       Number of pets at the start.
  --fault NAME   Defect to enable; repeat the flag for more.
  --list-faults  List the names of all faults, with what each does.
help [TOPIC]
  Show this help, or that of a topic or a command.`;

export const commands = TABLE.split(/\n(?=\S)/)
  .slice(1)
  .map((entry) => {
    const [usage = '', summary = '', ...own] = entry.split('\n');
    const [name = '', ...operands] = usage.replace(' [URL]', '').split(' ');
    return {
      name,
      usage: `${usage} [flags]`,
      summary: summary.trim(),
      flags: [...(sharedFlags[name] ?? []), ...flagsIn(own.join('\n'))],
      minOperands: operands.filter((operand) => !/^\[|^\.\.\.$/.test(operand)).length,
      maxOperands: operands.includes('...') ? Number.POSITIVE_INFINITY : operands.length,
      load: loaders[name] as () => Promise<Execute>,
    };
  });

export type Command = (typeof commands)[number];
export const runCommand = commands[0] as Command;

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
  const { flags, operands } = parseFlags(isNamed ? rest : argv, command.flags);
  if (flags.has('version')) return succeed(io, `${SUITE_VERSION}\n`);
  if (flags.has('help')) return dispatch(['help', ...(isNamed ? [first] : [])], io, parts);
  if (operands.length < command.minOperands || operands.length > command.maxOperands) {
    const what = operands.length < command.minOperands ? 'few' : 'many';
    throw new UsageError(`Too ${what} arguments: write petstore-conformance ${command.usage}.`);
  }
  if (command === runCommand) parts.prepareRun?.();
  const execute = await command.load();
  return execute({ flags, operands, io, parts });
}

function findCommand(name: string): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  const names = commands.map((candidate) => candidate.name);
  const advice = guessOf(name, names, `use one of ${names.join(', ')}.`);
  // Anything else may be a key that lacks its flag.
  const what = /^[a-z-]{1,12}$/i.test(name) ? `command ${JSON.stringify(name)}` : 'such command';
  throw new UsageError(`There is no ${what}: ${advice}`);
}
