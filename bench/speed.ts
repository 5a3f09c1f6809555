import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Report } from '../harness/model/report.ts';
import { watch } from '../proof/simulation/simulate.ts';
import { startReference } from '../reference/server.ts';
import { LONG_ANSWERS, startLong } from './long-answers.ts';
import { runProcess } from './run-process.ts';

/**
 * How fast a run is. Times are compared with times of the same run, so that the machine matters little: the command
 * with its consistency window, and a run on a slow target with the sum of its exchanges.
 */
const ROUNDS = 5;
const API_KEY = 'Bench-Key.51c9';
const WINDOW_MS = 2000;
/** Added to every response by one of the reference server's variants, and that as often as it is named. */
const LATENCY_MS = 50;
const LONG_LATENCY_MS = 200;
/** A run ends with a look at what was refused, which has to wait for the consistency window. */
const MOST_BEYOND_WINDOW_MS = 1_600;
const LARGEST_SHARE = 0.2;
const LARGEST_RATIO = 1.5;
const MOST_AFTER_MS = 3_000;
/** Of the whole process, noted by itself when it ends. */
const NOTE_COST = `
  import { writeFileSync } from 'node:fs';
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    const { maxRSS } = process.resourceUsage();
    writeFileSync(process.env.NOTED, JSON.stringify({ cpu: (user + system) / 1000, megabytes: maxRSS / 1024 }));
  });
`;
/** Sends the requests of a run, as many at once, and does nothing with the answers. */
const PLAIN_LOOP = `
  import { readFileSync } from 'node:fs';
  import { Agent } from 'undici';
  const { log } = JSON.parse(readFileSync(process.env.RECORD, 'utf8'));
  const agent = new Agent({ connections: 12 });
  const left = log.entries.map(({ request }) => request);
  const headers = { authorization: 'Bearer ' + process.env.KEY, 'content-type': 'application/json' };
  const send = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const { origin } = new URL(next.url);
      const { method, postData } = next;
      const options = { origin, path: next.url.slice(origin.length), method, headers, body: postData?.text };
      await agent.request(options).then(({ body }) => body.arrayBuffer(), () => undefined);
    }
  };
  await Promise.all(Array.from({ length: 12 }, send));
  await agent.close();
`;
const COMMANDS = [['--help'], ['list'], ['explain', 'list.ok']];
const WARM_UP = 40;
const INSTALL_TIMEOUT_MS = 240_000;

const program = await install();
say(`${availableParallelism()} cores, Node ${process.version}, medians of ${ROUNDS} rounds`);
const plain = await rounds([]);
say(`the command on loopback: ${plain.ms} ms (${plain.figures})`);
check('beyond the consistency window, in ms', plain.ms - WINDOW_MS, MOST_BEYOND_WINDOW_MS);
await compareCosts();
const share = 'share of the sum of its exchanges';
check(share, await shareWith(LATENCY_MS), LARGEST_SHARE);
say(`  ${share}: ${rounded(await shareWith(LONG_LATENCY_MS))}`);
await compareLongAnswers();
say(`a simulated run, warm: ${await simulatedCpu()} ms of CPU`);

