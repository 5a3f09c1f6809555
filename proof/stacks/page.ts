import { readFileSync, writeFileSync } from 'node:fs';
import { SUITE_VERSION } from '../../harness/report/suite-version.ts';
import { catalogue } from '../../suites/requirements/index.ts';
import { replaceTable } from '../figures.ts';
import type { CheckedStack } from './check.ts';
import { type NaiveVersion, npmPackagesOf, readStacks, SERVERS, type Stack } from './stack.ts';
import { cellsOf } from './table.ts';

export const PAGE = 'docs/frameworks.md';
export const README = `${SERVERS}/README.md`;
const TRUST = 'docs/trust.md';

/** Writes what follows from the stacks, and what was measured; of stacks that did not run, the last row stays. */
export function writeDocuments(checked: readonly CheckedStack[]): void {
  const stacks = readStacks();
  writeFileSync(PAGE, pageOf(stacks));
  writeFileSync(README, readmeOf(readFileSync(README, 'utf8'), stacks));
  writeFileSync(TRUST, trustOf(readFileSync(TRUST, 'utf8'), stacks, checked));
}

function trustOf(text: string, stacks: readonly Stack[], checked: readonly CheckedStack[]): string {
  const head = ['stack', 'verdict', 'naive versions found exactly', 'version'];
  return replaceTable(text, 'stacks', head, (known) =>
    stacks.map(({ name, title }) => {
      const measured = checked.find((one) => one.stack.name === name);
      if (measured) return `| ${title} | ${cellsOf(measured).join(' | ')} | ${SUITE_VERSION} |`;
      return known.find((row) => row.startsWith(`| ${title} |`)) ?? `| ${title} | not run yet | | |`;
    }),
  );
}

/** The README of the servers, with its table of packages. */
export function readmeOf(text: string, stacks: readonly Stack[]): string {
  const listed = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  return replaceTable(text, 'stacks', ['stack', 'language', 'from npm', 'from Debian', 'services'], () =>
    stacks.map((stack) => {
      const { name, title, language, apt = [], needs = [] } = stack;
      const npm = [...npmPackagesOf(stack)].map(([packageName, version]) => `${packageName}@${version}`);
      return `| [${title}](${name}) | ${language} | ${listed(npm)} | ${listed(apt)} | ${needs.join(', ')} |`;
    }),
  );
}

const INTRODUCTION = `# What usually fails, framework by framework

Each mistake below is a version of a server in \`examples/servers/\` of the repository: the service as an experienced
engineer of that stack writes it, with this one line written the obvious way. \`npm run stacks\` starts every server and
every mistake, and checks that the suite reports exactly these requirements. SHOULD requirements are in parentheses.
\`petstore-conformance explain ID\` explains a requirement.`;

/** The page about frameworks, made from the stacks. */
export function pageOf(stacks: readonly Stack[]): string {
  const byTitle = stacks.toSorted((a, b) => a.title.localeCompare(b.title, 'en'));
  return `${[INTRODUCTION, ...byTitle.map(sectionOf)].join('\n\n')}\n`;
}

function sectionOf({ name, title, language, notes, naive }: Stack): string {
  const about = `${language}, \`examples/servers/${name}\`.${notes ? ` ${notes}` : ''}`;
  const head = ['| what fails | why | fix | requirements |', '|---|---|---|---|'];
  return [`## ${title}`, '', about, '', ...head, ...naive.map(rowOf)].join('\n');
}

function rowOf(version: NaiveVersion): string {
  const cells = [version.mistake, version.why, version.fix, requirementsOf(version)];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

const order = new Map<string, number>(catalogue.map(({ id }, index) => [id, index]));

function requirementsOf({ violates, warns = [] }: NaiveVersion): string {
  const inOrder = (ids: readonly string[]) => ids.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  return [...inOrder(violates).map((id) => `\`${id}\``), ...inOrder(warns).map((id) => `(\`${id}\`)`)].join(', ');
}
