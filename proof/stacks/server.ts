import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, finish, freePort, type OwnProcess, type Scope } from './processes.ts';

export const API_KEY = 'Stacks-Key.4d7e';
const BUILD_MS = 300_000;
const CONTROL_MS = 5_000;

/** The server cannot be built or started. */
export class NotStarted extends Error {}

/** Runs the script of a stack that compiles it, if there is one. */
export async function build(folder: string): Promise<void> {
  if (!existsSync(join(folder, 'build'))) return;
  const { exitCode, stdout, stderr } = await finish('./build', [], BUILD_MS, { cwd: folder });
  if (exitCode !== 0) throw new NotStarted(`The build failed: ${stdout}${stderr}`);
}

export interface Server {
  readonly port: number;
  readonly process: OwnProcess;
}

interface Start {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** When the server is ready, from the status that a plain list gets. */
  readonly isReady: (status: number) => boolean;
  readonly startMs: number;
}

/** Starts the server of a stack and waits until it answers. */
export async function startServer(scope: Scope, { folder, environment, isReady, startMs }: Start): Promise<Server> {
  const data = join(scope.folder, 'data');
  mkdirSync(data);
  const port = await freePort();
  const env = { ...process.env, NAIVE: '', ...environment, PORT: `${port}`, API_KEY, DATA: data };
  const server = scope.start('./start', [], { cwd: folder, env });
  const answers = async () => {
    const status = await statusOfList(port);
    return status !== undefined && isReady(status);
  };
  const isOver = await eventually(async () => server.hasEnded() || (await answers()), startMs);
  if (!isOver || server.hasEnded()) throw new NotStarted(`The server does not start: ${server.output()}`);
  return { port, process: server };
}

/** The status that a plain list gets; undefined without an answer. */
export async function statusOfList(port: number): Promise<number | undefined> {
  const headers = { Authorization: `Bearer ${API_KEY}`, Connection: 'close' };
  const signal = AbortSignal.timeout(CONTROL_MS);
  return fetch(`http://127.0.0.1:${port}/v1/pets`, { headers, signal }).then(
    // A mistake may be in the list itself, such as null instead of an empty one.
    async (response) => (await response.arrayBuffer()) && response.status,
    () => undefined,
  );
}
