import { parentPort } from 'node:worker_threads';
import { composeReport } from '../harness/engine/compose.ts';
import { sendRun } from '../harness/engine/run.ts';
import { petStore } from '../suites/index.ts';
import type { Message, Work } from './run-in-worker.ts';

/* The thread that sends. Whatever a server does to it, the thread that started it still has the record. */

const stop = new AbortController();
const post = (message: Message) => parentPort?.postMessage(message);
parentPort?.once('message', async ({ settings, again }: Work) => {
  parentPort?.once('message', () => stop.abort());
  const { record, end } = await sendRun(settings, petStore, {
    again,
    signal: stop.signal,
    onExchange: (exchange) => post({ exchange }),
    onCreation: (creation) => post({ creation }),
    // What was decided once is decided faster at the end.
    onPause: petStore.decide,
    onHidden: (text, shown) => post({ hidden: [text, shown] }),
  });
  // What the probes found out need not be found out again.
  post({ end, report: composeReport(record, end, petStore).report });
  parentPort?.close();
});
