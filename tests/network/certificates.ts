import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '../compiled.ts';

/** A certificate and its key, as files contain them. */
export interface Pair {
  readonly cert: string;
  readonly key: string;
}

/** IPv4 addresses and names. */
type Names = readonly string[];
type Days = readonly [from: number, to: number];

const DAY_MS = 86_400_000;
const A_DAY_AROUND: Days = [-1, 1];

/** A private authority, made for one test file. */
export function newAuthority(name = 'test authority') {
  const { publicKey, privateKey } = newKeys();
  const isAuthority = sequence(oid('2.5.29.19'), tagged(1, [255]), tagged(4, sequence(tagged(1, [255]))));
  return {
    cert: certificate(name, name, A_DAY_AROUND, isAuthority, publicKey, privateKey),
    /** A certificate for these names, from so many days to so many days from now. */
    issue: (names: Names, days = A_DAY_AROUND): Pair => {
      const keys = newKeys();
      const cert = certificate(name, 'issued in a test', days, alternativeNames(names), keys.publicKey, privateKey);
      return { cert, key: pemOf(keys.privateKey) };
    },
  };
}

export function selfSigned(names: Names): Pair {
  const { publicKey, privateKey } = newKeys();
  const name = 'self-signed in a test';
  const cert = certificate(name, name, A_DAY_AROUND, alternativeNames(names), publicKey, privateKey);
  return { cert, key: pemOf(privateKey) };
}

/** The same key, to be read with a passphrase only. */
export function encryptedKey(key: string, passphrase: string): string {
  return createPrivateKey(key).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }).toString();
}

/** A file with this content, until the test is over. */
export function fileOf(content: string, name = 'file.pem'): string {
  const path = join(newFolder(), name);
  writeFileSync(path, content);
  return path;
}

function newKeys() {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** X.509 version 3 (RFC 5280, 4.1), as PEM. */
function certificate(
  issuer: string,
  subject: string,
  days: Days,
  extension: Buffer,
  key: KeyObject,
  signer: KeyObject,
) {
  const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'));
  const content = sequence(
    tagged(0xa0, tagged(2, [2])),
    tagged(2, [1, ...randomBytes(8)]),
    ecdsaWithSha256,
    nameOf(issuer),
    sequence(...days.map(time)),
    nameOf(subject),
    key.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(extension)),
  );
  const der = sequence(content, ecdsaWithSha256, tagged(3, [0, ...sign('sha256', content, signer)]));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function nameOf(commonName: string): Buffer {
  return sequence(tagged(0x31, sequence(oid('2.5.4.3'), tagged(0x0c, Buffer.from(commonName)))));
}

function alternativeNames(names: Names): Buffer {
  const general = names.map((name) =>
    /^[\d.]+$/.test(name) ? tagged(0x87, name.split('.').map(Number)) : tagged(0x82, Buffer.from(name)),
  );
  return sequence(oid('2.5.29.17'), tagged(4, sequence(...general)));
}

/** UTCTime, YYMMDDHHMMSSZ. */
function time(day: number): Buffer {
  const digits = new Date(Date.now() + day * DAY_MS).toISOString().replace(/\D/g, '').slice(2, 14);
  return tagged(0x17, Buffer.from(`${digits}Z`));
}

/** As much of DER (ITU-T X.690) as a certificate needs. */
function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const base128 = (number: number) => [...(number > 127 ? [(number >> 7) | 128] : []), number & 127];
  return tagged(6, [first * 40 + second, ...rest.flatMap(base128)]);
}

function tagged(tag: number, content: Buffer | readonly number[]): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), Buffer.from(content)]);
}
