import { openLedger } from '../engine/ledger.ts';
import { openTlsFiles } from '../http/tls-files.ts';
import type { Environment, Settings } from '../settings/settings.ts';
import { proxyFromEnvironment } from './environment-proxy.ts';
import { meetsProtectedHost } from './protected-hosts.ts';

/**
 * Completes the settings, and checks before anything is sent what they mean on this machine: the files that a run needs,
 * the proxy that other programs use, and the hosts that it must not write to.
 */
export async function prepareSettings<S extends Settings>(settings: S, cwd: string, env: Environment = {}): Promise<S> {
  const { ledger, reporters, baseline, waivers } = settings;
  const proxy = settings.proxy ?? proxyFromEnvironment(settings, env);
  const others = [...reporters.map(({ file }) => file), baseline, waivers].filter((file) => file !== undefined);
  return {
    ...settings,
    proxy,
    ...openTlsFiles(settings, cwd),
    readOnly: settings.readOnly || (await meetsProtectedHost({ ...settings, proxy })),
    ...(ledger !== undefined && { ledger: await openLedger(ledger, cwd, others) }),
  };
}
