import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Session, simulated, TARGET, writtenBy } from './session.ts';

const SUBJECT = `registry.example.com/shop@sha256:${'a'.repeat(64)}`;
const WAIVERS = JSON.stringify({
  waivers: [
    { id: 'list.limit.minimum', reason: 'Fixed in the next release.', owner: 'pets-team', until: '2030-06-30' },
  ],
});
const FAULT = 'limit-one-gives-two';

/** A run that wrote its record and a statement about it, with waivers and a baseline. */
async function ranWith(fault: string | undefined, ...flags: readonly string[]) {
  const faults = fault === undefined ? [] : [fault];
  const argv = ['--subject', SUBJECT, '--reporter', 'har=run.har,attestation=a.json,json=r.json', ...flags];
  const { code, files } = await writtenBy({ env: TARGET, files: { 'waivers.json': WAIVERS }, faults, argv });
  const session = new Session({ env: TARGET, files, run: simulated({ faults }) });
  const edit = (file: string, from: string | RegExp, to: string) => {
    const text = readFileSync(join(session.cwd, file), 'utf8');
    expect(text.replace(from, to)).not.toBe(text);
    writeFileSync(join(session.cwd, file), text.replace(from, to));
  };
  const verify = (...more: readonly string[]) => session.main('verify', 'a.json', ...more);
  return { session, code, edit, verify };
}

const GATE = ['--waivers', 'waivers.json', '--now', '2030-06-01'];
const WITH_WAIVERS = ['--record', 'run.har', '--waivers', 'waivers.json'];

describe('a statement that follows from its record', () => {
  test.each<[what: string, fault: string | undefined, flags: readonly string[], code: number]>([
    ['of a server that conforms', undefined, [], 0],
    ['of a server that does not', FAULT, [], 1],
    ['of a strict run with a selection', undefined, ['--strict', '--only', 'list.*', '--valid-for', '30d'], 0],
  ])('%s', async (_what, fault, flags, code) => {
    const { session, verify, ...ran } = await ranWith(fault, ...flags);
    expect(ran.code).toBe(code);
    expect(await verify('--record', 'run.har'), session.stdout.text).toBe(0);
    expect(session.stdout.text).toContain('a.json follows from run.har');
    expect(session.stdout.text).toContain('It does not show that the record is genuine');
  });

  test('with waivers, and with a baseline', async () => {
    const { session, code, verify } = await ranWith(FAULT, ...GATE);
    expect([code, await verify(...WITH_WAIVERS)]).toEqual([0, 0]);
    expect(session.stdout.text).toContain('WARNED: conforming');
    const again = ['--baseline', 'r.json', '--reporter', 'har=next.har,attestation=next.json', '--subject', SUBJECT];
    expect(await session.main(...again)).toBe(0);
    expect(await session.main('verify', 'next.json', '--record', 'next.har', '--baseline', 'r.json')).toBe(0);
  });

  test('and so does one that inspect makes of the record', async () => {
    const { session, verify } = await ranWith(FAULT);
    expect(await session.main('inspect', 'run.har', '--reporter', 'attestation=b.json')).toBe(1);
    const text = (file: string) => JSON.parse(readFileSync(join(session.cwd, file), 'utf8'));
    expect(text('b.json')).toEqual(text('a.json'));
    expect(await verify('--record', 'run.har')).toBe(0);
  });
});

