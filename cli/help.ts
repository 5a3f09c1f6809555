import { settingTable } from '../harness/settings/table.ts';
import { beside, indent, longest, wrap } from '../reporters/text.ts';
import { commands, runCommand } from './commands.ts';
import { exitCodes } from './exit-codes.ts';
import { COMMON_FLAGS } from './flags.ts';
import type { Command, Flag } from './invocation.ts';

const WIDTH = 100;

export function generalHelp(): string {
  return page([
    ['Checks from outside whether a server does what the Pet Store Service specification documents.'],
    ['Usage', ...indent(commands.map(usageOf), 2)],
    ['Commands', ...table(commands.map((command) => [command.name, [command.summary]]))],
    ['Flags of run', ...flagTable(runCommand.flags)],
    ['Only in the environment or in .env', ...table(variablesAlone())],
    ['Flags of every command', ...flagTable(COMMON_FLAGS)],
    ['Exit codes', ...table(Object.values(exitCodes).map(({ code, meaning }) => [String(code), [meaning]]))],
    [
      'A flag wins over its variable in the environment, which wins over a file .env in the current folder.',
      'With --no-dotenv that file is not read.',
    ],
  ]);
}

export function commandHelp(command: Command): string {
  return page([[usageOf(command)], [command.summary], ['Flags', ...flagTable([...command.flags, ...COMMON_FLAGS])]]);
}

function page(blocks: readonly (readonly string[])[]): string {
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`;
}

function usageOf(command: Command): string {
  return `petstore-conformance ${command.usage}`;
}

function flagTable(flags: readonly Flag[]): readonly string[] {
  return table(flags.map((flag) => [nameOf(flag), [flag.description, ...originOf(flag)]]));
}

/** Settings without a flag, so that no flag can undo them. */
function variablesAlone(): readonly Row[] {
  return Object.values(settingTable)
    .filter(({ flag }) => flag === undefined)
    .map(({ variable, placeholder, description, default: standard }) => [
      `${variable}=${placeholder}`,
      [description, `default: ${standard}`],
    ]);
}

function nameOf({ flag, short, placeholder }: Flag): string {
  return `${short ? `-${short}, ` : ''}--${flag}${placeholder ? ` ${placeholder}` : ''}`;
}

function originOf({ variable, default: standard }: Flag): readonly string[] {
  const parts = [...(variable ? [variable] : []), ...(standard ? [`default: ${standard}`] : [])];
  return parts.length > 0 ? [parts.join(', ')] : [];
}

type Row = readonly [label: string, paragraphs: readonly string[]];

function table(rows: readonly Row[]): readonly string[] {
  const labelWidth = longest(rows.map(([label]) => label)) + 2;
  const linesOf = (paragraphs: readonly string[]) => wrap(paragraphs.join('\n'), WIDTH - 2 - labelWidth);
  return indent(
    rows.flatMap(([label, paragraphs]) => beside(label, labelWidth, linesOf(paragraphs))),
    2,
  );
}
