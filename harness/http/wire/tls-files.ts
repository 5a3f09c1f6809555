import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext, rootCertificates, type SecureContext, type SecureContextOptions } from 'node:tls';
import { codeOf, UsageError } from '../../basics/usage-error.ts';
import type { NetworkSettings } from '../../settings/table.ts';

/** The paths of the certificates, tried before anything is sent: a broken file is the user's to fix. */
export function openTlsFiles({ ca, clientCert, clientKey, clientKeyPassphrase }: NetworkSettings, cwd: string) {
  const at = (file: string | undefined) => (file === undefined ? undefined : resolve(cwd, file));
  const files = { ca: at(ca), clientCert: at(clientCert), clientKey: at(clientKey) };
  secureContextOf({ ...files, clientKeyPassphrase });
  return files;
}

/** One context for all connections: reading all authorities takes longer than a connection. */
export function secureContextOf({ ca, clientCert, clientKey, clientKeyPassphrase = '' }: Partial<NetworkSettings>) {
  if (!ca && !clientCert) return undefined;
  // Node ignores its own variable as soon as other certificates are given; it has warned at its start if it is wrong.
  const extra = [process.env.NODE_EXTRA_CA_CERTS ?? ''].filter(existsSync);
  const authorities = ca && [...rootCertificates, ...extra.map(readPem), certificatesIn(ca)];
  const cert = clientCert && certificatesIn(clientCert);
  const key = clientKey ? readPem(clientKey) : '';
  const why = key.includes('ENCRYPTED')
    ? 'cannot be decrypted: give its passphrase (PETSTORE_CLIENT_KEY_PASSPHRASE, or clientKeyPassphrase in a program)'
    : `is not the private key of the certificate in ${clientCert}: name files in PEM that belong together`;
  const own = { ...(authorities && { ca: authorities }), ...(cert && { cert, key, passphrase: clientKeyPassphrase }) };
  return contextOf(own, `${clientKey} ${why}.`);
}

function certificatesIn(file: string): string {
  const cert = readPem(file);
  const problem = `${file} is not a certificate in PEM: it starts with -----BEGIN CERTIFICATE-----.`;
  contextOf({ cert: cert || 'none' }, problem);
  return cert;
}

function contextOf(options: SecureContextOptions, problem: string): SecureContext {
  try {
    return createSecureContext(options);
  } catch {
    throw new UsageError(problem);
  }
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${codeOf(error)}): name a file in PEM.`);
  }
}
