import { parentPort } from 'node:worker_threads';
import { composeReport, redactorFor } from '../harness/engine/compose.ts';
import { listing, sendRun } from '../harness/engine/run.ts';
import type { Exchange } from '../harness/model/exchange.ts';
import { petStore } from '../suites/index.ts';
import { archiveOf } from './archive.ts';
import type { Decide, Message, Order, Send } from './worker-messages.ts';

/* The thread that sends, or decides. Whatever a server does to it, the thread that started it still has the record. */

const stop = new AbortController();
const kept: Exchange[] = [];
const post = (message: Message) => parentPort?.postMessage(message);

parentPort?.on('message', async (order: Order) => {
  if ('stop' in order) stop.abort();
  else if ('decide' in order) decide(order.decide);
  else await send(order.send);
});

async function send({ settings, readsLog, again }: Send): Promise<void> {
  const { record, facts } = await sendRun(settings, petStore, {
    again,
    readsLog,
    signal: stop.signal,
    onExchange: (exchange) => post({ exchange }),
    onCreation: (creation) => post({ creation }),
    // What was decided once is decided faster at the end.
    onPause: petStore.decide,
    onHidden: (text, shown) => post({ hidden: [text, shown] }),
  });
  // What the probes found out need not be found out again.
  const composed = composeReport(record, facts, petStore);
  post({ report: composed.report, facts, record: again && composed.record() });
  parentPort?.close();
}

function decide({ record, facts, unanswered, isArchived, isReplay }: Decide): void {
  kept.push(...record);
  if (unanswered.length > 0) listUnanswered(unanswered, facts);
  const composed = composeReport([...kept, ...unanswered], facts, petStore);
  post({
    report: composed.report,
    facts,
    record: isReplay ? composed.record() : undefined,
    archive: isArchived ? archiveOf(composed) : undefined,
  });
}

function listUnanswered(creations: readonly Exchange[], facts: Decide['facts']): void {
  const list = listing(facts, petStore, redactorFor(facts));
  for (const exchange of kept) list(exchange);
  try {
    for (const creation of creations) list(creation).write();
  } catch {
    // The report lists them all the same.
  }
}
