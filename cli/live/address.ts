import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../../harness/settings/settings.ts';

/** Where the live page is: the port, and the part of the path that nobody can guess. */
export interface LiveAddress {
  readonly port: number;
  readonly token: string;
}

/** Any free port, under a new path. */
export function newAddress(): LiveAddress {
  return { port: 0, token: randomBytes(24).toString('base64url') };
}

/** The address of the last watch in this folder, so that a page that is still open finds the next one. */
export async function lastAddress(cwd: string, env: Environment): Promise<LiveAddress | undefined> {
  const file = fileFor(cwd, env);
  if (file === undefined) return undefined;
  try {
    const { port, token } = JSON.parse(await readFile(file, 'utf8'));
    const isUsable = Number.isInteger(port) && port > 1023 && port < 65_536 && /^[\w-]{32}$/.test(token);
    return isUsable ? { port, token } : undefined;
  } catch {
    return undefined;
  }
}

/** It is a convenience: where it cannot be written, the next watch has another address. */
export async function rememberAddress(address: LiveAddress, cwd: string, env: Environment): Promise<void> {
  const file = fileFor(cwd, env);
  if (file === undefined) return;
  try {
    await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
    await writeFile(file, JSON.stringify(address), { mode: 0o600 });
  } catch {
    // See above.
  }
}

/** In the cache of the user, where nobody else reads. */
function fileFor(cwd: string, env: Environment): string | undefined {
  const cache = env.XDG_CACHE_HOME || env.LOCALAPPDATA || (env.HOME && join(env.HOME, '.cache'));
  const name = createHash('sha256').update(cwd).digest('hex').slice(0, 16);
  return cache ? join(cache, 'petstore-conformance', `live-${name}.json`) : undefined;
}
