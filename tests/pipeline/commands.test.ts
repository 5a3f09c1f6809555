import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { commands, runCommand } from '../../cli/commands.ts';
import { parseFlags } from '../../cli/flags.ts';
import { resolveSettings, unknownVariables } from '../../harness/settings/settings.ts';
import { settingTable } from '../../harness/settings/table.ts';
import { comparisonForms } from '../../reporters/compare.ts';
import { reporters } from '../../reporters/index.ts';
import { newFolder } from '../compiled.ts';
import { bash, commandsIn, type Variables } from './bash.ts';
import { exampleText, GITLAB, gitlab, gitlabJob, stepsOf, WORKFLOWS, workflow } from './files.ts';

interface Script {
  readonly text: string;
  readonly env: Variables;
}

/** What stands for an expression that only GitHub knows the value of. */
const SOME_VALUE = '1';

function variablesOf(...levels: readonly (Readonly<Record<string, string | number>> | undefined)[]): Variables {
  const all = levels.flatMap((level) => Object.entries(level ?? {}));
  return Object.fromEntries(all.map(([name, value]) => [name, String(value).replace(/^\$\{\{.*\}\}$/, SOME_VALUE)]));
}

function scriptsOf(file: string): readonly Script[] {
  const comments = [...exampleText(file).matchAll(/^# {5}(.+)$/gm)].map(([, text = '']) => ({ text, env: {} }));
  if (file === GITLAB) {
    const jobs = Object.keys(gitlab()).filter((name) => name.startsWith('conformance-'));
    return [...comments, ...jobs.flatMap(gitlabScripts)];
  }
  const { env, jobs } = workflow(file as (typeof WORKFLOWS)[number]);
  const steps = Object.values(jobs).flatMap((job) =>
    stepsOf({ jobs: { job } }).map((step) => ({ text: step.run ?? '', env: variablesOf(env, job.env, step.env) })),
  );
  return [...comments, ...steps];
}

function gitlabScripts(name: string): readonly Script[] {
  const { before_script = [], script = [], after_script = [], variables } = gitlabJob(name);
  const env = { ...variablesOf(gitlab().variables as Variables, variables), PETSTORE_API_KEY: SOME_VALUE };
  return [[...before_script, ...script], after_script].map((lines) => ({ text: lines.join('\n'), env }));
}

const RECORD = `node -e 'fs.appendFileSync(process.env.CALLS, JSON.stringify(process.argv.slice(1)) + "\\n")' -- "$@"`;

/** How bash calls the command in a script, where every file that the script may look for is there. */
async function callsIn({ text, env }: Script): Promise<readonly (readonly string[])[]> {
  const folder = newFolder();
  for (const name of ['nightly', 'conformance', 'reports']) mkdirSync(join(folder, name));
  for (const name of ['nightly/baseline', 'conformance/report', 'reports/report']) {
    writeFileSync(join(folder, `${name}.json`), '{}');
  }
  const [calls, bin] = [join(folder, 'calls'), join(folder, 'bin')];
  writeFileSync(calls, '');
  commandsIn(bin, { 'petstore-conformance': RECORD, npm: '' });
  const PATH = `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`;
  const { code, stderr } = await bash(text, folder, { ...env, PATH, CALLS: calls });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = readFileSync(calls, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

/** The command as `main` would find it. */
function commandOf([first = '', ...rest]: readonly string[]) {
  const isNamed = first !== '' && !first.startsWith('-');
  const command = isNamed ? commands.find(({ name }) => name === first) : runCommand;
  return { command, args: isNamed ? rest : [first, ...rest] };
}

function check(argv: readonly string[], env: Variables): void {
  const { command, args } = commandOf(argv);
  expect(command?.name, argv.join(' ')).toBeDefined();
  if (command === undefined) return;
  const { flags, operands } = parseFlags(args, command.flags);
  expect(operands.length).toBeLessThanOrEqual(command.mostOperands ?? 0);
  const forms: ReadonlyMap<string, unknown> = command.name === 'compare' ? comparisonForms : reporters;
  const chosen = settingTable.reporters.parse(flags.get('reporter') ?? ['json'], '--reporter');
  expect([...forms.keys()]).toEqual(expect.arrayContaining(chosen.map(({ name }) => name)));
  if (command === runCommand) expect(resolveSettings(flags, env, '').baseUrl).toBe(env.PETSTORE_BASE_URL);
  expect(unknownVariables(env, '')).toEqual([]);
  // A pull request may bring a .env.
  const readsSettings = ['run', 'shard', 'merge'].includes(command.name);
  expect(flags.has('no-dotenv')).toBe(readsSettings);
}

const withCommand = [...WORKFLOWS, GITLAB].flatMap((file) =>
  scriptsOf(file)
    .filter(({ text }) => text.includes('petstore-conformance '))
    .map((script, index) => ({ file, number: index + 1, script })),
);

test('there are commands in every example', () => {
  expect(new Set(withCommand.map(({ file }) => file))).toEqual(new Set([...WORKFLOWS, GITLAB]));
});

test.for(withCommand)('script $number in $file calls the command as it is', async ({ script }, { skip }) => {
  const calls = await callsIn(script);
  expect(calls).toHaveLength(script.text.split('petstore-conformance ').length - 1);
  for (const argv of calls) {
    const isToCome = ['shard', 'merge'].includes(argv[0] ?? '') && commandOf(argv).command === undefined;
    skip(isToCome, `${argv[0]} is no command yet`);
    check(argv, script.env);
  }
});
