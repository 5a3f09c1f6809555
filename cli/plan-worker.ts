import { parentPort, workerData } from 'node:worker_threads';
import { planOf } from './dry-run.ts';

/* The thread that plans: a simulated run takes a moment, in which the command shows how the real one goes on. */

parentPort?.postMessage(await planOf(workerData));
