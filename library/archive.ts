import { recordDigest } from '../harness/archive/record-digest.ts';
import type { Composed } from '../harness/engine/compose.ts';
import type { RunSettings } from '../harness/settings/settings.ts';
import { renderHar } from '../reporters/har.ts';

/** The record of a run as a file, and the digest by which a report names it. */
export interface Archive {
  readonly text: Uint8Array;
  readonly sha256: string;
}

const NEED_THE_RECORD = ['har', 'attestation'];

/** To make an archive takes a moment, and all the memory of the record once more. */
export function isArchived({ reporters }: Pick<RunSettings, 'reporters'>): boolean {
  return reporters.some(({ name }) => NEED_THE_RECORD.includes(name));
}

export function archiveOf({ report, record, known }: Composed): Archive {
  const text = renderHar(report, { record: record(), known: known() });
  return { text: Buffer.from(text), sha256: recordDigest(JSON.parse(text)) };
}
