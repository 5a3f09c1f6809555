#!/usr/bin/env node
import { main } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { watchFolder } from './watch/folder.ts';

// Until the command has come to its own end, whatever ends the process is a fault of the suite and no verdict.
let exitCode: number = exitCodes.fault.code;
process.on('exit', () => {
  process.exitCode = exitCode;
});

// A write that fails is reported to whoever asked for it; without a listener it would end the process first.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

function exit(code: number): void {
  exitCode = code;
  process.exit();
}

const code = await main(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signals: process,
  watchFolder,
  exit,
});

// By now all output has been written, and nothing left open may keep the process alive.
exit(code);
