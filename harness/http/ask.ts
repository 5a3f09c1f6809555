import type { Exchange } from '../model/exchange.ts';
import type { Share } from './budget.ts';

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
}

/** A request on its way through the transport. */
export interface Sending extends Ask {
  /** What it may create. */
  readonly share?: Share;
  /** The same over a connection that had carried others, and broke: for that reason, or because of the request. */
  readonly brokenBefore?: Exchange;
}
