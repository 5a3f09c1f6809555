import { openWire } from '../http/client.ts';
import type { Exchange } from '../record/exchange.ts';
import { type Composed, composeReport } from '../report/compose.ts';
import type { RunSettings } from '../settings/run-settings.ts';
import { type EngineOptions, type RunEnd, runEngine } from './engine.ts';
import type { Suite } from './suite.ts';

export interface RunOptions extends Omit<EngineOptions, 'wire'> {
  /** Over sockets unless given. */
  readonly wire?: EngineOptions['wire'];
}

/** What a run has sent and learned. */
export interface Ran {
  readonly record: readonly Exchange[];
  readonly end: RunEnd;
}

/** Sends a whole run. */
export async function sendRun(settings: RunSettings, suite: Suite, options: RunOptions = {}): Promise<Ran> {
  const { concurrency, timeoutMs, readOnly, baseUrl } = settings;
  const { origin } = new URL(baseUrl);
  const wire = options.wire ?? openWire({ origin, connections: concurrency, timeoutMs, readOnly, network: settings });
  const record: Exchange[] = [];
  const onExchange = (exchange: Exchange) => {
    record.push(exchange);
    options.onExchange?.(exchange);
  };
  try {
    return { record, end: await runEngine(settings, suite, { ...options, wire, onExchange }) };
  } finally {
    await wire.close();
  }
}

/** A whole run inside the calling process, and its report. */
export async function runSuite(settings: RunSettings, suite: Suite, options: RunOptions = {}): Promise<Composed> {
  const { record, end } = await sendRun(settings, suite, options);
  return composeReport(record, end, suite);
}
