#!/usr/bin/env node
import { main } from './command.ts';
import { exitCodes, STOP_SIGNALS } from './io.ts';

// Until the command ends by itself, whatever ends the process is a bug of the suite and not a verdict.
let exitCode: number = exitCodes.fault.code;
process.on('exit', () => {
  process.exitCode = exitCode;
});

// The caller of a failed write handles its error; without a listener the error would end the process first.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

function exit(code: number): void {
  exitCode = code;
  process.exit();
}

/** A run listens too, and reports. Whatever else is under way ends at once. */
for (const [name, code] of Object.entries(STOP_SIGNALS)) {
  process.on(name, () => {
    if (process.listenerCount(name) > 1) return;
    process.stderr.write(`petstore-conformance: Ended by ${name} with no run under way, so there is no report.\n`);
    exit(code);
  });
}

const io = {
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signals: process,
  exit,
};
// All output has been written by then, and open handles must not keep the process alive.
exit(await main(process.argv.slice(2), io));
