import { nearest } from '../harness/settings/nearest.ts';
import { settingTable } from '../harness/settings/table.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { indent, labelled, lengthOf, longest, pad, paragraphs } from '../reporters/text.ts';
import { commands, flagsOf, noDotenv, presentationFlags, runCommand, watchFlags } from './commands.ts';
import { exitCodes } from './exit-codes.ts';
import type { Flag, Invocation } from './invocation.ts';
import { succeed } from './io.ts';

const WIDTH = 100;

/** Every flag of a run has a place in one of them. */
const topics: Readonly<Record<string, readonly Flag[]>> = {
  target: [...flagsOf('baseUrl', 'apiKey', 'categoryIds', 'knownIds'), ...noDotenv],
  selection: flagsOf('only', 'skip', 'thorough', 'seed', 'runs', 'consistencyWindowMs'),
  gate: flagsOf('strict', 'requireAll', 'waivers', 'baseline', 'now'),
  limits: [
    ...flagsOf('readOnly', 'maxCreates', 'ledger', 'maxBadCredentials', 'badCredentialPauseMs', 'maxRps'),
    ...flagsOf('concurrency', 'timeoutMs', 'maxWaitMs', 'maxDurationMs'),
  ],
  network: flagsOf('proxy', 'ca', 'clientCert', 'clientKey', 'insecure', 'connectTo', 'headers'),
  reports: [...flagsOf('reporters'), ...presentationFlags],
  watch: watchFlags,
};

const pages: Readonly<Record<string, () => string>> = {
  environment,
  'exit-codes': () => paragraphs([rows(Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]))]),
};

const TOPICS = [...Object.keys(topics), ...Object.keys(pages)];

export async function help({ operands: [topic], io }: Invocation): Promise<number> {
  return succeed(io, topic === undefined ? general() : helpOn(topic));
}

const MOST_USED = [
  ...flagsOf('baseUrl', 'apiKey', 'reporters', 'only', 'readOnly', 'maxCreates', 'strict', 'waivers', 'baseline'),
  ...presentationFlags.slice(0, 1),
];

const EXAMPLES = [
  'petstore-conformance http://127.0.0.1:8080/v1 --api-key secret',
  'petstore-conformance https://api.example.com/v1 --read-only --reporter terminal,html=report.html',
  'petstore-conformance replay report.json --base-url http://127.0.0.1:8080/v1',
];

/** About one screen; the topics have the rest. */
function general(): string {
  return paragraphs([
    ['Checks from outside whether a server does what the Pet Store Service specification documents.'],
    ['Usage: petstore-conformance [COMMAND] [URL] [flags]'],
    ['Commands', ...rows(commands.map(({ name, summary }) => [name, summary]))],
    ['Most used flags', ...flagRows(MOST_USED)],
    ['Examples', ...indent(EXAMPLES, 2)],
    [`More: help ${TOPICS.join('|')}, help COMMAND, help FLAG`],
  ]);
}

function helpOn(name: string): string {
  const topic = topics[name];
  if (topic !== undefined) return paragraphs([flagRows(topic)]);
  const page = pages[name];
  if (page !== undefined) return page();
  const command = commands.find((candidate) => candidate.name === name);
  if (command) {
    const { usage, summary, flags } = command;
    return paragraphs([
      [`Usage: petstore-conformance ${usage}`],
      [summary],
      ...(flags.length ? [flagRows(flags)] : []),
    ]);
  }
  const known = [runCommand, ...commands].flatMap(({ flags }) => flags);
  const flag = known.find((candidate) => candidate.flag === name.replace(/^--/, ''));
  if (flag) return aboutFlag(flag);
  const [guess] = nearest(name, [...TOPICS, ...commands.map((one) => one.name), ...known.map((one) => one.flag)]);
  const advice = guess ? `did you mean ${guess}?` : 'see petstore-conformance help.';
  throw new UsageError(`There is no help on ${JSON.stringify(name)}: ${advice}`);
}

function aboutFlag(flag: Flag): string {
  const { description, variable = 'none', default: standard = 'none' } = flag;
  const facts = { Flag: nameOf(flag), Meaning: description, Variable: variable, Default: standard };
  return paragraphs([labelled(Object.entries(facts), WIDTH)]);
}

/** Settings without a flag are shown with their meaning: no other help has them. */
function environment(): string {
  return paragraphs([
    [
      'A flag wins over its variable in the environment, which wins over a file .env in the current folder.',
      'With --no-dotenv that file is not read.',
    ],
    rows(
      Object.values(settingTable).map(({ flag, variable, description }) => [
        variable,
        flag === undefined ? description : `--${flag}`,
      ]),
    ),
  ]);
}

/** One line each: if the description is too long for that, its first clause. */
function flagRows(flags: readonly Flag[]): readonly string[] {
  const room = WIDTH - longest(flags.map(nameOf)) - 4;
  return rows(
    flags.map((flag) => {
      const { description } = flag;
      const [clause = ''] = description.split(/[;:] | \(|, (?=such)/);
      return [nameOf(flag), lengthOf(description) <= room ? description : `${clause.replace(/\.$/, '')}.`];
    }),
  );
}

function nameOf({ flag, placeholder }: Flag): string {
  return `--${flag}${placeholder ? ` ${placeholder}` : ''}`;
}

function rows(all: readonly (readonly [label: string, text: string])[]): readonly string[] {
  const width = longest(all.map(([label]) => label)) + 2;
  return all.map(([label, text]) => `  ${pad(label, width)}${text}`);
}
