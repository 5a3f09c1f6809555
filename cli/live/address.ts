import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Environment } from '../../harness/settings/settings.ts';

export interface LiveAddress {
  readonly port: number;
  /** The part of the path that nobody can guess. */
  readonly token: string;
}

export function newAddress(): LiveAddress {
  return { port: 0, token: randomBytes(24).toString('base64url') };
}

/** The address of the last watch in this folder, so that a page that is still open finds the next one. */
export async function lastAddress(cwd: string, env: Environment): Promise<LiveAddress | undefined> {
  try {
    const { port, token } = JSON.parse(await readFile(fileFor(cwd, env) ?? '', 'utf8'));
    const isUsable = Number.isInteger(port) && port > 1023 && port < 65_536 && /^[\w-]{32}$/.test(token);
    return isUsable ? { port, token } : undefined;
  } catch {
    return undefined;
  }
}

/** If the file cannot be written, the next watch has another address. */
export async function rememberAddress(address: LiveAddress, cwd: string, env: Environment): Promise<void> {
  const file = fileFor(cwd, env);
  if (file === undefined) return;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    .then(() => writeFile(file, JSON.stringify(address), { mode: 0o600 }))
    .catch(() => undefined);
}

/** In the user's cache, which nobody else reads. */
function fileFor(cwd: string, env: Environment): string | undefined {
  const cache = env.XDG_CACHE_HOME || env.LOCALAPPDATA || (env.HOME && join(env.HOME, '.cache'));
  const name = createHash('sha256').update(cwd).digest('hex').slice(0, 16);
  return cache ? join(cache, 'petstore-conformance', `live-${name}.json`) : undefined;
}
