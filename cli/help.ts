import { settingTable } from '../harness/settings/table.ts';
import { indent, labelled, paragraphs } from '../reporters/text.ts';
import { commands, runCommand } from './commands.ts';
import { exitCodes } from './exit-codes.ts';
import { COMMON_FLAGS } from './flags.ts';
import type { Command, Flag } from './invocation.ts';

const WIDTH = 100;

export function generalHelp(): string {
  return paragraphs([
    ['Checks from outside whether a server does what the Pet Store Service specification documents.'],
    ['Usage', ...indent(commands.map(usageOf), 2)],
    ['Commands', ...table(commands.map((command) => [command.name, command.summary]))],
    ['Flags of run', ...flagTable(runCommand.flags)],
    ['Only in the environment or in .env', ...table(variablesAlone())],
    ['Flags of every command', ...flagTable(COMMON_FLAGS)],
    ['Exit codes', ...table(Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]))],
    [
      'A flag wins over its variable in the environment, which wins over a file .env in the current folder.',
      'With --no-dotenv that file is not read.',
    ],
  ]);
}

export function commandHelp(command: Command): string {
  return paragraphs([
    [usageOf(command)],
    [command.summary],
    ['Flags', ...flagTable([...command.flags, ...COMMON_FLAGS])],
  ]);
}

function usageOf(command: Command): string {
  return `petstore-conformance ${command.usage}`;
}

function flagTable(flags: readonly Flag[]): readonly string[] {
  return table(flags.map((flag) => [nameOf(flag), [flag.description, ...originOf(flag)].join('\n')]));
}

/** Settings without a flag, so that no flag can undo them. */
function variablesAlone(): readonly Row[] {
  return Object.values(settingTable)
    .filter(({ flag }) => flag === undefined)
    .map(({ variable, placeholder, description, default: standard }) => [
      `${variable}=${placeholder}`,
      `${description}\ndefault: ${standard}`,
    ]);
}

function nameOf({ flag, short, placeholder }: Flag): string {
  return `${short ? `-${short}, ` : ''}--${flag}${placeholder ? ` ${placeholder}` : ''}`;
}

function originOf({ variable, default: standard }: Flag): readonly string[] {
  const parts = [...(variable ? [variable] : []), ...(standard ? [`default: ${standard}`] : [])];
  return parts.length > 0 ? [parts.join(', ')] : [];
}

type Row = readonly [label: string, text: string];

function table(rows: readonly Row[]): readonly string[] {
  return indent(labelled(rows, WIDTH - 2), 2);
}
