import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Change } from '../../reference/change.ts';
import { faults } from '../../reference/faults/index.ts';
import { startReference } from '../../reference/server.ts';
import { variants } from '../../reference/variants/index.ts';
import { comparisonPage, summaryTable, withTable } from './document.ts';
import type { Entry, Run } from './result.ts';
import { runProcess } from './run-process.ts';
import { sampleFaults, sampleVariants } from './sample.ts';
import { copyConfiguration, peers, ROOT, suite, type Tool } from './tools.ts';

/**
 * The suite and other tools, against the same servers. Everything is installed into a temporary folder, and all checked
 * servers are on this machine.
 */
const API_KEY = 'Peer-Key.51c9';
/** Enough for every limit to show without a tool having to create pets first. */
const PETS = 120;
const SEED = 1;
const VARIANTS = 12;
const INSTALL_TIMEOUT_MS = 600_000;

const conforming: Change = { name: 'conforming', change: () => ({}) };
const sampledFaults = sampleFaults(faults);
const sampledVariants = sampleVariants(variants, VARIANTS);

const work = mkdtempSync(join(tmpdir(), 'petstore-peers-'));
try {
  const entries = await installed();
  const servers = [conforming, ...sampledFaults, ...sampledVariants];
  for (const [index, server] of servers.entries()) {
    say(`${index + 1} of ${servers.length}: ${server.name}`);
    for (const entry of entries)
      if (entry.problem === undefined) entry.runs.set(server.name, await check(entry.tool, entry.folder, server));
    for (const entry of entries)
      if (entry.runs.get(conforming.name)?.verdict !== 'clean')
        entry.problem ??= 'It does not pass the conforming server.';
  }
  write(entries);
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function installed(): Promise<readonly Entry[]> {
  const entries: Entry[] = [{ tool: suite, folder: ROOT, versions: [], runs: new Map() }];
  for (const [index, tool] of peers.entries()) {
    say(`installing ${tool.name}`);
    const folder = join(work, String(index));
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', ...tool.packages];
    const { exitCode } = await runProcess('npm', args, folder, INSTALL_TIMEOUT_MS);
    const entry = { tool, folder, runs: new Map() };
    if (exitCode !== 0) {
      entries.push({ ...entry, versions: [], problem: `npm install ended with ${exitCode ?? 'a timeout'}.` });
      continue;
    }
    copyConfiguration(tool, folder);
    await tool.prepare?.(folder);
    entries.push({ ...entry, versions: tool.packages.map((name) => `${name} ${versionOf(folder, name)}`) });
  }
  return entries;
}

function versionOf(folder: string, name: string): string {
  return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
}

/** Each tool gets a server of its own, since what one creates would change what the next one sees. */
async function check(tool: Tool, folder: string, server: Change): Promise<Run> {
  const kind = sampledFaults.some(({ name }) => name === server.name) ? 'faults' : 'variants';
  const changes = server === conforming ? {} : { [kind]: [server.name] };
  const animals = Math.max(PETS, server.animals ?? 0);
  const reference = await startReference({ apiKey: API_KEY, seed: SEED, animals, ...changes });
  const begin = performance.now();
  const verdict = await tool.check({ folder, baseUrl: reference.baseUrl, apiKey: API_KEY });
  const ms = performance.now() - begin;
  const requests = reference.requests();
  await reference.close();
  return { verdict, ms, requests };
}

function write(entries: readonly Entry[]): void {
  const result = { entries, faults: sampledFaults, variants: sampledVariants, pets: PETS };
  writeFileSync(join(ROOT, 'docs/comparison.md'), comparisonPage(result));
  const readme = join(ROOT, 'README.md');
  writeFileSync(readme, withTable(readFileSync(readme, 'utf8'), summaryTable(result)));
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
