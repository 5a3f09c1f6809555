import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ServiceOptions } from '../../reference/service.ts';
import { Session, simulated, TARGET, writtenBy } from './session.ts';

const ENV = { ...TARGET, PETSTORE_SEED: '20301205' };
const FAULT = 'list-needs-no-key';
const ID = 'auth.missing.listPets';

/** A session with the report and the archive of a run, which replays on another service. */
async function recorded(faults: readonly string[], then: Partial<ServiceOptions> = {}, only = ['--only', 'auth.*']) {
  const argv = [...only, '--reporter', 'json=r.json,har=r.har'];
  const { files } = await writtenBy({ env: ENV, faults, argv });
  const session = new Session({ env: ENV, run: simulated(then), files });
  return { session, report: JSON.parse(files['r.json'] ?? '') };
}

describe('replay', () => {
  test('of a failure that is still there', async () => {
    const { session } = await recorded([FAULT], { faults: [FAULT] });
    expect(await session.main('replay', 'r.json', ID)).toBe(1);
    expect(session.stderr.text).toContain('Of 1 requirement that failed in r.json: 1 fails again, 0 pass now,');
    expect(session.stdout.text).toContain(`✗ ${ID}`);
  });

  test('of a failure that is fixed, with the inputs of the report', async () => {
    const { session } = await recorded([FAULT], {}, ['--only', 'auth.*', '--runs', '3']);
    expect(await session.main('replay', 'r.json')).toBe(0);
    expect(session.stderr.text).toContain('0 fail again, 5 pass now, 0 could not be decided.');
    expect(session.runs[0]).toMatchObject({ seed: 20301205, runs: 3, only: expect.arrayContaining([ID]) });
  });

  test('has no gate: what is waived, or known from a baseline, fails again', async () => {
    const { session } = await recorded([FAULT], { faults: [FAULT] });
    const env = { ...ENV, PETSTORE_BASELINE: 'r.json' };
    const files = { 'r.json': readFileSync(join(session.cwd, 'r.json'), 'utf8') };
    const gated = new Session({ env, run: simulated({ faults: [FAULT] }), files });
    expect(await gated.main('replay', 'r.json')).toBe(1);
  });

  test('makes the pages that the failure needs, whatever the server has by then', async () => {
    const fault = 'limit-hundred-gives-ninety-nine';
    const { session } = await recorded([fault], { faults: [fault] }, []);
    expect(await session.main('replay', 'r.json', 'list.limit.maximum')).toBe(1);
    expect(session.stderr.text).toContain('1 fails again');
  });

  test('of a creation, read-only: nothing is decided', async () => {
    const { session } = await recorded([FAULT, 'create-needs-no-key']);
    expect(await session.main('replay', 'r.json', '--read-only')).toBe(4);
    expect(session.stderr.text).toMatch(/: 0 fail again, \d pass now, [1-9] could not be decided\./);
  });

  test('of a conforming run has nothing to send', async () => {
    const { session } = await recorded([]);
    expect(await session.main('replay', 'r.json')).toBe(0);
    expect(session.stdout.text).toBe('Nothing failed in this report.\n');
    expect(session.runs).toEqual([]);
  });

  test('of a requirement that passed, or by the environment on another server, is refused', async () => {
    const { session, report } = await recorded([FAULT]);
    expect(await session.main('replay', 'r.json', 'auth.accepted')).toBe(2);
    expect(session.stderr.text).toContain('petstore-conformance: "auth.accepted" did not fail in r.json');
    const env = { ...ENV, PETSTORE_BASE_URL: 'http://127.0.0.1:10/v1' };
    const other = new Session({ env, files: { 'r.json': JSON.stringify(report) }, run: simulated() });
    expect(await other.main('replay', 'r.json')).toBe(2);
    expect(other.stderr.text).toContain(`r.json is about ${TARGET.PETSTORE_BASE_URL}, not about the configured server`);
    expect([...session.runs, ...other.runs]).toEqual([]);
    expect(await other.main('replay', 'r.json', '--base-url', env.PETSTORE_BASE_URL)).toBe(0);
  });

  test('needs a configured server, and never takes that of the report', async () => {
    const { report } = await recorded([FAULT]);
    const session = new Session({ files: { 'r.json': JSON.stringify(report) } });
    expect(await session.main('replay', 'r.json')).toBe(2);
    expect(session.stderr.text).toContain('No server is configured, and r.json is about');
  });
});

describe('inspect', () => {
  test('of the archive of a run comes to the results of the run, and sends nothing', async () => {
    const { session, report } = await recorded([FAULT], {}, []);
    const outcomes = ({ results }: typeof report) => results.map(({ id, outcome }: never) => [id, outcome]);
    expect(await session.main('inspect', 'r.har', '--reporter', 'json')).toBe(1);
    expect(outcomes(JSON.parse(session.stdout.text))).toEqual(outcomes(report));
    expect(session.stderr.text).toContain('exchanges with http://127.0.0.1:9/v1 decided again, and nothing is sent.');
  });

  test('of a report, or of an archive made from one, says which file to name', async () => {
    const { session, report } = await recorded([FAULT]);
    expect(await session.main('inspect', 'r.json')).toBe(2);
    expect(session.stderr.text).toContain('r.json is a report, which has only the exchanges of its findings: name the');
    const part = new Session({ files: { 'r.json': JSON.stringify(report) } });
    expect(await part.main('render', 'r.json', '--reporter', 'har=part.har')).toBe(0);
    expect(await part.main('inspect', 'part.har')).toBe(2);
    expect(part.stderr.text).toContain('part.har contains only the exchanges of a report');
  });

  test.each([
    ['{}', 'f is not a HAR file: it needs log.entries.'],
    ['{"log":{}}', 'f is not a HAR file'],
    ['{"log":{"entries":[]}}', 'f is not the record of a run: name the HAR file that a run wrote'],
    ['nonsense', 'f is not JSON: name the HAR file'],
  ])('%s is refused', async (text, sentence) => {
    const session = new Session({ files: { f: text } });
    expect(await session.main('inspect', 'f')).toBe(2);
    expect(session.stderr.text).toContain(`petstore-conformance: ${sentence}`);
  });
});
