import { appendFileSync } from 'node:fs';
import { decodeBody } from '../http/received-body.ts';
import type { Reply } from '../http/reply.ts';
import { isInteger, isObject, type JsonObject } from '../json/exact-json.ts';
import { jsonText } from '../json/json-text.ts';
import type { Created } from '../report/model.ts';
import type { Redactor } from '../secrets/redact.ts';
import { codeOf } from '../settings/error-code.ts';
import { Inconclusive } from '../verdict/verdicts.ts';
import { petOf } from './pet.ts';

/** In characters: longer than any name that is sent. */
const LONGEST_NAME = 12_000;

interface LedgerOptions {
  readonly file: string | undefined;
  readonly runId: string;
  readonly baseUrl: string;
  readonly redactor: Redactor;
}

/** Lists every pet that the run leaves behind, at once, so that a killed run has listed them too. */
export class Ledger {
  readonly #options: LedgerOptions;
  #untaken: Created[] = [];

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /** Any success counts, also of an invalid creation, and so does a request without an answer. */
  note(reply: Reply): void {
    const isAnswered = reply.exchange.failure === undefined;
    if (isAnswered && (reply.status < 200 || reply.status >= 300)) return;
    const created = this.#created(reply);
    this.#untaken.push(created);
    this.#append(reply, { ...created, ...fieldsIn(reply) });
  }

  /** Later runs do not miss a pet that the service removed on request. */
  noteRemoval({ request, status, exchange }: Reply): void {
    const id = request.path.split('/').at(-1);
    if (request.method !== 'DELETE' || status < 200 || status >= 300) return;
    this.#append({ exchange }, { id, removed: true, requirement: exchange.requirement });
  }

  #append({ exchange }: Pick<Reply, 'exchange'>, fields: Readonly<Record<string, unknown>>): void {
    const { file, runId, baseUrl, redactor } = this.#options;
    if (file === undefined) return;
    const line = { at: exchange.startedAt, baseUrl: redactor.address(baseUrl), run: runId, ...fields };
    try {
      appendFileSync(file, `${jsonText(line)}\n`);
    } catch (error) {
      throw new Inconclusive({ kind: 'ledger-unwritable', code: codeOf(error) });
    }
  }

  /** The pets noted since the last call. */
  take(): readonly Created[] {
    const taken = this.#untaken;
    this.#untaken = [];
    return taken;
  }

  #created(reply: Reply): Created {
    const answered = reply.json.ok && isObject(reply.json.value) ? reply.json.value : {};
    const { id } = answered;
    const name = [answered.name, sentObject(reply).name].find((candidate) => typeof candidate === 'string');
    return {
      ...(isInteger(id) && { id: String(id) }),
      ...(name !== undefined && { name: this.#options.redactor.start(name, LONGEST_NAME) }),
      requirement: reply.exchange.requirement,
    };
  }
}

/** For later runs to compare. Integers are text, so that no reader loses digits. */
function fieldsIn({ json }: Reply): Readonly<Record<string, string>> {
  const pet = json.ok ? petOf(json.value) : undefined;
  return pet ? { categoryId: String(pet.categoryId), ...(pet.status && { status: pet.status }) } : {};
}

/** A name as it is read from the ledger. */
export function nameWritten(name: string, redactor: Redactor): string {
  return JSON.parse(jsonText(redactor.text(name))) as string;
}

/** The request body, if it is a JSON object. */
export function sentObject({ request }: Reply): JsonObject {
  const { json } = decodeBody(Buffer.from(request.body ?? ''));
  return json.ok && isObject(json.value) ? json.value : {};
}
