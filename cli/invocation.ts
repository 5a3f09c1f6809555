import { parseArgs } from 'node:util';
import { UsageError } from '../harness/basics/usage-error.ts';
import type { Composed } from '../harness/engine/compose.ts';
import type { EngineParts } from '../harness/engine/run.ts';
import { nearest } from '../harness/settings/nearest.ts';
import { parseBoolean } from '../harness/settings/parsers.ts';
import type { Flags, RunSettings } from '../harness/settings/settings.ts';
import type { Reference, ReferenceOptions } from '../reference/server.ts';
import type { Io } from './io.ts';

export interface Flag {
  readonly flag: string;
  readonly short?: string;
  readonly variable?: string;
  /** Absent for a switch. */
  readonly placeholder?: string;
  readonly description: string;
  /** As shown to the user; a switch is off, and "none" goes without saying. */
  readonly default?: string;
}

export interface Invocation {
  readonly flags: Flags;
  readonly operands: readonly string[];
  /** Starts the server: the words after `--`. */
  readonly server?: readonly string[] | undefined;
  readonly io: Io;
  readonly parts: Parts;
}

/** Resolves with the exit code. */
export type Execute = (invocation: Invocation) => Promise<number>;

export interface Command {
  readonly name: string;
  /** As the usage shows them. */
  readonly operands?: string;
  readonly minOperands?: number;
  readonly maxOperands?: number;
  /** The words after `--` start the server. */
  readonly takesServer?: true;
  readonly summary: string;
  readonly flags: readonly Flag[];
  /** Loaded on demand: none of them needs all the others. */
  readonly load: () => Promise<Execute>;
}

export function usageOf({ name, operands, takesServer }: Command): string {
  const words = ['petstore-conformance', name, operands, '[flags]', takesServer && '[-- COMMAND ...]'];
  return words.filter((word) => word !== undefined).join(' ');
}

/** What tests replace. Loaded on demand, because most commands need none of it. */
export const installedParts = {
  run: async (settings: RunSettings, options: EngineParts): Promise<Composed> => {
    const [{ runSuite }, { petStore }] = await Promise.all([
      import('../harness/engine/run.ts'),
      import('../suites/index.ts'),
    ]);
    // What is decided while nothing is to be sent is decided faster at the end.
    return runSuite(settings, petStore, { onPause: petStore.decide, ...options });
  },
  startReference: async (options: ReferenceOptions): Promise<Pick<Reference, 'baseUrl' | 'close'>> =>
    (await import('../reference/server.ts')).startReference(options),
};

export type Parts = Readonly<typeof installedParts>;

export const COMMON_FLAGS: readonly Flag[] = [
  { flag: 'help', short: 'h', description: 'Show this help.' },
  { flag: 'version', short: 'v', description: 'Show the version.' },
];

/** One without its flag is the base URL. */
export const ADDRESS = /^https?:\/\//i;

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
    if (flag === undefined) {
      const [guess] = nearest(token.name, [...known.keys()]);
      const advice = guess ? `did you mean --${guess}?` : 'see --help for those there are.';
      throw new UsageError(`There is no flag ${token.rawName}: ${advice}`);
    }
    const isNextFlag = token.inlineValue === false && token.value.startsWith('--');
    if (flag.placeholder && (!token.value || isNextFlag)) {
      throw new UsageError(`--${flag.flag} needs a value: write --${flag.flag} ${flag.placeholder}.`);
    }
    flags.set(flag.flag, [...(flags.get(flag.flag) ?? []), token.value ?? 'true']);
  }
  const address = known.has('base-url') ? operands.find((operand) => ADDRESS.test(operand)) : undefined;
  if (address === undefined) return { flags, operands };
  if (flags.has('base-url')) throw new UsageError('The base URL is given twice: remove --base-url or the address.');
  return { flags: flags.set('base-url', [address]), operands: operands.filter((operand) => operand !== address) };
}

/** What is before `--`, and the command behind it. */
export function splitAtServer(
  args: readonly string[],
): Pick<Invocation, 'server'> & { readonly own: readonly string[] } {
  const at = args.indexOf('--');
  if (at < 0) return { own: args };
  const server = args.slice(at + 1);
  if (server.length > 0) return { own: args.slice(0, at), server };
  throw new UsageError(
    'There is nothing after --: write the command that starts the server, as in -- node server.mjs.',
  );
}

export function isSwitchedOn(flags: Flags, name: string): boolean {
  return parseBoolean(flags.get(name)?.at(-1) ?? 'false', `--${name}`);
}
