import { createHash } from 'node:crypto';
import type { CutBody } from '../report/model.ts';
import type { Redactor } from '../secrets/redact.ts';

const RECORDED_BYTES = 64 * 1024 * 1024;
/** In characters: how much is kept of a body that a result rests on, and of any other. */
export const PROOF_ENDS = 16 * 1024;
const OTHER_ENDS = 1024;
/** In bytes: the longest body that a report contains whole. */
const LONGEST_WHOLE = 256 * 1024;
const WIDEST = 4;

interface ShownBody {
  readonly body: string;
  readonly cut?: CutBody;
}

/** The body of a recorded exchange: whole at first, only its two ends once memory runs short. */
export class RecordedBody {
  readonly #redactor: Redactor;
  #whole: Buffer | undefined;
  #ends: ShownBody = { body: '' };
  proves = false;

  constructor(whole: Buffer, redactor: Redactor) {
    this.#whole = whole;
    this.#redactor = redactor;
    // No report shows more of it.
    if (whole.length > LONGEST_WHOLE) this.cut(PROOF_ENDS);
  }

  /** Undefined once it is cut. */
  get whole(): Buffer | undefined {
    return this.#whole;
  }

  get size(): number {
    return this.#whole?.length ?? this.#ends.body.length;
  }

  /** Whole if it is not longer than this and was not cut before. */
  shown(longest: number): ShownBody {
    const whole = this.#whole;
    if (whole === undefined) return shortened(this.#ends, longest);
    const text = whole.length <= longest * WIDEST ? whole.toString() : undefined;
    if (text !== undefined && text.length <= longest) return { body: this.#redactor.text(text) };
    return this.#cut(whole, Math.min(longest, PROOF_ENDS));
  }

  cut(longest = this.proves ? PROOF_ENDS : OTHER_ENDS): void {
    this.#ends = this.shown(longest);
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
    return joined(head, tail, cut);
  }
}

function joined(head: string, tail: string, cut: CutBody): ShownBody {
  return { body: `${head} … [cut here: ${cut.bytes.toLocaleString('en')} bytes in all] … ${tail}`, cut };
}

/** Shortens a body that was cut before; there is no key in it any more. */
function shortened(ends: ShownBody, longest: number): ShownBody {
  const { body, cut } = ends;
  const half = longest / 2;
  if (cut === undefined || (cut.head <= half && cut.tail <= half)) return ends;
  const head = body.slice(0, Math.min(cut.head, half)).replace(/[\ud800-\udbff]$/, '');
  const tail = body.slice(-Math.min(cut.tail, half)).replace(/^[\udc00-\udfff]/, '');
  return joined(head, tail, { ...cut, head: head.length, tail: tail.length });
}

/** The text between two bytes, without half characters at its ends. */
function textIn(bytes: Buffer, from: number, to: number): string {
  const isInside = (at: number) => at > 0 && at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80;
  let [start, end] = [from, Math.min(to, bytes.length)];
  while (isInside(start) && start < from + WIDEST) start += 1;
  while (isInside(end) && end > to - WIDEST) end -= 1;
  return bytes.toString('utf8', start, end);
}

/** Keeps bodies within the limit: those that no result rests on are cut first, the oldest before the others. */
export class RecordedBodies {
  readonly #limit: number;
  #kept: RecordedBody[] = [];
  #bytes = 0;

  constructor(limit = RECORDED_BYTES) {
    this.#limit = limit;
  }

  keep(body: RecordedBody): void {
    this.#kept.push(body);
    this.#bytes += body.size;
    if (this.#bytes <= this.#limit) return;
    const proofs = this.#kept.filter(({ proves }) => proves).toSorted((a, b) => b.size - a.size);
    for (const next of [...this.#kept.filter(({ proves }) => !proves), ...proofs]) {
      if (this.#bytes <= this.#limit / 2) break;
      this.#bytes -= next.size;
      next.cut();
    }
    this.#kept = this.#kept.filter(({ whole, proves }) => whole !== undefined || proves);
    this.#bytes = this.#kept.reduce((sum, { size }) => sum + size, 0);
  }
}
