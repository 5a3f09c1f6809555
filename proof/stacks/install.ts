import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { finish } from './processes.ts';
import { hasProgram, services } from './services.ts';
import { npmPackagesOf, SERVERS, type Stack } from './stack.ts';

const CHECK_MS = 30_000;
const INSTALL_MS = 900_000;
const NGINX = { program: 'nginx', apt: 'nginx-light' };

export const hasNginx = () => hasProgram(NGINX.program);

/** What a stack lacks, by how it is installed. */
export interface Missing {
  readonly npm: readonly string[];
  readonly apt: readonly string[];
}

export async function missingOf(stack: Stack): Promise<Missing> {
  const npm = [...npmPackagesOf(stack)].flatMap(([name, version]) =>
    versionOf(stack, name) === version ? [] : [name],
  );
  const apt = (await hasAptPackages(stack)) ? [] : (stack.apt ?? []);
  const needed = (stack.needs ?? []).map((name) => services[name]);
  const absent = await Promise.all(needed.map(async (service) => ((await service.isInstalled()) ? [] : [service.apt])));
  return { npm, apt: [...apt, ...absent.flat()] };
}

/** The version that is installed. */
function versionOf({ name }: Stack, packageName: string): string | undefined {
  const manifests = [name, '.'].map((folder) => join(SERVERS, folder, 'node_modules', packageName, 'package.json'));
  const file = manifests.find((path) => existsSync(path));
  return file && JSON.parse(readFileSync(file, 'utf8')).version;
}

async function hasAptPackages({ name, installed }: Stack): Promise<boolean> {
  if (installed === undefined) return true;
  return (await finish('bash', ['-c', installed], CHECK_MS, { cwd: resolve(SERVERS, name) })).exitCode === 0;
}

export const isComplete = ({ npm, apt }: Missing) => npm.length === 0 && apt.length === 0;

/** Installs what these stacks lack, and nginx. */
export async function install(stacks: readonly Stack[]): Promise<void> {
  const missing = await Promise.all(stacks.map(missingOf));
  const apt = new Set([...missing.flatMap((one) => one.apt), ...((await hasNginx()) ? [] : [NGINX.apt])]);
  if (missing.some(({ npm }) => npm.length > 0)) await succeed('npm', ['ci', '--no-audit', '--no-fund'], SERVERS);
  if (apt.size === 0) return;
  if (process.getuid?.() !== 0) throw new Error(`Only root can install ${[...apt].join(', ')}.`);
  await succeed('apt-get', ['update', '-qq'], '.');
  await succeed('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...apt], '.');
}

async function succeed(command: string, args: readonly string[], cwd: string): Promise<void> {
  process.stdout.write(`${command} ${args.join(' ')}\n`);
  // The run level keeps Debian from starting a service that was just installed.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const { exitCode, stdout, stderr } = await finish(command, args, INSTALL_MS, { cwd, env });
  if (exitCode !== 0) throw new Error(`${command} failed (exit code ${exitCode}): ${stdout}${stderr}`);
}
