import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reportOf, resultOf } from '../reporters/samples.ts';
import { Session, TARGET } from './session.ts';

const ESCAPES = '\u001b[2J\u001b]0;title\u0007\n::error::x\r\u202e\u2028';

/** The one line that the command says about a file, which it refuses. */
async function refusal(file: string, text: string | Buffer, ...argv: readonly string[]): Promise<string> {
  const session = new Session({ env: TARGET });
  writeFileSync(join(session.cwd, file), text);
  expect(await session.main(...argv)).toBe(2);
  expect([session.runs, session.stdout.text]).toEqual([[], '']);
  const { text: said } = session.stderr;
  expect(said).toMatch(/^petstore-conformance: [^\p{Cc}\p{Cf}\p{Zl}]+\n$/u);
  expect(said.length).toBeLessThan(1_200);
  return said;
}

describe('a file of waivers', () => {
  const waiversWith = (changes: object) => {
    const waiver = { id: 'list.ok', reason: 'r', owner: 'o', until: '2999-01-01', ...changes };
    return JSON.stringify({ waivers: [waiver] });
  };
  const refused = (text: string | Buffer) => refusal('w.yaml', text, '--waivers', 'w.yaml');

  test('of 68 MB is not parsed', async () => {
    const line = `  - { id: list.ok, reason: ${'x'.repeat(900)}, owner: o, until: 2999-01-01 }\n`;
    expect(await refused(`waivers:\n${line.repeat(72_000)}`)).toContain(
      'The waivers in w.yaml cannot be read (larger than 1 MB): ',
    );
  });

  test('with a field that is too much shows its name without its escapes', async () => {
    expect(await refused(waiversWith({ [ESCAPES]: 1 }))).toContain('\\u001b[2J');
    expect(await refused(waiversWith({ ['y'.repeat(100_000)]: 1 }))).toContain('characters are left out here');
  });

  test.each([
    ['an unknown requirement', waiversWith({ id: ESCAPES })],
    ['a date', waiversWith({ until: ESCAPES })],
    ['deep nesting', `waivers: ${'['.repeat(200_000)}`],
    ['deep objects', `${'{"waivers":'.repeat(50_000)}1`],
    ['many aliases', `a: &a [x]\n${Array.from({ length: 30 }, (_, i) => `b${i}: &b${i} [*a, *a, *a]`).join('\n')}`],
    ['a tag', `waivers: !!${ESCAPES.slice(0, 4)} x`],
    ['bytes', Buffer.from([0xff, 0xfe, 0x00, 0x1b, 0x5b, 0x32, 0x4a])],
    ['nothing', ''],
  ])('with %s is refused with one clean sentence', async (_what, text) => {
    await refused(text);
  });
});

describe('a report', () => {
  const report = reportOf([resultOf('list.ok', { outcome: 'fail' })]);
  test.each([
    ['an unknown field', JSON.stringify({ ...report, [ESCAPES]: 1 })],
    ['a broken setting', JSON.stringify({ ...report, run: { ...report.run, settings: { [ESCAPES]: { a: 1 } } } })],
    ['an unknown requirement', JSON.stringify(reportOf([resultOf(ESCAPES, { outcome: 'fail' })]))],
    ['another target', JSON.stringify({ ...report, target: { baseUrl: ESCAPES } })],
    ['deep nesting', '['.repeat(1_000_000)],
    ['bytes', Buffer.from([0x1b, 0x5b, 0x32, 0x4a])],
  ])('with %s is refused with one clean sentence', async (_what, text) => {
    await refusal('r.json', text, 'replay', 'r.json');
  });
});

test('a .env with escapes in a value is refused with one clean sentence', async () => {
  const session = new Session({ env: TARGET });
  writeFileSync(join(session.cwd, '.env'), `PETSTORE_RUNS="${ESCAPES}"\n`);
  expect(await session.main()).toBe(2);
  expect(session.stderr.text.split('\n').slice(1).join('\n')).toMatch(/^petstore-conformance: [^\p{Cc}\p{Cf}]+\n$/u);
});
