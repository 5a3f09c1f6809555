import { cutInTheMiddle } from '../harness/report/cut-body.ts';
import { visible } from '../reporters/escape-controls.ts';
import { exitCodes } from './exit-codes.ts';
import { type Io, print } from './io.ts';

export type Redact = (text: string) => string;

const LONGEST_MESSAGE = 1_000;

/** One line for an error that the user can fix. It may quote a file or an address of any length and content. */
export async function printError(io: Pick<Io, 'stderr'>, { message }: Error): Promise<void> {
  const line = cutInTheMiddle(visible(message).replaceAll('\n', '\\n'), LONGEST_MESSAGE);
  await printIfPossible(io, `petstore-conformance: ${line}\n`);
}

/** If not even an error can be printed, the exit code has to do. */
async function printIfPossible({ stderr }: Pick<Io, 'stderr'>, text: string): Promise<void> {
  await print(stderr, text).catch(() => undefined);
}

export async function printFault(io: Io, error: unknown, redact: Redact = (text) => text): Promise<number> {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const sentence = 'The suite itself failed, which says nothing about the target; please report it with what follows.';
  await printIfPossible(io, `petstore-conformance: ${sentence}\n${redact(detail)}\n`);
  return exitCodes.fault.code;
}

/** Ends the process on an uncaught error, until released. */
export function watchUncaught(io: Io, redact: Redact): { release(): void } {
  const onUncaught = (error: unknown) => void printFault(io, error, redact).then(io.exit);
  io.signals.on('uncaughtException', onUncaught);
  return { release: () => io.signals.off('uncaughtException', onUncaught) };
}
