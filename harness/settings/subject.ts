import { UsageError } from '../basics/usage-error.ts';
import type { Subject } from '../model/report.ts';
import { type Parse, quoted } from './parsers.ts';

export const parseSubject: Parse<Subject> = (text, name) => {
  const [, artifact = '', digest = ''] = /^(\S+)@sha256:([\da-f]{64})$/i.exec(text) ?? [];
  if (artifact !== '') return { name: artifact, sha256: digest.toLowerCase() };
  const example = 'registry.example.com/shop@sha256: and 64 hexadecimal digits';
  throw new UsageError(`${name} is ${quoted(text)}: write NAME@sha256:DIGEST, such as ${example}.`);
};

/** An attestation without a subject would be a verdict on nothing. */
export const NO_SUBJECT =
  'An attestation needs a subject: give --subject NAME@sha256:DIGEST, what runs on the server and its digest.';
