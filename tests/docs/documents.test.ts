import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../../cli/command.ts';
import { COMMON_FLAGS } from '../../cli/invocation.ts';
import { exitCodes } from '../../cli/io.ts';
import { REASON_KINDS } from '../../harness/model/reasons.ts';
import { SUITE_VERSION } from '../../harness/report/suite-version.ts';
import { settingTable } from '../../harness/settings/table.ts';
import { renderTerminal } from '../../reporters/terminal.ts';
import { STORY_RULES } from '../../suites/decisions/story-rules.ts';
import { CREATIONS, REQUESTS } from '../../suites/probes/amounts.ts';
import { catalogue } from '../../suites/requirements/index.ts';
import { simulate } from '../harness/simulated.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const documents = ['.', 'docs'].flatMap((folder) =>
  readdirSync(join(ROOT, folder)).flatMap((name) => (name.endsWith('.md') ? join(folder, name) : [])),
);
const settings = Object.values(settingTable);

/** As GitHub makes them from headings. */
function anchorsIn(text: string): readonly string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase());
  return headings.map((heading) => heading.replaceAll(/[^\w\- ]/g, '').replaceAll(' ', '-'));
}

test('docs/verdicts.md lists what failures of one story share', () => {
  const [, list] = /if they share\n\n(.*?)\n\nor at least half/s.exec(textOf('docs/verdicts.md')) ?? [];
  expect(list?.split('\n')).toEqual(STORY_RULES.map(({ what }) => `- ${what},`));
});

test.each(documents)('the links in %s lead somewhere', (file) => {
  const links = [...textOf(file).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => link);
  const broken = links.filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? file : join(dirname(file), path);
    if (!existsSync(join(ROOT, target))) return true;
    return anchor !== undefined && !anchorsIn(textOf(target)).includes(anchor);
  });
  expect(broken).toEqual([]);
});

/** Of `npm run proof`, `npm run stacks` and `npm run mutants`. */
const OF_SCRIPTS = ['--match', '--write', '--stack', '--sample', '--install'];
const OF_GIT = ['--quiet', '--initial-branch', '--create', '--message'];
/** Of npx, docker, git and `npm run image`. */
const OF_IMAGES = ['--package', '--base', '--tag', '--engine', '--rm', '--user', '--volume', ...OF_GIT];

const current = documents.filter((file) => !/CHANGELOG|trust/.test(file));
test.each(current)('%s names only flags and variables that exist', (file) => {
  const flags = [...commands.flatMap((command) => command.flags), ...COMMON_FLAGS].map(({ flag }) => `--${flag}`);
  const variables = settings.map(({ variable }) => variable);
  const ofOthers = [
    '--arg',
    '--cacert',
    '--global',
    '--error-on-warnings',
    '--data-raw',
    '--project',
    ...OF_SCRIPTS,
    ...OF_IMAGES,
  ];
  const text = textOf(file).replaceAll(/<!--.*?-->|^[| -]+$/gms, '');
  const named = new Set(text.match(/(?<![\w-])--[a-z][a-z-]+|PETSTORE_[A-Z_]*[A-Z]/g));
  expect([...named].filter((name) => ![...flags, ...variables, ...ofOthers].includes(name))).toEqual([]);
});

test('docs/reference.md explains every reason, in the order of the schema', () => {
  const [, reasons = ''] = /^## Reasons$(.*?)^## /ms.exec(textOf('docs/reference.md')) ?? [];
  const explained = [...reasons.matchAll(/^\| `([a-z-]+)` \|.*\|.*\|$/gm)].map(([, kind]) => kind);
  expect(explained).toEqual(REASON_KINDS);
});

