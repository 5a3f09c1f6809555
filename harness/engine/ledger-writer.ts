import { isDeepStrictEqual } from 'node:util';
import { appendToLedger } from '../archive/ledger.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Redactor } from '../secrets/redact.ts';
import type { RunFacts } from './run-facts.ts';
import type { LedgerEntry, Suite } from './suite.ts';

/** Lists what exists because of a run, if it has a ledger. Exchanges are given in order. */
export class LedgerWriter {
  readonly #facts: RunFacts;
  readonly #redactor: Redactor;
  readonly #entriesOf: ReturnType<Suite['ledgerOf']>;
  readonly #expectedOf: ReturnType<Suite['expectedOf']>;

  constructor(facts: RunFacts, { ledgerOf, expectedOf }: Suite, redactor: Redactor) {
    this.#facts = facts;
    this.#redactor = redactor;
    this.#entriesOf = ledgerOf(facts);
    this.#expectedOf = expectedOf(facts);
  }

  /** How much exists, or may exist, because of an exchange; and what writes it. */
  listed(exchange: Exchange): { readonly entries: readonly LedgerEntry[]; readonly write: () => void } {
    const entries = this.#entriesOf(exchange);
    return { entries, write: () => this.#write(exchange, entries) };
  }

  /** Before a creation is sent: a run that is killed gets no answer to it. */
  writeExpected(creation: Exchange): void {
    if (this.#facts.settings.ledger !== undefined) this.#write(creation, this.#expectedOf(creation));
  }

  #write({ sentAt, probe }: Exchange, entries: readonly LedgerEntry[]): void {
    const { settings, startedAt } = this.#facts;
    const { ledger, runId, baseUrl } = settings;
    if (ledger === undefined) return;
    const at = new Date(startedAt + sentAt).toISOString();
    const run = { at, baseUrl: this.#redactor.address(baseUrl), run: runId };
    for (const entry of entries) appendToLedger(ledger, { ...run, ...withoutSecrets(entry, this.#redactor), probe });
  }
}

/** A service may answer with anything. What is not as the service has it says so: it cannot be compared later. */
function withoutSecrets(entry: LedgerEntry, redactor: Redactor) {
  const shown = redactor.data(entry);
  return { ...shown, ...(!isDeepStrictEqual(shown, entry) && { redacted: true }) };
}
