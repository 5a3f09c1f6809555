import { parseArgs } from 'node:util';
import { nearest } from '../harness/settings/nearest.ts';
import { parseBoolean } from '../harness/settings/parsers.ts';
import type { Flags, Settings } from '../harness/settings/settings.ts';
import { settingTable } from '../harness/settings/table.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import type { Flag, Invocation } from './invocation.ts';

export const COMMON_FLAGS: readonly Flag[] = [
  { flag: 'help', short: 'h', description: 'Show this help.' },
  { flag: 'version', short: 'v', description: 'Show the version.' },
];

export function parseFlags(args: readonly string[], own: readonly Flag[]): Pick<Invocation, 'flags' | 'operands'> {
  const known = new Map([...own, ...COMMON_FLAGS].map((flag) => [flag.flag, flag]));
  // Not strict, because our messages name the nearest flag and never show a value, which may be a key.
  const options = [...known.values()].map(({ flag, placeholder, short }) => {
    const type: 'string' | 'boolean' = placeholder ? 'string' : 'boolean';
    return [flag, { type, ...(short && { short }) }] as const;
  });
  const { tokens } = parseArgs({ args: [...args], options: Object.fromEntries(options), strict: false, tokens: true });
  const flags = new Map<string, readonly string[]>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = known.get(token.name);
    if (flag === undefined) throw new UsageError(unknownFlag(token.rawName, [...known.keys()]));
    flags.set(flag.flag, [...(flags.get(flag.flag) ?? []), textOf(flag, token)]);
  }
  return { flags, operands };
}

export function isSwitchedOn(flags: Flags, name: string): boolean {
  return parseBoolean(flags.get(name)?.at(-1) ?? 'false', `--${name}`);
}

/** For commands without settings, in which only the flag counts. */
export function reporterChoices(flags: Flags): Settings['reporters'] {
  const given = flags.get('reporter');
  const { parse, fallback } = settingTable.reporters;
  return given === undefined ? fallback() : parse(given, '--reporter');
}

function textOf(flag: Flag, token: { value?: string | undefined; inlineValue?: boolean | undefined }): string {
  if (flag.placeholder === undefined) return token.value ?? 'true';
  const isNextFlag = token.inlineValue === false && token.value?.startsWith('--');
  if (token.value === undefined || token.value === '' || isNextFlag) {
    throw new UsageError(`--${flag.flag} needs a value: write --${flag.flag} ${flag.placeholder}.`);
  }
  return token.value;
}

function unknownFlag(given: string, known: readonly string[]): string {
  const [guess] = nearest(given.replace(/^-+/, ''), known);
  return `There is no flag ${given}: ${guess ? `did you mean --${guess}?` : 'see --help for those there are.'}`;
}
