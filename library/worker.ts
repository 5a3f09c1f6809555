import { parentPort } from 'node:worker_threads';
import { sendRun } from '../harness/engine/run.ts';
import { petStore } from '../suites/index.ts';
import type { Message, Work } from './run-in-worker.ts';

/* The thread that sends. Whatever a server does to it, the thread that started it still has the record. */

const stop = new AbortController();
const post = (message: Message) => parentPort?.postMessage(message);
parentPort?.once('message', async ({ settings, again }: Work) => {
  parentPort?.once('message', () => stop.abort());
  const { end } = await sendRun(settings, petStore, {
    again,
    signal: stop.signal,
    onExchange: (exchange) => post({ exchange }),
    onHidden: (text, shown) => post({ hidden: [text, shown] }),
  });
  post({ end });
  parentPort?.close();
});
