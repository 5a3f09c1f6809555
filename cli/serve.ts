import { randomUUID } from 'node:crypto';
import { codeOf, UsageError } from '../harness/basics/usage-error.ts';
import { wholeNumber } from '../harness/settings/parsers.ts';
import { finderOf, readerOf } from '../harness/settings/settings.ts';
import { faults } from '../reference/faults/index.ts';
import { labelled, paragraphs } from '../reporters/text.ts';
import { faultNamed } from './faults.ts';
import { type Invocation, isSwitchedOn } from './invocation.ts';
import { exitCodes, print, STOP_SIGNALS, succeed } from './io.ts';
import { keyFromStdin } from './settings.ts';

export async function serve({ flags, io, parts }: Invocation): Promise<number> {
  if (isSwitchedOn(flags, 'list-faults')) {
    const rows = faults.map(({ name, story }) => [name, story] as const);
    return succeed(io, paragraphs([labelled(rows, Number.POSITIVE_INFINITY)]));
  }
  const numberOf = (name: string, maximum: number) => {
    const text = flags.get(name)?.at(-1);
    return text === undefined ? undefined : { [name]: wholeNumber(0, maximum)(text, `--${name}`) };
  };
  const setting = readerOf(finderOf(flags, io.env, ''))('apiKey');
  const apiKey = setting === undefined ? randomUUID() : await keyFromStdin(setting, io.stdin);
  const chosen = (flags.get('fault') ?? []).map((name) => faultNamed(name).name);
  const options = { apiKey, faults: chosen, ...numberOf('port', 65_535), ...numberOf('pets', 100_000) };
  const reference = await parts.startReference(options).catch((error: unknown) => {
    const code = codeOf(error);
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    throw new UsageError(`Port ${flags.get('port')} cannot be listened on (${code}): choose another with --port.`);
  });
  // The user knows a key that was given, and it must not reach a log.
  const shownKey = setting === undefined ? apiKey : 'as given';
  await print(io.stdout, `Base URL  ${reference.baseUrl}\nAPI key   ${shownKey}\nStop the server with Ctrl-C.\n`);
  await new Promise((resolve) => {
    for (const name of Object.keys(STOP_SIGNALS)) io.signals.on(name, resolve);
  });
  await reference.close();
  return exitCodes.conforming.code;
}
