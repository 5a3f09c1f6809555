import { codeOf } from '../harness/settings/error-code.ts';
import { nearest } from '../harness/settings/nearest.ts';
import { wholeNumber } from '../harness/settings/parsers.ts';
import { type Flags, readerOf } from '../harness/settings/settings.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { longest, pad } from '../reporters/text.ts';
import { exitCodes } from './exit-codes.ts';
import { type Invocation, isSwitchedOn } from './invocation.ts';
import { type Io, print, STOP_SIGNALS, succeed } from './io.ts';
import { obtainKey, randomKey } from './settings.ts';

const MOST_PETS = 100_000;

export async function serve({ flags, io, parts }: Invocation): Promise<number> {
  if (isSwitchedOn(flags, 'list-faults')) return listFaults(io);
  const port = numberOf(flags, 'port', 65_535);
  const pets = numberOf(flags, 'pets', MOST_PETS);
  const setting = readerOf(flags, io.env, '')('apiKey');
  const apiKey = setting === undefined ? randomKey() : await obtainKey(setting, io.stdin);
  const faults = flags.get('fault') ?? [];
  await checkFaults(faults);
  const options = { apiKey, faults, ...(port !== undefined && { port }), ...(pets !== undefined && { pets }) };
  const reference = await parts.startReference(options).catch((error: unknown) => {
    const code = codeOf(error);
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    throw new UsageError(`Port ${port ?? 0} cannot be listened on (${code}): choose another with --port.`);
  });
  // The user knows a key that was given, and it must not reach a log.
  const shownKey = setting === undefined ? apiKey : 'as given';
  await print(io.stdout, `Base URL  ${reference.baseUrl}\nAPI key   ${shownKey}\nStop the server with Ctrl-C.\n`);
  await untilStopped(io);
  await reference.close();
  return exitCodes.conforming.code;
}

function numberOf(flags: Flags, name: string, most: number): number | undefined {
  const text = flags.get(name)?.at(-1);
  return text === undefined ? undefined : wholeNumber(0, most)(text, `--${name}`);
}

async function checkFaults(names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const { faults } = await import('../reference/faults/index.ts');
  const known = faults.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const [guess = known[0]] = nearest(unknown, known);
  throw new UsageError(`There is no fault ${JSON.stringify(unknown)}: did you mean ${guess}? See serve --list-faults.`);
}

async function listFaults(io: Io): Promise<number> {
  const { faults } = await import('../reference/faults/index.ts');
  const width = longest(faults.map(({ name }) => name)) + 2;
  return succeed(io, faults.map(({ name, story }) => `${pad(name, width)}${story}\n`).join(''));
}

function untilStopped({ signals }: Io): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      for (const name of STOP_SIGNALS) signals.off(name, stop);
      resolve();
    };
    for (const name of STOP_SIGNALS) signals.on(name, stop);
  });
}
