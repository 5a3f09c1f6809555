import type { Exchange } from '../model/exchange.ts';
import type { Reservation } from './budget.ts';

/** A request and what the transport must know to send it. */
export interface Ask extends Pick<Exchange, 'request' | 'probe'> {
  /** Ids of the values that distinguish it from a plain request, each behind that of its table. */
  readonly input?: readonly string[] | undefined;
  readonly generated?: Exchange['generated'] | undefined;
  /** With the configured key, which the service accepts. */
  readonly hasKey: boolean;
  /** Success means that something was created. */
  readonly creates: boolean;
  readonly connection?: 'new' | 'reused' | undefined;
  /** Requests of a lane share one connection; each is sent when the one before it is answered. */
  readonly lane?: number | undefined;
  /** Others wait for it. */
  readonly isUrgent?: boolean | undefined;
  /** What it may create, once the transport has set that aside. */
  readonly reservation?: Reservation | undefined;
}
