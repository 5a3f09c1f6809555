import { exitCodes } from './exit-codes.ts';
import { type Io, print } from './io.ts';

/** Takes the key out of a text that may quote it, as a stack may. */
export type Redact = (text: string) => string;

/** For what is nobody's fault but the suite's. */
export async function printFault(io: Io, error: unknown, redact: Redact = (text) => text): Promise<number> {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const sentence = 'The suite itself failed, which says nothing about the target; please report it with what follows.';
  await print(io.stderr, `petstore-conformance: ${sentence}\n${redact(detail)}\n`);
  return exitCodes.fault.code;
}

/** Ends the process on an error that no promise brings to the caller, until released. */
export function watchUncaught(io: Io, redact: Redact): { release(): void } {
  const onUncaught = (error: unknown) => void printFault(io, error, redact).then(io.exit);
  io.signals.on('uncaughtException', onUncaught);
  return { release: () => io.signals.off('uncaughtException', onUncaught) };
}
