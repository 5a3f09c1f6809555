/**
 * In which way an answer may not be that of the service to this very request: none in time, none or half of one over a
 * connection that broke, no connection, a limit, something in front of the service, or 401 to a key that was accepted.
 */
export type Doubt = 'silent' | 'broken' | 'refused' | 'limit' | 'gateway' | 'key';

/**
 * Why a requirement was skipped or could not be decided. Programs use the fields; people read the sentence, which is
 * made from them and decides nothing.
 */
export type Reason = {
  /** Requirements that are the cause; a check names those that may be, and those that failed remain. */
  readonly because?: readonly string[];
} & (
  | { readonly kind: 'not-selected' }
  | { readonly kind: 'read-only'; readonly needs: string }
  | { readonly kind: 'removal-date'; readonly date: string; readonly now: string }
  | { readonly kind: 'restricted-categories' }
  | { readonly kind: 'no-control'; readonly control: string; readonly status?: number }
  /** The server shows no pet that could be fetched. */
  | { readonly kind: 'no-pets'; readonly operation: string }
  | { readonly kind: 'unknown-category-refused' }
  | { readonly kind: 'locked-out' }
  | { readonly kind: 'nothing-seen'; readonly what: string }
  /** The exchange combines several values, and which of them is the reason is not known. */
  | { readonly kind: 'combination-fails'; readonly exchange: number }
  /** The counts are minimum numbers, by what is counted. */
  | { readonly kind: 'target-full'; readonly page: number; readonly counts: Readonly<Record<string, number>> }
  | { readonly kind: 'known-ids-missing'; readonly ids: readonly string[] }
  | { readonly kind: 'budget-spent'; readonly budget: 'creations' | 'bad-credentials'; readonly limit: number }
  /** From so many bad credentials on, further ones are refused for a limit. */
  | { readonly kind: 'guesses-limited'; readonly badCredentials: number }
  /** The service was waited for in vain. */
  | {
      readonly kind: 'away';
      /** What came last in place of its answers. */
      readonly seen: Doubt;
      readonly status: number;
      readonly maxWaitMs: number;
      /** What was on its way when it went, and may be the cause. */
      readonly requests: readonly string[];
    }
  /** Requests that never get an answer of the service took so long altogether. */
  | { readonly kind: 'too-silent'; readonly waitedMs: number; readonly requests: readonly string[] }
  | { readonly kind: 'restarted' }
  /** The exchanges show it. */
  | {
      readonly kind: 'unanswered';
      readonly operation: string;
      readonly input?: string;
      readonly exchanges: readonly number[];
    }
  /** Nobody knows whether these answers are those of the server. */
  | { readonly kind: 'doubtful'; readonly exchanges: readonly number[] }
  | { readonly kind: 'ledger-unwritable'; readonly code: string }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'out-of-time'; readonly maxDurationMs: number }
  | { readonly kind: 'out-of-memory'; readonly megabytes: number }
  /** Every request of the first stage. */
  | { readonly kind: 'only-errors'; readonly status: number }
  | { readonly kind: 'not-reached' }
);

export type ReasonKind = Reason['kind'];

type Sentences = { readonly [K in ReasonKind]: (reason: Extract<Reason, { readonly kind: K }>) => string };

