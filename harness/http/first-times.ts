import { Semaphore } from '../basics/semaphore.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Ask } from './ask.ts';

/**
 * How much longer a run may take for it, with each method: beside the service it takes a tenth of that, far away it would
 * take too long. What is read must not use up the time of what is written.
 */
const LONGEST_MS = 350;

/**
 * An odd value that the service has not answered before may stop it. At most one such value is under way at a time, so that
 * one request is the culprit if the service does not come back.
 */
export class FirstTimes {
  readonly #answered = new Set<string>();
  readonly #oneByOne = new Semaphore(1);
  readonly #isOdd: (ask: Pick<Ask, 'request'>) => boolean;
  readonly #spentMs = new Map<string, number>();

  constructor(isOdd: (ask: Pick<Ask, 'request'>) => boolean) {
    this.#isOdd = isOdd;
  }

  #isKnown(input: readonly string[]): boolean {
    return input.every((value) => this.#answered.has(value));
  }

  /** Those with a value that was never answered, if there are any: the others were answered before. */
  suspectsIn(broken: readonly Exchange[]): readonly Exchange[] {
    const suspects = broken.filter(({ request, input = [] }) => this.#isOdd({ request }) && !this.#isKnown(input));
    return suspects.length > 0 ? suspects : broken;
  }

  async send({ request, input = [] }: Ask, send: () => Promise<Exchange | undefined>): Promise<Exchange | undefined> {
    if (!this.#isOdd({ request }) || this.#isKnown(input)) return send();
    const held = await this.#oneByOne.use(async () => {
      // Whoever waited so long is sent beside the others.
      if (this.#spentOn(request) > LONGEST_MS) return undefined;
      const exchange = await send();
      this.#note(input, exchange);
      return { exchange };
    });
    return held ? held.exchange : send();
  }

  #spentOn({ method }: Ask['request']): number {
    return this.#spentMs.get(method) ?? 0;
  }

  #note(input: readonly string[], exchange: Exchange | undefined): void {
    if (exchange === undefined) return;
    const { request, sentAt, answeredAt } = exchange;
    this.#spentMs.set(request.method, this.#spentOn(request) + answeredAt - sentAt);
    if (exchange.status > 0) for (const value of input) this.#answered.add(value);
  }
}
