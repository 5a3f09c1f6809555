import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openLedger } from '../../archive/ledger.ts';
import { codeOf, UsageError } from '../../basics/usage-error.ts';
import { openTlsFiles } from '../../http/wire/tls-files.ts';
import { checkHeadersWithoutKey } from '../../settings/header.ts';
import { parseApiKey } from '../../settings/parsers.ts';
import type { Environment, Settings } from '../../settings/settings.ts';
import { proxyFromEnvironment } from './environment-proxy.ts';
import { meetsProtectedHost } from './protected-hosts.ts';

/**
 * Completes the settings, and checks before anything is sent what they mean on this machine: the files that a run needs,
 * the proxy that other programs use, and the hosts that it must not write to.
 */
export async function prepareSettings<S extends Settings>(settings: S, cwd: string, env: Environment = {}): Promise<S> {
  const { apiKeyFile, headers, ledger, reporters, baseline, waivers } = settings;
  const proxy = settings.proxy ?? proxyFromEnvironment(settings, env);
  const others = [...reporters.map(({ file }) => file), baseline, waivers].filter((file) => file !== undefined);
  return {
    ...settings,
    ...(apiKeyFile !== undefined && { apiKey: readKey(apiKeyFile, cwd, headers) }),
    proxy,
    ...openTlsFiles(settings, cwd),
    readOnly: settings.readOnly || (await meetsProtectedHost({ ...settings, proxy })),
    ...(ledger !== undefined && { ledger: await openLedger(ledger, cwd, others) }),
  };
}

/** It may be the key, by mistake: it is a file if it exists, or if a folder does that it names. */
function isFile(file: string, cwd: string): boolean {
  const steps = file.split(/(?<=[\\/])/);
  const places = steps.map((_, index) => steps.slice(0, index + 1).join('')).filter((place) => !/^[\\/]$/.test(place));
  return places.some((place) => existsSync(resolve(cwd, place)));
}

/** Only the first line: editors and `kubectl` put a line break behind it. */
function readKey(file: string, cwd: string, headers: Settings['headers']): string {
  const name = `The API key of --api-key-file${isFile(file, cwd) ? ` ${file}` : ''}`;
  let text: string;
  try {
    text = readFileSync(resolve(cwd, file), 'utf8');
  } catch (error) {
    throw new UsageError(`${name} cannot be read (${codeOf(error)}): name the file that has the key.`);
  }
  const key = parseApiKey((text.split('\n')[0] ?? '').replace(/\r$/, ''), name);
  checkHeadersWithoutKey(headers, key);
  return key;
}
