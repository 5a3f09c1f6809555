import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { NetworkSettings } from '../settings/table.ts';
import { codeOf, UsageError } from '../settings/usage-error.ts';

/** The paths of the certificates, checked before anything is sent: a broken file is the user's to fix. */
export function openTlsFiles({ ca, clientCert, clientKey, clientKeyPassphrase }: NetworkSettings, cwd: string) {
  const at = (file: string | undefined) => (file === undefined ? undefined : resolve(cwd, file));
  const files = { ca: at(ca), clientCert: at(clientCert), clientKey: at(clientKey) };
  if (files.ca) readCertificates(files.ca);
  if (files.clientCert && files.clientKey) {
    const cert = readCertificates(files.clientCert);
    const key = readPem(files.clientKey);
    const why = /ENCRYPTED/.test(key)
      ? 'cannot be decrypted: give its passphrase (PETSTORE_CLIENT_KEY_PASSPHRASE, or clientKeyPassphrase in a program)'
      : `is not the private key of the certificate in ${files.clientCert}: name files in PEM that belong together`;
    check({ cert, key, passphrase: clientKeyPassphrase ?? '' }, `${files.clientKey} ${why}.`);
  }
  return files;
}

function readCertificates(file: string): string {
  const cert = readPem(file);
  check({ cert: cert || 'none' }, `${file} is not a certificate in PEM: it starts with -----BEGIN CERTIFICATE-----.`);
  return cert;
}

function check(options: SecureContextOptions, sentence: string): void {
  try {
    createSecureContext(options);
  } catch {
    throw new UsageError(sentence);
  }
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${codeOf(error)}): name a file in PEM.`);
  }
}
