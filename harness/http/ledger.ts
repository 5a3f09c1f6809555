import { appendFileSync } from 'node:fs';
import { codeOf } from '../error-code.ts';
import { isInteger, isObject } from '../exact-json.ts';
import { jsonText } from '../json-text.ts';
import type { Created } from '../report/model.ts';
import type { Redactor } from '../secrets/redact.ts';
import { Inconclusive } from '../verdicts.ts';
import { decodeBody, type Reply } from './reply.ts';

/** In characters: longer than any name that is sent. */
const LONGEST_NAME = 12_000;

export interface LedgerOptions {
  /** Where a line is added for each animal; nowhere when absent. */
  readonly file: string | undefined;
  readonly runId: string;
  readonly baseUrl: string;
  readonly redactor: Redactor;
}

/** Every animal that the run leaves behind, told at once, so that a run which is killed has told them too. */
export class Ledger {
  readonly #options: LedgerOptions;
  #untaken: Created[] = [];

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /** Any success counts, also of a creation that was to be refused, and so does a request that got no answer. */
  note(reply: Reply): void {
    const isAnswered = reply.exchange.failure === undefined;
    if (isAnswered && (reply.status < 200 || reply.status >= 300)) return;
    const created = this.#created(reply);
    this.#untaken.push(created);
    const { file, runId, baseUrl, redactor } = this.#options;
    if (file === undefined) return;
    const line = { at: reply.exchange.startedAt, baseUrl: redactor.address(baseUrl), run: runId, ...created };
    try {
      appendFileSync(file, `${jsonText(line)}\n`);
    } catch (error) {
      throw new Inconclusive({ kind: 'ledger-unwritable', code: codeOf(error) });
    }
  }

  /** What was noted since it was last taken. */
  take(): readonly Created[] {
    const taken = this.#untaken;
    this.#untaken = [];
    return taken;
  }

  #created(reply: Reply): Created {
    const answered = reply.json.ok && isObject(reply.json.value) ? reply.json.value : {};
    const { id } = answered;
    const name = [answered.name, nameSent(reply)].find((candidate) => typeof candidate === 'string');
    return {
      ...(isInteger(id) && { id: String(id) }),
      ...(name !== undefined && { name: this.#options.redactor.start(name, LONGEST_NAME) }),
      requirement: reply.exchange.requirement,
    };
  }
}

function nameSent({ request }: Reply): unknown {
  const sent = decodeBody(Buffer.from(request.body ?? '')).json;
  return sent.ok && isObject(sent.value) ? sent.value.name : undefined;
}
