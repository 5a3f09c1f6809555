import { SUITE_VERSION } from '../harness/report/suite-version.ts';
import { nearest } from '../harness/settings/nearest.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { type Command, commands, runCommand } from './commands.ts';
import { installedParts, type Parts, parseFlags } from './invocation.ts';
import { type Io, type Output, type ProcessIo, printError, redactError, succeed } from './io.ts';
import { guarded, runsOnGithub } from './workflow-commands.ts';

/** Resolves with the exit code and never throws. */
export async function main(argv: readonly string[], given: ProcessIo, parts: Parts = installedParts): Promise<number> {
  const guard = runsOnGithub(given.env) ? guarded : (output: Output) => output;
  const io: Io = { ...given, stdout: guard(given.stdout), stderr: guard(given.stderr), annotations: given.stdout };
  try {
    return await dispatch(argv, io, parts);
  } catch (error) {
    const { redactKnownKeys } = await import('./settings.ts');
    return printError(io, redactError(error, await redactKnownKeys(argv, io)));
  }
}

async function dispatch(argv: readonly string[], io: Io, parts: Parts): Promise<number> {
  const [first = '', ...rest] = argv;
  const isNamed = first !== '' && !first.startsWith('-') && !/^https?:\/\//i.test(first);
  const command = isNamed ? findCommand(first) : runCommand;
  const { flags, operands } = parseFlags(isNamed ? rest : argv, command.flags);
  if (flags.has('version')) return succeed(io, `${SUITE_VERSION}\n`);
  if (flags.has('help')) return dispatch(['help', ...(isNamed ? [first] : [])], io, parts);
  if (operands.length > command.maxOperands) {
    throw new UsageError(`Too many arguments: write petstore-conformance ${command.usage}.`);
  }
  const execute = await command.load();
  return execute({ flags, operands, io, parts });
}

function findCommand(name: string): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  const names = commands.map((candidate) => candidate.name);
  const [guess] = nearest(name, names);
  const advice = guess ? `did you mean ${guess}?` : `use one of ${names.join(', ')}.`;
  // Anything else may be a key that lacks its flag.
  const what = /^[a-z-]{1,12}$/i.test(name) ? `command ${JSON.stringify(name)}` : 'such command';
  throw new UsageError(`There is no ${what}: ${advice}`);
}
