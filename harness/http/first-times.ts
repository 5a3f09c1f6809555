import { Semaphore } from '../basics/semaphore.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Ask } from './ask.ts';
import type { TransportOptions } from './sender.ts';

/**
 * How much longer a run may take for it, with each method: beside the service it takes a tenth of that, far away it would
 * take too long. What is read must not use up the time of what is written.
 */
const LONGEST_MS = 350;

type Asked = Pick<Ask, 'request' | 'input'>;

/**
 * A value that an operation of the service has not answered before may stop it. If the service does not come back, the one
 * request with such a value is the culprit. So at most one of the odd ones is under way at a time.
 */
export class FirstTimes {
  readonly #answered = new Set<string>();
  readonly #oneByOne = new Semaphore(1);
  readonly #options: Pick<TransportOptions, 'isOdd' | 'operationOf'>;
  readonly #spentMs = new Map<string, number>();

  constructor(options: Pick<TransportOptions, 'isOdd' | 'operationOf'>) {
    this.#options = options;
  }

  suspectsIn(broken: readonly Exchange[]): readonly Exchange[] {
    return broken.filter((one) => this.#isFirst(one));
  }

  async send(ask: Ask, send: () => Promise<Exchange | undefined>): Promise<Exchange | undefined> {
    const sendNoted = async () => {
      const exchange = await send();
      if (exchange) this.#note(exchange);
      return exchange;
    };
    const isOdd = this.#options.isOdd?.(ask) ?? false;
    if (!isOdd || !this.#isFirst(ask)) return sendNoted();
    const { method } = ask.request;
    const held = await this.#oneByOne.use(async () => {
      // Whoever waited so long is sent beside the others.
      if (this.#spentOn(method) > LONGEST_MS) return undefined;
      const exchange = await sendNoted();
      if (exchange) this.#spentMs.set(method, this.#spentOn(method) + exchange.answeredAt - exchange.sentAt);
      return { exchange };
    });
    return held ? held.exchange : sendNoted();
  }

  #isFirst({ request, input = [] }: Asked): boolean {
    return !input.every((value) => this.#answered.has(this.#keyOf(value, request)));
  }

  #keyOf(value: string, request: Asked['request']): string {
    return `${this.#options.operationOf({ request })} ${value}`;
  }

  #spentOn(method: string): number {
    return this.#spentMs.get(method) ?? 0;
  }

  #note({ request, input = [], status }: Exchange): void {
    if (status > 0) for (const value of input) this.#answered.add(this.#keyOf(value, request));
  }
}
