import { openTlsFiles } from '../http/tls-files.ts';
import { isProtected } from '../settings/hosts.ts';
import type { Settings } from '../settings/settings.ts';
import { openLedger } from './ledger-file.ts';

/** Checked before anything is sent: the files that a run needs, and the hosts that it must not write to. */
export async function prepareSettings<S extends Settings>(settings: S, cwd: string): Promise<S> {
  const { baseUrl, connectTo, readOnlyHosts, ledger } = settings;
  const addresses = [baseUrl, connectTo && `http://${connectTo}`];
  const areProtected = await Promise.all(addresses.map((address) => isProtected(address, readOnlyHosts)));
  return {
    ...settings,
    ...(await openTlsFiles(settings, cwd)),
    readOnly: settings.readOnly || areProtected.includes(true),
    ...(ledger !== undefined && { ledger: await openLedger(ledger, cwd) }),
  };
}
