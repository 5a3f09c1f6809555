import { createHash } from 'node:crypto';
import type { CutBody } from '../report/model.ts';
import type { Redactor } from '../secrets/redact.ts';

/** In bytes: the bodies that a run keeps, all together. */
const RECORDED_BYTES = 64 * 1024 * 1024;
/** In characters: what stays of a body that proves something, and of one that does not. */
export const PROOF_ENDS = 16 * 1024;
const OTHER_ENDS = 1024;
/** Bytes of one character in UTF-8. */
const WIDEST = 4;

/** A body as a report shows it. */
export interface ShownBody {
  readonly body: string;
  readonly cut?: CutBody;
}

/** The body of a recorded exchange: whole at first, and only its two ends when there are too many bytes. */
export class RecordedBody {
  readonly #redactor: Redactor;
  #whole: Buffer | undefined;
  #ends: ShownBody = { body: '' };
  proves = false;

  constructor(whole: Buffer, redactor: Redactor) {
    this.#whole = whole;
    this.#redactor = redactor;
  }

  /** Undefined where it was cut. */
  get whole(): Buffer | undefined {
    return this.#whole;
  }

  /** Whole, if it has at most so many characters and was not cut before. */
  shown(longest: number): ShownBody {
    const whole = this.#whole;
    if (whole === undefined) return this.#ends;
    const text = whole.length <= longest * WIDEST ? whole.toString() : undefined;
    if (text !== undefined && text.length <= longest) return { body: this.#redactor.text(text) };
    return this.#cut(whole, Math.min(longest, PROOF_ENDS));
  }

  cut(): void {
    if (this.#whole === undefined) return;
    this.#ends = this.shown(this.proves ? PROOF_ENDS : OTHER_ENDS);
    this.#whole = undefined;
  }

  #cut(whole: Buffer, longest: number): ShownBody {
    const half = longest / 2;
    const window = half * WIDEST + this.#redactor.longestForm;
    const head = this.#redactor.start(textIn(whole, 0, window), half);
    const tail = this.#redactor.end(textIn(whole, Math.max(0, whole.length - window), whole.length), half);
    const cut = {
      bytes: whole.length,
      sha256: createHash('sha256').update(whole).digest('hex'),
      head: head.length,
      tail: tail.length,
    };
    return { body: `${head} … [cut here: ${cut.bytes.toLocaleString('en')} bytes in all] … ${tail}`, cut };
  }
}

/** The text between two bytes, without the halves of characters at its ends. */
function textIn(bytes: Buffer, from: number, to: number): string {
  const isInside = (at: number) => at > 0 && at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80;
  let [start, end] = [from, Math.min(to, bytes.length)];
  while (isInside(start) && start < from + WIDEST) start += 1;
  while (isInside(end) && end > to - WIDEST) end -= 1;
  return bytes.toString('utf8', start, end);
}

/** Keeps bodies within the bound: those that prove nothing are cut first, the oldest of them before the others. */
export class RecordedBodies {
  readonly #limit: number;
  #whole: RecordedBody[] = [];
  #bytes = 0;

  constructor(limit = RECORDED_BYTES) {
    this.#limit = limit;
  }

  keep(body: RecordedBody): void {
    this.#whole.push(body);
    this.#bytes += sizeOf(body);
    if (this.#bytes <= this.#limit) return;
    const proofs = this.#whole.filter(({ proves }) => proves).toSorted((a, b) => sizeOf(b) - sizeOf(a));
    for (const next of [...this.#whole.filter(({ proves }) => !proves), ...proofs]) {
      if (this.#bytes <= this.#limit) break;
      this.#bytes -= sizeOf(next);
      next.cut();
    }
    this.#whole = this.#whole.filter(({ whole }) => whole !== undefined);
  }
}

function sizeOf({ whole }: RecordedBody): number {
  return whole?.length ?? 0;
}