describe('the README', () => {
  const readme = textOf('README.md');

  test('lists the commands and the exit codes', () => {
    for (const { name } of commands) expect(readme).toContain(`\`${name}\``);
    for (const { code, meaning } of Object.values(exitCodes)) expect(readme).toContain(`| ${code} | ${meaning} |`);
  });

  test('starts with what works in a fresh clone', () => {
    const [first = ''] = /(?:^ {4}.+\n)+/m.exec(readme) ?? [];
    expect(first).toBe('    npm ci\n    npm start\n');
  });

  test('counts the requirements', () => {
    const observations = catalogue.filter(({ level }) => level === 'INFO').length;
    const counts = [
      [/each of (\d+) requirements/, catalogue.length - observations],
      [/(\d+) observations record/, observations],
    ] as const;
    const wrong = counts.flatMap(([pattern, right]) => {
      const [words, written] = pattern.exec(readme) ?? [];
      return Number(written) === right ? [] : [`Write ${right} in "${words ?? pattern}" of README.md.`];
    });
    expect(wrong).toEqual([]);
  });

  test('has the figures of docs/trust.md', () => {
    const trust = textOf('docs/trust.md');
    const [, section = ''] = /^## How far to trust it$(.*?)^## /ms.exec(readme) ?? [];
    const rowsIn = (text: string) => [...text.matchAll(/^\| ([^|]+) \| ([^|]+) \|/gm)].slice(1);
    const measured = new Map(rowsIn(trust).map(([, what, figure]) => [what, figure?.replace(/, version .*/, '')]));
    const [, mutants, reported, missed, broken] =
      /^\| all \| (\d+) \| (\d+) \|(?: \d+ \|){4} (\d+) \| (\d+) \|$/m.exec(trust) ?? [];
    measured.set(
      'mutants of real servers that start: reported; missed',
      `${reported} of ${Number(mutants) - Number(broken)}; ${missed}`,
    );
    const shown = rowsIn(section);
    expect(shown.map(([, what, figure]) => [what, figure])).toEqual(
      shown.map(([, what]) => [what, measured.get(what)]),
    );
    expect(shown.length).toBeGreaterThan(2);
  });

  test('shows what a run prints, except for what differs each time', async () => {
    const settings = { baseUrl: 'http://127.0.0.1:8123/v1', seed: 7, runId: '4lj70fq' };
    const { report } = await simulate({ faults: ['category-through-double'], settings });
    const [, shown = ''] = /<!-- example output -->\s+```\n(.*?)\n```/s.exec(readme) ?? [];
    const printed = renderTerminal(report, { colour: false, width: 100 });
    expect(steady(shown)).toBe(steady(printed));
  });
});

/** Without addresses, names, amounts and times, and without line breaks, which depend on their length. */
function steady(text: string): string {
  return text
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/conformance-4lj70fq-\d+/g, 'NAME')
    .replaceAll(/\d+ requests, \d+ creations, [\d.]+ s|\d+ of \d+ responses|about \d+ more runs|\(\d+ ms\)/g, 'N')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

test('verdicts.md has the bounds that the referee checks in every simulated run', () => {
  const words = textOf('docs/verdicts.md').replaceAll(/\s+/g, ' ');
  const [usual, thorough] = [REQUESTS.usual, REQUESTS.thorough].map((requests) => requests.toLocaleString('en'));
  expect(words).toContain(`at most ${usual} requests and ${CREATIONS.usual} pets`);
  expect(words).toContain(`at most ${CREATIONS.stocked} pets`);
  expect(words).toContain(`at most ${thorough} requests and ${CREATIONS.thorough} pets`);
});

/** What was made before versions were recorded has none: then there is nothing to compare until it is made again. */
function recordedIn(file: string, pattern: RegExp): string | undefined {
  return existsSync(join(ROOT, file)) ? pattern.exec(textOf(file))?.[1] : undefined;
}

describe.each([['docs/pictures.json', /"version": "(.+)"/, 'npm run picture']])('%s', (file, pattern, command) => {
  const recorded = recordedIn(file, pattern);
  test.skipIf(recorded === undefined)('was made with this version', () => {
    expect(recorded, `Make it again: ${command}`).toBe(SUITE_VERSION);
  });
});
