import { resolve } from 'node:path';
import { openLedger } from '../../archive/ledger.ts';
import { openTlsFiles } from '../../http/wire/tls-files.ts';
import { checkHeadersWithoutKey } from '../../settings/header.ts';
import type { Environment, Settings } from '../../settings/settings.ts';
import { readKeyFile } from './api-key.ts';
import { proxyFromEnvironment } from './environment-proxy.ts';
import { meetsProtectedHost } from './protected-hosts.ts';

/**
 * Completes the settings, and checks before anything is sent what they mean on this machine: the files that a run needs,
 * the proxy that other programs use, and the hosts that it must not write to.
 */
export async function prepareSettings<S extends Settings>(settings: S, cwd: string, env: Environment = {}): Promise<S> {
  const { apiKeyFile, headers, ledger, reporters, baseline, rollingBaseline, waivers } = settings;
  const proxy = settings.proxy ?? proxyFromEnvironment(settings, env);
  const files = [...reporters.map(({ file }) => file), baseline, rollingBaseline, waivers];
  const others = files.filter((file) => file !== undefined);
  const apiKey = apiKeyFile === undefined ? settings.apiKey : readKeyFile(apiKeyFile, cwd);
  if (apiKeyFile !== undefined && apiKey !== undefined) checkHeadersWithoutKey(headers, apiKey);
  return {
    ...settings,
    apiKey,
    // It may be read again from elsewhere.
    ...(apiKeyFile !== undefined && { apiKeyFile: resolve(cwd, apiKeyFile) }),
    proxy,
    ...openTlsFiles(settings, cwd),
    readOnly: settings.readOnly || (await meetsProtectedHost({ ...settings, proxy })),
    ...(ledger !== undefined && { ledger: await openLedger(ledger, cwd, others) }),
  };
}