const sentences: Sentences = {
  'not-selected': () => 'Not selected by --only or --skip.',
  'read-only': ({ needs }) => `Read-only: needs ${needs}.`,
  'removal-date': ({ date, now }) => `The operation may be removed from ${date} on (checked as of ${now}).`,
  'restricted-categories': () => 'Only the categories in PETSTORE_CATEGORY_IDS are sent.',
  'no-control': ({ control, status, because = [] }) =>
    `${control} never succeeded${status === undefined ? '' : ` (the answer was ${status})`}, so this was not checked${seeAlso(because)}.`,
  'no-pets': ({ operation }) =>
    `The server shows no pet, so ${operation} was not checked: give --known-ids, or run without --read-only.`,
  'unknown-category-refused': () =>
    'The server refuses a category that nobody named: set PETSTORE_CATEGORY_IDS to known ones.',
  'locked-out': () =>
    'The server refuses the right key after wrong ones: set --bad-credential-pause, or lower --max-bad-credentials.',
  'nothing-seen': ({ what, because = [] }) => `No ${what} was seen, so this was not checked${seeAlso(because)}.`,
  'combination-fails': ({ exchange }) =>
    `A combination with one of its values fails (exchange ${exchange}), and this value was not sent alone after it.`,
  'target-full': ({ page, counts }) => {
    const full = Object.entries(counts).filter(([, count]) => count >= page);
    const known = full.map(([what, count]) => `${count} ${what}`);
    return `Lists show ${page} entries at most and there are more (at least ${known.join(', ')}), so nobody can see whether one is missing. Empty the server to check this.`;
  },
  'known-ids-missing': ({ ids }) => `No request finds ${ids.join(', ')}, and no list shows them: check --known-ids.`,
  'budget-spent': ({ budget, limit }) =>
    budget === 'creations'
      ? `Not all of it was sent before all ${limit} creations were spent: more of them (--max-creates) may decide it.`
      : `Not all of it was sent before all ${limit} requests with a missing or wrong key were spent: more of them (--max-bad-credentials) may decide it, if the server allows that many.`,
  'guesses-limited': ({ badCredentials }) =>
    `The server limits guesses: it refuses further bad credentials after ${badCredentials}, so no more were sent (set --bad-credential-pause, or lower --max-bad-credentials).`,
  away: (reason) => WHILE_AWAY[reason.seen](reason),
  'too-silent': ({ waitedMs, requests }) => {
    const first = requests.length > 0 ? ` (first without an answer: ${requests.join(', ')})` : '';
    return `Requests that are never answered as they must be took ${Math.round(waitedMs / 1000)} s altogether, so the run was ended${first}. Fix what failed, and run again.`;
  },
  restarted: () =>
    'The server restarted and lost its pets, so nothing after that was checked: run again, or keep the pets in a file or a database.',
  unanswered: ({ operation, input, because = [] }) =>
    `${operation}${input === undefined ? '' : ` (${input})`} gets no answer, so it was not sent any more${seeAlso(because)}.`,
  doubtful: ({ exchanges }) =>
    `Nobody knows how the server answers exchange ${exchanges.slice(0, NAMED).join(', ')}: a limit or a network that loses answers may be the reason. Lower --max-rps or --max-bad-credentials, look at what is in front of the server, or let the suite start it (-- COMMAND).`,
  'ledger-unwritable': ({ code }) => `The ledger cannot be written (${code}), and what is created must be listed.`,
  interrupted: () => 'The run was interrupted before this was decided.',
  'out-of-time': ({ maxDurationMs }) =>
    `The time for the run was over after ${maxDurationMs / 1000} s (raise --max-duration).`,
  'out-of-memory': ({ megabytes }) =>
    `The responses of the server take more than ${megabytes} MB, so the run was ended.`,
  'only-errors': ({ status }) => `Every request gets ${status}, so the run was ended: look at the log of the server.`,
  'not-reached': () => 'The run ended before this was decided.',
};

/** Exchanges that a sentence names. */
const NAMED = 3;

const STARTED_AGAIN = 'With the command that starts it behind --, the suite starts it again and goes on.';

type Away = Extract<Reason, { readonly kind: 'away' }>;

/** What was seen last, and what to change. */
const WHILE_AWAY: Readonly<Record<Doubt, (reason: Away) => string>> = {
  silent: unanswered,
  broken: unanswered,
  refused: ({ requests: [first, ...others] }) => {
    if (first === undefined) return `The server is gone: it does not accept connections any more. ${STARTED_AGAIN}`;
    const what = others.length > 0 ? `one of these: ${[first, ...others].join('; ')}` : first;
    return `The server stopped while answering ${what}. It does not accept connections any more. ${STARTED_AGAIN}`;
  },
  limit: ({ status, maxWaitMs }) =>
    `The server kept answering ${status} for ${maxWaitMs / 1000} s, or asks to wait longer: lower --max-rps or --max-bad-credentials, or raise --max-wait.`,
  gateway: ({ status, maxWaitMs }) =>
    `Something in front of the server kept answering ${status} for ${maxWaitMs / 1000} s (raise --max-wait).`,
  key: () =>
    'The server stopped accepting the key during the run: it was rotated or revoked, or is locked out after wrong ones. Check the key; for a lock-out, lower --max-bad-credentials.',
};

function unanswered({ requests, maxWaitMs }: Away): string {
  const first = requests.length > 0 ? ` (first without an answer: ${requests.join(', ')})` : '';
  return `The server stopped answering, plain requests included, and did not answer again within ${maxWaitMs / 1000} s${first}. Look at the server, or raise --max-wait.`;
}

/** Every kind, for the schema of the report. */
export const REASON_KINDS = Object.keys(sentences) as readonly ReasonKind[];

export function sentenceOf(reason: Reason): string {
  return (sentences[reason.kind] as (reason: Reason) => string)(reason);
}

function seeAlso(ids: readonly string[]): string {
  return ids.length === 0 ? '' : ` (see ${ids.join(', ')})`;
}