/** The command as users have it: a checkout loads hundreds of files. */
async function install(): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'bench-'));
  process.on('exit', () => rmSync(home, { recursive: true }));
  // Without it, npm would look for a project in the folders above.
  writeFileSync(join(home, 'package.json'), '{ "private": true }');
  await npm(['pack', '--pack-destination', home], process.cwd());
  const tarballs = readdirSync(home).filter((file) => file.endsWith('.tgz'));
  await npm(['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs], home);
  return join(home, 'node_modules/petstore-conformance/dist/cli/main.js');
}

async function npm(args: readonly string[], folder: string): Promise<void> {
  const { exitCode, output } = await runProcess('npm', args, folder, INSTALL_TIMEOUT_MS);
  if (exitCode !== 0) throw new Error(`npm ${args[0]} ended with ${exitCode ?? 'a timeout'}.\n${output}`);
}

async function rounds(variants: readonly string[]) {
  const ended = [];
  for (let round = 0; round < ROUNDS; round += 1) ended.push(await command(variants));
  const { run, verdict } = (ended[0] as (typeof ended)[number]).report;
  const figures = `${run.requests} requests, ${run.creations} creations, ${verdict}`;
  return { ms: median(ended.map(({ ms }) => ms)), requests: run.requests, figures };
}

async function shareWith(latencyMs: number): Promise<number> {
  const { ms, requests, figures } = await rounds(Array.from({ length: latencyMs / LATENCY_MS }, () => 'slow'));
  say(`with ${latencyMs} ms added to every response: ${ms} ms (${figures})`);
  return ms / (requests * latencyMs);
}

/** From the start of the process to its end. */
async function command(variants: readonly string[]): Promise<{ readonly ms: number; readonly report: Report }> {
  const server = await startReference({ apiKey: API_KEY, variants });
  const begin = performance.now();
  const output = await outputOf(server.baseUrl);
  const ms = performance.now() - begin;
  await server.close();
  return { ms, report: JSON.parse(output) as Report };
}

async function outputOf(baseUrl: string): Promise<string> {
  const args = ['--base-url', baseUrl, '--api-key', API_KEY, '--no-dotenv', '--reporter', 'json'];
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  await new Promise((resolve) => child.on('close', resolve));
  return output;
}

interface Cost {
  readonly ms: number;
  readonly cpu: number;
  readonly megabytes: number;
}

/** Of a process of Node. */
async function costOf(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Cost> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const [preload, noted] = [join(folder, 'note.mjs'), join(folder, 'noted')];
  writeFileSync(preload, NOTE_COST);
  const begin = performance.now();
  const all = { ...process.env, ...env, NOTED: noted };
  const child = spawn(process.execPath, ['--import', preload, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: all,
  });
  await new Promise((resolve) => child.on('close', resolve));
  const ms = performance.now() - begin;
  const cost = { ms, ...JSON.parse(readFileSync(noted, 'utf8')) };
  rmSync(folder, { recursive: true });
  return cost;
}

/** Of a run beside a loop that sends the same requests, and of commands beside Node alone. */
async function compareCosts(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true }));
  const record = join(folder, 'run.har');
  // Beside the command, where the packages are.
  const loop = join(dirname(program), 'loop.mjs');
  writeFileSync(loop, PLAIN_LOOP);
  const server = await startReference({ apiKey: API_KEY });
  const flags = ['--base-url', server.baseUrl, '--api-key', API_KEY, '--no-dotenv', '--reporter'];
  await costOf([program, ...flags, `har=${record}`]);
  const run = await costOf([program, ...flags, `json=${join(folder, 'r.json')}`]);
  const plainLoop = await costOf([loop], { RECORD: record, KEY: API_KEY });
  await server.close();
  const inWords = ({ ms, cpu, megabytes }: Cost) =>
    `${Math.round(ms)} ms, ${Math.round(cpu)} ms of CPU, ${Math.round(megabytes)} MB`;
  say(`a run: ${inWords(run)}; a plain loop with its requests: ${inWords(plainLoop)}`);
  say(`  CPU, the run to the loop: ${rounded(run.cpu / plainLoop.cpu)}`);
  const node = await costOf(['--eval', '0']);
  for (const words of COMMANDS) {
    const cost = await costOf([program, ...words]);
    say(`${words.join(' ')}: ${inWords(cost)}, ${rounded(cost.cpu / node.cpu)} times that of Node alone`);
  }
}

/** What long answers cost, wall and processor, and how long the command takes after the last one. */
async function compareLongAnswers(): Promise<void> {
  const costs = new Map<string, { readonly cpu: number; readonly after: number }>();
  for (const [name, change] of Object.entries(LONG_ANSWERS)) {
    const server = await startLong(API_KEY, change);
    const flags = ['--base-url', server.baseUrl, '--api-key', API_KEY, '--no-dotenv', '--reporter', 'json'];
    const { cpu } = await costOf([program, ...flags]);
    const after = performance.now() - server.lastAnswer();
    server.close();
    costs.set(name, { cpu, after });
    say(`${name}: ${Math.round(cpu)} ms of CPU, ${Math.round(after)} ms after the last answer`);
  }
  const costWith = (name: string) => costs.get(name) ?? { cpu: Number.NaN, after: Number.NaN };
  for (const what of ['pets with 4 KB', 'errors with 60 KB']) {
    const [letters, escapes] = [costWith(`${what} of letters`), costWith(`${what} of escapes`)];
    check(`CPU, ${what} of escapes to letters`, escapes.cpu / letters.cpu, LARGEST_RATIO);
    const beyond = escapes.after - costWith('small answers').after;
    check(`after the last answer, ${what} of escapes beyond small ones, in ms`, beyond, MOST_AFTER_MS);
  }
}

async function simulatedCpu(): Promise<number> {
  const times = [];
  for (let seed = 1; seed <= WARM_UP + ROUNDS; seed += 1) {
    const before = process.cpuUsage();
    await watch({ seed });
    const { user, system } = process.cpuUsage(before);
    if (seed > WARM_UP) times.push((user + system) / 1000);
  }
  return median(times);
}

function check(what: string, value: number, limit: number): void {
  const isWithin = value <= limit;
  say(`  ${what}: ${rounded(value)} (at most ${limit}${isWithin ? '' : ': EXCEEDED'})`);
  if (!isWithin) process.exitCode = 1;
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}

function median(values: readonly number[]): number {
  return Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
