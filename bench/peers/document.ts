import { SUITE_VERSION } from '../../harness/report/suite-version.ts';
import type { Change, Fault, Variant } from '../../reference/change.ts';
import type { Run, Tool, Verdict } from './tools.ts';

/** A tool with what it made of each server, by name. */
export interface Entry {
  readonly tool: Tool;
  readonly folder: string;
  readonly versions: readonly string[];
  readonly runs: Map<string, Run>;
  /** Why it could not be measured. */
  problem?: string;
}

/** A mutant of a real server, and what each tool makes of it. */
export interface MutantRow {
  /** Title of the stack. */
  readonly stack: string;
  readonly operator: string;
  readonly before: string;
  readonly after: string;
  readonly verdicts: ReadonlyMap<Tool, Verdict>;
}

/** The first entry is the suite itself. */
export interface Comparison {
  readonly entries: readonly Entry[];
  readonly faults: readonly Fault[];
  readonly variants: readonly Variant[];
  readonly pets: number;
}

/** The part of the page that `npm run peers -- --mutants` writes. */
const SECTION =
  /(?<=<!-- npm run peers -- --mutants writes this section -->\n\n)[\s\S]*(?=\n\n<!-- end of the section -->)/;

export const mutantsIn = (page: string): string => SECTION.exec(page)?.[0] ?? 'Not measured yet.';

export const withMutants = (page: string, section: string): string => page.replace(SECTION, () => section);

/** What each tool makes of mutants of real servers, in sum and one by one. */
export function mutantSection(tools: readonly Tool[], rows: readonly MutantRow[]): string {
  const summary = tools.map((tool) => {
    const verdicts = rows.flatMap(({ verdicts }) => verdicts.get(tool) ?? []);
    return [tool.name, `${verdicts.filter((verdict) => verdict === 'finding').length} of ${verdicts.length}`];
  });
  const each = rows.map((row) => [
    row.stack,
    ...[row.before, row.after].map(quoted),
    ...tools.map((tool) => markOf(row.verdicts.get(tool))),
  ]);
  return `${table(['tool', 'mutants found'], summary)}

${table(['stack', 'line', 'changed line', ...tools.map(({ name }) => name)], each)}`;
}

/** In a cell of a table. */
function quoted(line: string): string {
  const short = line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
  return `\`\` ${short.replaceAll('|', '\\|')} \`\``;
}
const LONGEST = 100;

function summaryTable(comparison: Comparison): string {
  const { entries, faults, variants } = comparison;
  const rows = entries.map((entry) => {
    const found = `${findings(entry, faults)} of ${faults.length}`;
    const alarms = `${findings(entry, variants)} of ${decided(entry, variants)}`;
    const requests = String(median([...entry.runs.values()].map((run) => run.requests)));
    const figures = entry.problem ? ['not measured', '', '', ''] : [found, alarms, ratio(entry, entries[0]), requests];
    return [entry.tool.name, ...figures];
  });
  const figures = table(['tool', 'defects found', 'false alarms', 'time', 'requests'], rows);
  return `Measured with petstore-conformance ${SUITE_VERSION}.\n\n${figures}`;
}

export function comparisonPage(comparison: Comparison, mutants: string): string {
  const { entries, faults, variants, pets } = comparison;
  return `# How it compares

\`npm run peers\` writes this page. It installs other tools that can check an HTTP API from an OpenAPI description into a
temporary folder, gives each of them [schemas/openapi.yaml](../schemas/openapi.yaml) and the best configuration that we
could write for it with reasonable effort, and runs them and this suite against the same local servers.

${summaryTable(comparison)}

- **Defects found**: servers with one defect each on which the tool fails. No tool counts that fails on the conforming
  reference server. A tool that fails for a reason of its own counts as well: only its exit code is read.
- **False alarms**: conforming servers, each with a peculiarity, on which the tool fails; of those where its run ended.
- **Time**: the sum of the wall times from start to end, as a ratio to this suite.
- **Requests**: the median for each server, counted at the server.

## What was sampled

The defects are ours, so this comparison favours this suite: its checks and these servers were written together. Read the
other columns as "what a short configuration of this tool finds", not as the limit of the tool.

One of the faults in \`reference/faults/\` is taken for each MUST requirement that has one, ${faults.length} in all: of those that violate
the requirement first, the one whose name has the smallest SHA-256. The ${variants.length} variants are those with the smallest SHA-256
among all that need no settings. Every server starts with at least ${pets} pets, so that limits show without a setup, and every
tool gets a server of its own.

Tools that do not come from npm, such as Schemathesis, are not measured.

## Mutants, which are nobody's

The faults of the table above are ours. A mutant is a server of \`examples/servers/\` with one change that a program made:
see [trust.md](trust.md#mutants-of-real-servers). Here are the first ten of each of four stacks from npm, in the order of
a seed, except those that do not start and those that \`proof/mutants/alive.json\` explains as equivalent or open. Each
server gets ${pets} pets before a tool checks it. A tool that fails on the unchanged server of a stack, or reaches no verdict, has
a "?" and does not count there.

<!-- npm run peers -- --mutants writes this section -->

${mutants}

<!-- end of the section -->

## The tools

${entries.slice(1).map(aboutTool).join('\n')}
## What each tool found

A requirement names the defect that violates it; \`petstore-conformance serve --fault NAME\` starts that server. "x" is a
failed run, "?" a run without a verdict.

${matrix(comparison, ['requirement', 'fault'], faults, ({ violates, name }) => [violates[0] ?? '', name])}

${matrix(comparison, ['variant'], variants, ({ name }) => [name])}
`;
}

function aboutTool({ tool, versions, problem, runs }: Entry): string {
  const files = tool.configuration.map((name) => `\`bench/peers/${name}\``).join(', ');
  const open = [...runs.values()].filter(({ verdict }) => verdict === undefined).length;
  return `### ${tool.name}

Versions: ${versions.join(', ') || 'none'}. Configuration: ${files || 'none'}.
${problem === undefined ? '' : `Not measured: ${problem}\n`}${open === 0 ? '' : `${open} runs ended without a verdict.\n`}
Limits: ${tool.limits}

Better: ${tool.better}
`;
}

function matrix<Named extends Change>(
  { entries }: Comparison,
  titles: readonly string[],
  servers: readonly Named[],
  cells: (server: Named) => readonly string[],
): string {
  const measured = entries.filter(({ problem }) => problem === undefined);
  const rows = servers.map((server) => [...cells(server), ...measured.map((entry) => mark(entry, server))]);
  return table([...titles, ...measured.map(({ tool }) => tool.name)], rows);
}

function mark({ runs }: Entry, { name }: Change): string {
  return markOf(runs.get(name)?.verdict);
}

function markOf(verdict: Verdict): string {
  if (verdict === undefined) return '?';
  return verdict === 'finding' ? 'x' : '';
}

function findings({ runs }: Entry, servers: readonly Change[]): number {
  return servers.filter(({ name }) => runs.get(name)?.verdict === 'finding').length;
}

function decided({ runs }: Entry, servers: readonly Change[]): number {
  return servers.filter(({ name }) => runs.get(name)?.verdict !== undefined).length;
}

/** Over the servers that both have run against. */
function ratio(entry: Entry, suite: Entry | undefined): string {
  const sum = ({ runs }: Entry) => [...entry.runs.keys()].reduce((total, name) => total + (runs.get(name)?.ms ?? 0), 0);
  return suite === undefined ? '' : (sum(entry) / sum(suite)).toFixed(2);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}
