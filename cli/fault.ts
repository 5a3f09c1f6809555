import { errorLine } from './error-line.ts';
import { exitCodes } from './exit-codes.ts';
import { type Io, print } from './io.ts';

/** Takes the key out of a text that may quote it, as a stack may. */
export type Redact = (text: string) => string;

/** For what the user can put right. */
export async function printError(io: Pick<Io, 'stderr'>, { message }: Error): Promise<void> {
  await printIfPossible(io, `petstore-conformance: ${errorLine(message)}\n`);
}

/** Where not even an error can be printed, the exit code has to do. */
async function printIfPossible({ stderr }: Pick<Io, 'stderr'>, text: string): Promise<void> {
  await print(stderr, text).catch(() => undefined);
}

/** For what is nobody's fault but the suite's. */
export async function printFault(io: Io, error: unknown, redact: Redact = (text) => text): Promise<number> {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const sentence = 'The suite itself failed, which says nothing about the target; please report it with what follows.';
  await printIfPossible(io, `petstore-conformance: ${sentence}\n${redact(detail)}\n`);
  return exitCodes.fault.code;
}

/** Ends the process on an error that no promise brings to the caller, until released. */
export function watchUncaught(io: Io, redact: Redact): { release(): void } {
  const onUncaught = (error: unknown) => void printFault(io, error, redact).then(io.exit);
  io.signals.on('uncaughtException', onUncaught);
  return { release: () => io.signals.off('uncaughtException', onUncaught) };
}
