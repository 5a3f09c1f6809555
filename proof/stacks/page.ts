import { requirements } from '../../library/index.ts';
import type { NaiveVersion, Stack } from './stack.ts';

export const PAGE = 'docs/frameworks.md';

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

const order = new Map(requirements.map(({ id }, index) => [id, index]));

function requirementsOf({ violates, warns = [] }: NaiveVersion): string {
  const inOrder = (ids: readonly string[]) => ids.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  return [...inOrder(violates).map((id) => `\`${id}\``), ...inOrder(warns).map((id) => `(\`${id}\`)`)].join(', ');
}
