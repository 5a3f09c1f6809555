import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { afterAll, beforeAll } from 'vitest';
import { main } from '../../cli/command.ts';
import { installedParts } from '../../cli/invocation.ts';
import type { Output } from '../../cli/io.ts';

/** Asks for one command, and passes on what comes back: output, and at last the exit code. */
const CLIENT = `
  import { connect } from 'node:net';
  import { createInterface } from 'node:readline';
  const { argv, env } = process;
  const socket = connect(new URL('./socket', import.meta.url).pathname);
  socket.write(JSON.stringify({ argv: argv.slice(2), env, cwd: process.cwd() }) + '\\n');
  process.exitCode = 5;
  for await (const line of createInterface(socket)) {
    const { stdout = '', stderr = '', code } = JSON.parse(line);
    process.stdout.write(stdout);
    process.stderr.write(stderr);
    if (code !== undefined) process.exitCode = code;
  }
`;

/** The command for one client. Who ends the client ends the command. */
async function answer(socket: Socket): Promise<void> {
  const signals = new EventEmitter();
  socket.on('error', () => socket.destroy());
  socket.on('close', () => signals.emit('SIGTERM', 'SIGTERM'));
  const send = (message: object) => void (socket.writable && socket.write(`${JSON.stringify(message)}\n`));
  const output = (name: string): Output => ({
    write: (text, written) => {
      send({ [name]: text });
      written();
    },
  });
  for await (const line of createInterface(socket)) {
    const { argv, ...place } = JSON.parse(line);
    const streams = { stdin: Readable.from([]), stdout: output('stdout'), stderr: output('stderr') };
    const io = { ...place, ...streams, signals, exit: () => void socket.destroy() };
    send({ code: await main(argv, io, installedParts) });
    socket.end();
  }
}

/**
 * Scripts of a file call the command often, and each start takes a second. This one is started already: it resolves the
 * same arguments, variables and files, in the process of the test. Returns the path of a program that calls it.
 */
export function residentCommand(): string {
  const folder = mkdtempSync(join(tmpdir(), 'resident-'));
  const client = join(folder, 'client.mjs');
  writeFileSync(client, CLIENT);
  const server = createServer((socket) => void answer(socket));
  beforeAll(() => new Promise<void>((resolve) => void server.listen(join(folder, 'socket'), resolve)));
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });
  return client;
}
