import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { bitString, boolean, context, integer, octetString, oid, sequence, set, text, time } from './der.ts';

/** A certificate and its key, as files contain them. */
export interface Pair {
  readonly cert: string;
  readonly key: string;
}

export interface Names {
  readonly dns?: readonly string[];
  /** IPv4. */
  readonly ips?: readonly string[];
}

/** A private authority, made for one test file. */
export interface Authority {
  readonly cert: string;
  /** A certificate for these names, from so many days to so many days from now. */
  readonly issue: (names: Names, days?: Days) => Pair;
}

type Days = readonly [from: number, to: number];

interface Keys {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const DAY_MS = 86_400_000;
const A_DAY_AROUND: Days = [-1, 1];
const ECDSA_WITH_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));

export function newAuthority(name = 'test authority'): Authority {
  const keys = newKeys();
  const isAuthority = extension('2.5.29.19', sequence(boolean(true)), true);
  const own = { subject: name, issuer: name, days: A_DAY_AROUND, extensions: [isAuthority] };
  return {
    cert: certificateOf(own, keys.publicKey, keys.privateKey),
    issue: (names, days = A_DAY_AROUND) => {
      const { publicKey, privateKey } = newKeys();
      const content = { subject: 'issued in a test', issuer: name, days, extensions: [alternativeNames(names)] };
      return { cert: certificateOf(content, publicKey, keys.privateKey), key: pemOfKey(privateKey) };
    },
  };
}

export function selfSigned(names: Names): Pair {
  const { publicKey, privateKey } = newKeys();
  const name = 'self-signed in a test';
  const content = { subject: name, issuer: name, days: A_DAY_AROUND, extensions: [alternativeNames(names)] };
  return { cert: certificateOf(content, publicKey, privateKey), key: pemOfKey(privateKey) };
}

/** The same key, to be read with a passphrase only. */
export function encryptedKey(key: string, passphrase: string): string {
  return createPrivateKey(key).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }).toString();
}

function newKeys(): Keys {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
}

function pemOfKey(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

interface Content {
  readonly subject: string;
  readonly issuer: string;
  readonly days: Days;
  readonly extensions: readonly Buffer[];
}

/** X.509 version 3 (RFC 5280, 4.1), as PEM. */
function certificateOf(
  { subject, issuer, days, extensions }: Content,
  publicKey: KeyObject,
  signer: KeyObject,
): string {
  const [from, to] = days.map((day) => time(new Date(Date.now() + day * DAY_MS)));
  const toBeSigned = sequence(
    context(0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    sequence(from ?? Buffer.alloc(0), to ?? Buffer.alloc(0)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    context(3, sequence(...extensions)),
  );
  const der = sequence(toBeSigned, ECDSA_WITH_SHA256, bitString(sign('sha256', toBeSigned, signer)));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function nameOf(commonName: string): Buffer {
  return sequence(set(sequence(oid('2.5.4.3'), text(commonName))));
}

function alternativeNames({ dns = [], ips = [] }: Names): Buffer {
  const names = [
    ...dns.map((name) => context(2, Buffer.from(name), false)),
    ...ips.map((ip) => context(7, Buffer.from(ip.split('.').map(Number)), false)),
  ];
  return extension('2.5.29.17', sequence(...names));
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  return sequence(oid(id), ...(isCritical ? [boolean(true)] : []), octetString(value));
}
