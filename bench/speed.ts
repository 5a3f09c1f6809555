import { spawn } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { HttpClient } from '../harness/http/http-client.ts';
import { Semaphore } from '../harness/http/semaphore.ts';
import type { Report } from '../harness/report/model.ts';
import { startReference } from '../reference/server.ts';

/**
 * How fast a run is, as ratios measured together, so that the machine cancels out: the whole command against an empty
 * run of the same shape plus the same requests; and a slow target's run against the sum of its exchanges.
 */
const ROUNDS = 5;
const API_KEY = 'bench-key';
const LATENCY_MS = 50;
const CONNECTIONS = 12;
/** A run ends with a look at what was refused, and not before the window is over. */
const WINDOW_MS = 2000;

interface Round {
  readonly whole: number;
  readonly empty: number;
  readonly requests: number;
  readonly report: Report;
}

const rounds: Round[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  // Interleaved, so that a busy moment of the machine falls on all three alike.
  const { ms: whole, report } = await checked([]);
  const { ms: empty } = await node('./empty.js', []);
  rounds.push({ whole, empty, requests: await bareRequests(report), report });
}
const [first] = rounds;
if (first) {
  const whole = median(rounds.map((round) => round.whole));
  const empty = median(rounds.map((round) => round.empty));
  const requests = median(rounds.map((round) => round.requests));
  const { run, verdict } = first.report;
  say(`${availableParallelism()} cores, Node ${process.version}, median of ${ROUNDS} interleaved rounds`);
  say(
    `the command, from start to end: ${ms(whole)} (${run.requests} requests, ${run.creations} creations, ${verdict})`,
  );
  say(`an empty run of the same shape: ${ms(empty)}; as many requests at full concurrency: ${ms(requests)}`);
  const ratio = (ms: number) => (ms / (empty + requests)).toFixed(2);
  say(`ratio: ${ratio(whole)}; without the consistency window: ${ratio(whole - WINDOW_MS)} (to be below 2)`);
}
const slow = await checked(['slow']);
const sum = slow.report.run.requests * LATENCY_MS;
say(
  `with ${LATENCY_MS} ms added to every response: ${ms(slow.ms)} (${slow.report.run.requests} requests, ${slow.report.verdict})`,
);
say(`share of the sum of its exchanges' times, at least ${ms(sum)}: ${(slow.ms / sum).toFixed(3)} (to be below 0.2)`);

async function checked(variants: readonly string[]): Promise<{ readonly ms: number; readonly report: Report }> {
  const server = await startReference({ apiKey: API_KEY, variants });
  const target = ['--base-url', server.baseUrl, '--api-key', API_KEY, '--reporter', 'json'];
  const { ms, output } = await node('../cli/main.js', target);
  await server.close();
  return { ms, report: JSON.parse(output) as Report };
}

async function node(file: string, args: readonly string[]): Promise<{ readonly ms: number; readonly output: string }> {
  const start = performance.now();
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args]);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  await new Promise((resolve) => child.on('close', resolve));
  return { ms: performance.now() - start, output };
}

/** As many requests as the run sent, with as many creations among them, as fast as the pool lets them go. */
async function bareRequests({ run }: Report): Promise<number> {
  const server = await startReference({ apiKey: API_KEY });
  const client = new HttpClient({
    receive: String,
    origin: new URL(server.baseUrl).origin,
    connections: CONNECTIONS,
    timeoutMs: 10_000,
  });
  const semaphore = new Semaphore(CONNECTIONS);
  const never = new AbortController().signal;
  setMaxListeners(0, never);
  const headers = [
    ['Authorization', `Bearer ${API_KEY}`],
    ['Content-Type', 'application/json'],
  ] as const;
  const body = JSON.stringify({ name: 'bench', categoryId: 1 });
  const send = (index: number) =>
    index < run.creations
      ? client.send({ method: 'POST', path: '/v1/pets', headers, body }, never)
      : client.send({ method: 'GET', path: '/v1/pets', headers }, never);
  const start = performance.now();
  await Promise.all(Array.from({ length: run.requests }, (_, index) => semaphore.use(() => send(index))));
  const elapsed = performance.now() - start;
  await client.close();
  await server.close();
  return elapsed;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
