import { isMadeOf } from '../json/schema.ts';
import { REASON_KINDS, type Reason, sentenceOf } from '../model/reasons.ts';
import type { ArchivedFacts, RecordedExchange, Report, ShownExchange } from '../model/report.ts';
import type { Settings } from '../settings/settings.ts';
import { keysWhere } from '../settings/table.ts';

/* A HAR file may come from anywhere, so every field that is read is checked, by schemas/har.schema.json. */

interface HarHeader {
  readonly name: string;
  readonly value: string;
}

type OwnFields = Pick<RecordedExchange, 'number' | 'probe' | 'offsetMs'> &
  Partial<
    Pick<RecordedExchange, 'input' | 'generated' | 'cutAt' | 'connection' | 'after' | 'failure'> &
      Pick<RecordedExchange, 'concludes' | 'processEnd' | 'attempt'> &
      Pick<NonNullable<ShownExchange['response']>, 'unreadable'> & { readonly url: string; readonly trace: string }
  >;

export interface HarEntry {
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly HarHeader[];
    readonly postData?: { readonly text: string };
  };
  readonly response: {
    readonly status: number;
    readonly headers: readonly HarHeader[];
    readonly content: { readonly text: string; readonly encoding?: 'base64' };
  };
  readonly _petstore: OwnFields;
}

/** What this suite writes into the log of a run. */
export interface OwnLog {
  readonly run: string;
  /** Of the suite. */
  readonly version: string;
  readonly baseUrl: string;
  readonly seed: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly isWhole: boolean;
  readonly settings?: unknown;
  readonly known?: unknown;
}

const DECIDING: readonly string[] = keysWhere((row) => row.decidesOutcomes);

export function isEntry(value: unknown): value is HarEntry {
  return isMadeOf<HarEntry>(value, 'har', 'entry');
}

/** Undefined for what others recorded. */
export function ownLogIn(value: unknown): OwnLog | undefined {
  return isMadeOf<OwnLog>(value, 'har', 'ownLog') ? value : undefined;
}

/** All settings of a run as its report shows them, and those that decide; undefined unless this suite wrote them. */
export function settingsIn(value: unknown) {
  if (!isMadeOf<Report['run']['settings']>(value, 'har', 'settings')) return undefined;
  const deciding = Object.entries(value).filter(([name]) => DECIDING.includes(name));
  return { shown: value, deciding: Object.fromEntries(deciding) as Partial<Settings> };
}

export function knownIn(value: unknown): ArchivedFacts | undefined {
  if (!isMadeOf<ArchivedFacts>(value, 'har', 'known')) return undefined;
  return value.stopped === undefined || isReason(value.stopped) ? value : undefined;
}

/** Each kind has fields of its own: it is one if it can be put into words. */
function isReason(reason: Reason): boolean {
  try {
    return REASON_KINDS.includes(reason.kind) && typeof sentenceOf(reason) === 'string';
  } catch {
    return false;
  }
}
