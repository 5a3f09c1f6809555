import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withoutCommands } from '../../cli/io.ts';
import { reporters } from '../../reporters/index.ts';
import { exchange, failure, reportOf, resultOf, withFailure } from '../reporters/samples.ts';
import { Session, TARGET } from './session.ts';

/** What the runner of GitHub Actions would take for a command. */
function commandsIn(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trimStart().startsWith('::') || line.includes('##['));
}

const ON_GITHUB = { ...TARGET, GITHUB_ACTIONS: 'true' };

/** Commands at the start of words that are wrapped, of lines, and after blanks. */
const HOSTILE = [
  '::error::one',
  `${'word '.repeat(30)}::add-mask::two`,
  `${'x'.repeat(100)}::stop-commands::three`,
  `line\n::set-output name=a::four\r\n  ::error::five\r::error::six`,
  'in the middle ##[error]seven',
  `${'y'.repeat(99)}##[command]eight`,
  '\u00a0::error::nine',
  '\u0085::error::ten',
].join('\n');

const hostileReport = reportOf(
  [
    {
      ...withFailure(failure, {
        expected: HOSTILE,
        actual: HOSTILE,
        inputs: [HOSTILE],
        cause: { from: 'record', text: HOSTILE },
        exchanges: [{ ...exchange, response: { ...exchange.response, body: HOSTILE } }],
      }),
      reason: HOSTILE,
      statement: HOSTILE,
      section: HOSTILE,
      area: '::area::',
    },
    resultOf('list.complete', { outcome: 'inconclusive', reason: HOSTILE }),
    resultOf('create.int64', { outcome: 'skipped', reason: HOSTILE }),
  ],
  {
    verdict: 'violating',
    exitCode: 1,
    diagnosis: HOSTILE,
    target: { baseUrl: '::error::base' },
    suite: { name: '::error::suite', version: '##[error]' },
    observations: [{ id: '::o::', statement: HOSTILE, value: HOSTILE }],
  },
);

describe('on GitHub no report on standard output contains a command', () => {
  test.each([...reporters.keys()].filter((name) => name !== 'github'))('%s', async (name) => {
    const session = new Session({ env: ON_GITHUB, report: hostileReport });
    expect(await session.main('--reporter', name)).toBe(1);
    expect(commandsIn(session.stdout.text)).toEqual([]);
    expect(session.stdout.text.length).toBeGreaterThan(100);
  });

  test('and JSON is still JSON, with a blank in each command', async () => {
    const session = new Session({ env: ON_GITHUB, report: hostileReport });
    await session.main('--reporter', 'json');
    expect(JSON.parse(session.stdout.text).suite.version).toBe('# #[error]');
  });

  test('annotations are commands, and each line is one of ours', async () => {
    const session = new Session({ env: ON_GITHUB, report: hostileReport });
    await session.main('--reporter', 'github');
    const lines = session.stdout.text.trimEnd().split('\n');
    expect(lines).toEqual(commandsIn(session.stdout.text));
    for (const line of lines) expect(line).toMatch(/^::(error|warning|notice) title=[^:,]*::/);
  });

  test.each(['terminal', 'markdown', 'json', 'html'])('nor does a comparison in %s', async (name) => {
    const session = new Session({ env: ON_GITHUB });
    const passing = reportOf([resultOf(failure.id)]);
    writeFileSync(join(session.cwd, 'a.json'), JSON.stringify(passing));
    writeFileSync(join(session.cwd, 'b.json'), JSON.stringify(hostileReport));
    await session.main('compare', 'a.json', 'b.json', '--reporter', name);
    expect(session.stdout.text.length).toBeGreaterThan(100);
    expect(commandsIn(session.stdout.text)).toEqual([]);
  });

  test('nor a replay', async () => {
    const session = new Session({ env: ON_GITHUB, report: hostileReport });
    const recorded = { ...hostileReport, target: { baseUrl: TARGET.PETSTORE_BASE_URL } };
    writeFileSync(join(session.cwd, 'a.json'), JSON.stringify(recorded));
    await session.main('replay', 'a.json');
    expect(session.stdout.text).toContain(failure.id);
    expect(commandsIn(session.stdout.text)).toEqual([]);
  });
});

test.each([
  ['a usage error', ['--only', '\n::error::x ##[error]y']],
  ['a file name', ['--waivers', 'a\n::error::##[x]']],
  ['an operand', ['\n::stop-commands::x']],
])('on GitHub %s on standard error is no command', async (_what, args) => {
  const session = new Session({ env: ON_GITHUB });
  expect(await session.main(...args)).toBe(2);
  expect(session.stderr.text).toMatch(/error|stop|x/);
  expect(commandsIn(session.stderr.text)).toEqual([]);
});

test('nor is the trace of a fault', async () => {
  const crash = async () => {
    throw new Error('a\n::error::b\n##[error]c');
  };
  const session = new Session({ env: ON_GITHUB, run: crash });
  expect(await session.main()).toBe(5);
  expect(session.stderr.text).toContain('error');
  expect(commandsIn(session.stderr.text)).toEqual([]);
});

test('nor is a line of a report in a file that a later step of the job may print', async () => {
  const session = new Session({ env: TARGET, report: hostileReport });
  await session.main('--verbose', '--reporter', 'terminal=r.txt');
  const text = readFileSync(join(session.cwd, 'r.txt'), 'utf8');
  expect(text).toContain('stop-commands');
  expect(commandsIn(text)).toEqual([]);
});

test('elsewhere, and in files for programs, a report stays as it is', async () => {
  const session = new Session({ env: TARGET, report: hostileReport });
  await session.main('--reporter', 'json');
  expect(session.stdout.text).toContain('##[');
});

test('a text without commands is not changed', () => {
  for (const text of ['a::b', ' : : ', '# [', 'std::string', '##']) expect(withoutCommands(text)).toBe(text);
});