describe('one byte of each file', () => {
  test.each<[file: string, from: string | RegExp, to: string, shown: string]>([
    ['a.json', '"exitCode": 0', '"exitCode": 1', 'petstoreConformance.exitCode: the statement says 1, the record 0'],
    ['a.json', '"validUntil": "2', '"validUntil": "3', 'validUntil'],
    [
      'a.json',
      '"_type": ',
      '"note": "It was fine.", "_type": ',
      'note: the statement says "It was fine.", the record nothing',
    ],
    ['a.json', '"strict": false', '"strict": true', 'strict'],
    ['a.json', '"list.unique",', '', 'list.unique'],
    ['run.har', '"status": 201', '"status": 200', 'record'],
    ['run.har', '"maxCreates": 2', '"maxCreates": 3', 'record'],
    ['waivers.json', 'next', 'text', 'configuration waivers.digest.sha256'],
  ])('of %s (%s)', async (file, from, to, shown) => {
    const { session, edit, verify } = await ranWith(FAULT, ...GATE, '--valid-for', '30d');
    edit(file, from, to);
    expect(await verify(...WITH_WAIVERS)).toBe(1);
    expect(session.stdout.text).toContain('does not follow from run.har');
    expect(session.stdout.text).toContain(shown);
  });

  test('of a baseline', async () => {
    const { session, edit } = await ranWith(undefined);
    const again = ['--baseline', 'r.json', '--reporter', 'har=next.har,attestation=next.json', '--subject', SUBJECT];
    expect(await session.main(...again)).toBe(0);
    edit('r.json', '"requests": ', '"requests": 1');
    expect(await session.main('verify', 'next.json', '--record', 'next.har', '--baseline', 'r.json')).toBe(1);
    expect(session.stdout.text).toContain('configuration baseline.digest.sha256');
  });
});

describe('what cannot be verified', () => {
  const HERE = ['--record', 'run.har'];

  test.each<
    [what: string, edit: readonly [string | RegExp, string] | undefined, flags: readonly string[], why: RegExp]
  >([
    [
      'expired',
      undefined,
      [...HERE, '--now', '2099-01-01'],
      /was valid until \d{4}-\d\d-\d\d, and today is 2099-01-01/,
    ],
    ['another version', [/"version": "[^"]*",\n/, '"version": "0.1.0",\n'], HERE, /is of version 0\.1\.0/],
    ['other sources', [/("suite",\s*"digest": \{\s*"sha256": ")./, '$1-'], HERE, /is of a suite with other sources/],
    ['no record', undefined, [], /give --record RUN\.har/],
    ['a record that is not there', undefined, ['--record', 'none.har'], /none\.har cannot be read \(ENOENT\)/],
    ['a record that is a report', undefined, ['--record', 'r.json'], /r\.json is not a HAR file/],
    [
      'another type',
      ['in-toto.io/Statement/v1', 'in-toto.io/Statement/v0.1'],
      HERE,
      /is not an attestation of this suite/,
    ],
    ['not a statement', ['"predicateType": "', '"predicateType": "x'], HERE, /is not an attestation of this suite/],
    ['a statement that names no record', ['"name": "record"', '"name": "recording"'], HERE, /does not name a record/],
    [
      'a file that the statement rests on',
      ['"name": "settings"', '"name": "waivers"'],
      HERE,
      /give it as --waivers FILE/,
    ],
  ])('%s', async (_what, edits, flags, why) => {
    const { session, edit, verify } = await ranWith(undefined, '--valid-for', '30d');
    if (edits) edit('a.json', ...edits);
    expect(await verify(...flags)).toBe(2);
    expect(session.stderr.text).toMatch(why);
  });
});

test.each(['1', '30d', '3650d'])('--valid-for %s is a number of days', async (days) => {
  const { session } = await ranWith(undefined, '--valid-for', days);
  const { predicate } = JSON.parse(readFileSync(join(session.cwd, 'a.json'), 'utf8'));
  const { startedAt, validUntil } = predicate.petstoreConformance;
  expect(Date.parse(validUntil) - Date.parse(startedAt.slice(0, 10))).toBe(Number.parseInt(days, 10) * 86_400_000);
});

test.each(['0d', 'soon', '9999d', '30h'])('--valid-for %s is refused', async (days) => {
  const session = new Session({ env: TARGET });
  expect(await session.main('--valid-for', days)).toBe(2);
  expect(session.stderr.text).toContain('give days from 1d to 3650d');
});
