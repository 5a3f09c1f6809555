import { chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { eventually, finish, freePort, type OwnProcess, type Scope } from './processes.ts';
import type { ServiceName } from './stack.ts';

/** What the environment of a server gets for its nth start: a store that is empty. */
export type Store = (start: number) => Promise<Readonly<Record<string, string>>>;

/** Something that a stack needs beside its own process. */
interface Service {
  readonly apt: string;
  readonly isInstalled: () => Promise<boolean>;
  readonly start: (scope: Scope) => Promise<Store>;
}

const READY_MS = 30_000;

export const services: Readonly<Record<ServiceName, Service>> = {
  postgresql: {
    apt: 'postgresql',
    isInstalled: async () => postgresPrograms() !== undefined,
    start: startPostgres,
  },
  redis: {
    apt: 'redis-server',
    isInstalled: () => hasProgram('redis-server'),
    start: startRedis,
  },
};

export async function hasProgram(name: string): Promise<boolean> {
  return (await finish('bash', ['-c', `command -v ${name}`], READY_MS)).exitCode === 0;
}

const DEBIAN_POSTGRES = '/usr/lib/postgresql';

/** Debian keeps them out of the path. */
function postgresPrograms(): string | undefined {
  try {
    const [newest] = readdirSync(DEBIAN_POSTGRES).toSorted((a, b) => Number(b) - Number(a));
    return newest && join(DEBIAN_POSTGRES, newest, 'bin');
  } catch {
    return undefined;
  }
}

async function startPostgres(scope: Scope): Promise<Store> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed.');
  const data = join(scope.folder, 'postgresql');
  mkdirSync(data);
  const options = { cwd: data, ...(await accountFor('postgres')) };
  if (options.uid && options.gid) chownSync(data, options.uid, options.gid);
  chmodSync(scope.folder, 0o711);
  const port = await freePort();
  const made = await finish(`${programs}/initdb`, ['-D', data, '-A', 'trust', '-U', 'pets', '-N'], READY_MS, options);
  if (made.exitCode !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const settings = ['-D', data, '-F', '-p', `${port}`, '-h', '127.0.0.1', '-c', 'unix_socket_directories='];
  await ready('PostgreSQL', scope.start(`${programs}/postgres`, settings, options), port);
  const createDatabase = async (name: string) => {
    const statement = `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`;
    const client = ['-h', '127.0.0.1', '-p', `${port}`, '-U', 'pets', '-d', 'postgres', '-qc', statement];
    return (await finish(`${programs}/psql`, client, READY_MS)).exitCode === 0;
  };
  return async (start) => {
    const name = `pets_${start}`;
    if (!(await eventually(() => createDatabase(name), READY_MS))) throw new Error('PostgreSQL creates no database.');
    return { DATABASE_URL: `postgresql://pets@127.0.0.1:${port}/${name}` };
  };
}

/** PostgreSQL refuses to run as root. */
async function accountFor(name: string): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const { stdout } = await finish('bash', ['-c', `id -u ${name} && id -g ${name}`], READY_MS);
  const [uid, gid] = stdout.trim().split('\n').map(Number);
  return uid && gid ? { uid, gid } : {};
}

async function startRedis(scope: Scope): Promise<Store> {
  const port = await freePort();
  const settings = [
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--dir',
    scope.folder,
    '--save',
    '',
    '--databases',
    '1000',
  ];
  await ready('Redis', scope.start('redis-server', settings, { cwd: scope.folder }), port);
  return async (start) => ({ REDIS_URL: `redis://127.0.0.1:${port}/${start}` });
}

/** Stock nginx in front of a server. Resolves with the port that it listens on. */
export async function startNginx(scope: Scope, upstream: number): Promise<number> {
  const port = await freePort();
  const data = join(scope.folder, 'nginx');
  mkdirSync(data);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${data}/${name};`,
  );
  const file = join(data, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off;
master_process off;
pid ${data}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  ${folders.join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://127.0.0.1:${upstream}; }
  }
}
`,
  );
  await ready('nginx', scope.start('nginx', ['-p', data, '-c', file, '-e', 'stderr'], { cwd: data }), port);
  return port;
}

async function ready(name: string, started: OwnProcess, port: number): Promise<void> {
  const isOver = await eventually(async () => started.hasEnded() || (await accepts(port)), READY_MS);
  if (!isOver || started.hasEnded()) throw new Error(`${name} does not start: ${started.output()}`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => resolve(false));
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
