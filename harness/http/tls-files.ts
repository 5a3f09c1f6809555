import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { codeOf } from '../settings/error-code.ts';
import type { NetworkSettings } from '../settings/table.ts';
import { UsageError } from '../settings/usage-error.ts';

type TlsFiles = Pick<NetworkSettings, 'ca' | 'clientCert' | 'clientKey'>;

/** The paths of the certificates, checked before anything is sent: a broken file is the user's to fix. */
export async function openTlsFiles(settings: NetworkSettings, cwd: string): Promise<TlsFiles> {
  const { ca, clientCert, clientKey } = settings;
  if (clientCert !== undefined && clientKey === undefined) {
    throw new UsageError('There is a client certificate but no key for it: give --client-key.');
  }
  if (clientKey !== undefined && clientCert === undefined) {
    throw new UsageError('There is a client key but no certificate for it: give --client-cert.');
  }
  const files = { ca: at(ca, cwd), clientCert: at(clientCert, cwd), clientKey: at(clientKey, cwd) };
  if (files.ca !== undefined) await readCertificates(files.ca);
  if (files.clientCert !== undefined && files.clientKey !== undefined) {
    await checkPair(files.clientCert, files.clientKey, settings.clientKeyPassphrase);
  }
  return files;
}

function at(file: string | undefined, cwd: string): string | undefined {
  return file === undefined ? undefined : resolve(cwd, file);
}

async function checkPair(certFile: string, keyFile: string, passphrase: string | undefined): Promise<void> {
  const cert = await readCertificates(certFile);
  const key = await readPem(keyFile);
  try {
    createPrivateKey({ key, ...(passphrase !== undefined && { passphrase }) });
  } catch (error) {
    const isLocked = /ENCRYPTED/.test(key) || codeOf(error) === 'ERR_MISSING_PASSPHRASE';
    throw new UsageError(
      isLocked
        ? `${keyFile} cannot be decrypted: set its passphrase in PETSTORE_CLIENT_KEY_PASSPHRASE.`
        : `${keyFile} is not a private key in PEM: name the file of the client key.`,
    );
  }
  try {
    createSecureContext({ cert, key, ...(passphrase !== undefined && { passphrase }) });
  } catch {
    throw new UsageError(
      `${keyFile} is not the key of the certificate in ${certFile}: name files that belong together.`,
    );
  }
}

async function readCertificates(file: string): Promise<string> {
  const pem = await readPem(file);
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0 || !blocks.every(isCertificate)) {
    throw new UsageError(`${file} is not a certificate in PEM: it starts with -----BEGIN CERTIFICATE-----.`);
  }
  return pem;
}

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
}

async function readPem(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${codeOf(error)}): name a file in PEM.`);
  }
}
