import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Change } from '../../reference/change.ts';
import { type Fault, faults } from '../../reference/faults/index.ts';
import { type Reference, startReference } from '../../reference/server.ts';
import { variants } from '../../reference/variants/index.ts';
import { runProcess } from '../run-process.ts';
import { type Entry, writeComparison, writeMutants } from './document.ts';
import { checkMutants } from './mutants.ts';
import { copyConfiguration, peers, type Run, suite, type Tool, type Verdict } from './tools.ts';

/**
 * The suite and other tools, against the same servers. Everything is installed into a temporary folder, and all checked
 * servers are on this machine.
 */
const API_KEY = 'Peer-Key.51c9';
/** Enough for every limit to show without a tool having to create pets first. */
const PETS = 120;
const SEED = 1;
const VARIANTS = 12;
/** Servers that are checked at the same time. */
const LANES = 2;
const INSTALL_TIMEOUT_MS = 600_000;
/** Mutants of real servers instead of the faults of the reference. */
const { values } = parseArgs({ options: { mutants: { type: 'boolean', default: false } } });

const conforming: Change = { name: 'conforming', change: () => ({}) };
const sampledFaults = sampleFaults(faults);
/** Variants that a client can check without being configured for them. */
const sampledVariants = byHash(
  variants.filter(({ settings, exitCode }) => settings === undefined && exitCode === undefined),
).slice(0, VARIANTS);

const work = mkdtempSync(join(tmpdir(), 'petstore-peers-'));
try {
  const entries = await Promise.all([suite, ...peers].map(installed));
  if (values.mutants) await compareMutants(entries);
  else await compareFaults(entries);
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function compareFaults(entries: readonly Entry[]): Promise<void> {
  await checkWith(entries, conforming);
  for (const entry of entries.filter(({ runs }) => runs.get(conforming.name)?.verdict !== 'clean')) {
    entry.problem ??= 'It does not pass the conforming server.';
  }
  const rest = [...sampledFaults, ...sampledVariants].values();
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (const server of rest) await checkWith(entries, server);
    }),
  );
  writeComparison({ entries, faults: sampledFaults, variants: sampledVariants });
}

/** Tools one after the other: the servers are real ones, and each start of one needs a core. */
async function compareMutants(entries: readonly Entry[]): Promise<void> {
  const usable = entries.filter(({ problem }) => problem === undefined);
  const rows = await checkMutants(SEED, PETS, async (withServer) => {
    const verdicts = new Map<Tool, Verdict>();
    for (const { tool, folder } of usable) {
      verdicts.set(tool, await withServer((baseUrl, apiKey) => tool.check({ folder, baseUrl, apiKey })));
    }
    console.error(`checked ${[...verdicts.values()].map((verdict) => verdict ?? '?').join(' ')}`);
    return verdicts;
  });
  const tools = usable.map(({ tool }) => tool);
  writeMutants(tools, rows);
}

/** One fault for each requirement that it violates first, so that every area counts by the number of its requirements. */
function sampleFaults(candidates: readonly Fault[]): readonly Fault[] {
  const byRequirement = new Map<string, Fault>();
  for (const fault of byHash(candidates)) {
    const [requirement] = fault.violates;
    if (requirement !== undefined && !byRequirement.has(requirement)) byRequirement.set(requirement, fault);
  }
  return [...byRequirement].sort(([a], [b]) => a.localeCompare(b)).map(([, fault]) => fault);
}

/** An order that nobody chose, and that stays the same from run to run. */
function byHash<Named extends Change>(changes: readonly Named[]): readonly Named[] {
  const hash = ({ name }: Named) => createHash('sha256').update(name).digest('hex');
  return [...changes].sort((a, b) => hash(a).localeCompare(hash(b)));
}

async function installed(tool: Tool, index: number): Promise<Entry> {
  const entry = { tool, folder: join(work, String(index)), versions: [], runs: new Map() };
  mkdirSync(entry.folder);
  if (tool.packages.length === 0) return entry;
  console.error(`installing ${tool.name}`);
  writeFileSync(join(entry.folder, 'package.json'), '{"private":true}');
  const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', ...tool.packages];
  const { exitCode } = await runProcess('npm', args, entry.folder, INSTALL_TIMEOUT_MS);
  if (exitCode !== 0) return { ...entry, problem: `npm install ended with ${exitCode ?? 'a timeout'}.` };
  copyConfiguration(tool, entry.folder);
  const versions = tool.packages.map((name) => `${name} ${versionOf(entry.folder, name)}`);
  const prepared = tool.prepare === undefined ? 'clean' : await tool.prepare(entry.folder);
  return { ...entry, versions, ...(prepared !== 'clean' && { problem: 'Its preparation failed.' }) };
}

async function checkWith(entries: readonly Entry[], server: Change): Promise<void> {
  console.error(`checking ${server.name}`);
  for (const entry of entries)
    if (entry.problem === undefined) entry.runs.set(server.name, await check(entry.tool, entry.folder, server));
}

function versionOf(folder: string, name: string): string {
  return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
}

/** Each tool gets a server of its own, since what one creates would change what the next one sees. */
async function check(tool: Tool, folder: string, server: Change): Promise<Run> {
  const reference = await startServer(server);
  const begin = performance.now();
  const verdict = await tool.check({ folder, baseUrl: reference.baseUrl, apiKey: API_KEY });
  const ms = performance.now() - begin;
  const requests = reference.requests();
  await reference.close();
  return { verdict, ms, requests };
}

function startServer(server: Change): Promise<Reference> {
  const isNamed = ({ name }: Change) => name === server.name;
  return startReference({
    apiKey: API_KEY,
    seed: SEED,
    pets: Math.max(PETS, server.pets ?? 0),
    faults: faults.filter(isNamed).map(({ name }) => name),
    variants: variants.filter(isNamed).map(({ name }) => name),
  });
}
