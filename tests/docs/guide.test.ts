import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../harness/model/report.ts';
import { bash, pathWith } from '../pipeline/bash.ts';
import { residentCommand } from '../pipeline/resident.ts';

const command = residentCommand();
const guide = readFileSync(new URL('../../docs/gate.md', import.meta.url), 'utf8');
const blocks = [...guide.matchAll(/^```sh(?: exit=(\d+))?\n(.*?)^```$/gms)].map(([, code = '0', script = '']) => ({
  script,
  code: Number(code),
}));

/** What a step writes and a later one replaces. */
const KEPT = ['attestation.json', 'petstore.prom'];

/** One shell for all of them, as for a reader: what one exports, starts or enters is there for those after it. */
function wholeScript(): string {
  const steps = blocks.map(({ script }, index) => {
    const keep = KEPT.map((file) => `if [ -f ${file} ]; then mv ${file} "$OUT/${index}-${file}"; fi`);
    return [`{\n${waiting(script)}} >"$OUT/out-${index}" 2>&1`, `echo "${index} $?" >>"$OUT/codes"`, ...keep].join(
      '\n',
    );
  });
  return `set +e\ntrap 'kill $(jobs -p)' EXIT\n${steps.join('\n')}\n`;
}

/** A server in the background needs a moment before the next line can use it. */
function waiting(script: string): string {
  return script.replace(/^(petstore-conformance serve --port (\d+).*) &$/gm, (_line, serve: string, port: string) =>
    [`${serve} >"$OUT/serve-${port}" &`, `until grep -q "Base URL" "$OUT/serve-${port}"; do sleep 0.05; done`].join(
      '\n',
    ),
  );
}

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

describe('the guide to gates and nightly jobs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-'));
  const outputOf = (index: number) => readFileSync(join(folder, `out-${index}`), 'utf8');
  const inRepository = (file: string) => readFileSync(join(folder, 'shop', file));
  let codes: readonly string[] = [];

  beforeAll(async () => {
    let script = wholeScript();
    const ports = [...new Set(script.match(/--port (\d+)/g))].map((words) => words.replace('--port ', ''));
    for (const port of ports) script = script.replaceAll(port, await freePort());
    const identity = ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'Kim'],
      [`GIT_${who}_EMAIL`, 'kim@example.com'],
    ]);
    await bash(script, folder, {
      PATH: pathWith(command, folder),
      HOME: folder,
      OUT: folder,
      GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
      PETSTORE_CONSISTENCY_WINDOW: '0.02',
      ...Object.fromEntries(identity),
    });
    codes = readFileSync(join(folder, 'codes'), 'utf8').trim().split('\n');
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(blocks.map(({ code }, index) => [index, code] as const))('block %i ends with %i', (index, code) => {
    expect(codes[index], outputOf(index)).toBe(`${index} ${code}`);
  });

  /** The block with these words in it: what it printed, and what it left behind. */
  function step(words: string) {
    const index = blocks.findIndex(({ script }) => script.includes(words));
    expect(index, words).toBeGreaterThanOrEqual(0);
    const kept = (file: string) => readFileSync(join(folder, `${index}-${file}`), 'utf8');
    return {
      shown: outputOf(index),
      attestation: () => JSON.parse(kept('attestation.json')),
      metrics: () => kept('petstore.prom'),
    };
  }

  const digestIn = ({ predicate }: ReturnType<typeof JSON.parse>, name: string) =>
    predicate.configuration.find((one: { name: string }) => one.name === name)?.digest.sha256;

  describe('what the team sees', () => {
    test('a plan that names its limits', () => {
      expect(step(' plan ').shown).toContain('150');
    });

    test('a first release that passes', () => {
      const { subject, predicate } = JSON.parse(inRepository('release-1.json').toString());
      expect(subject).toEqual([{ name: 'registry.example.com/shop', digest: { sha256: sha256('release 1\n') } }]);
      expect(predicate.result).toBe('PASSED');
      expect(predicate.passedTests).toHaveLength(predicate.petstoreConformance.total);
      expect(step('verify release-1.json').shown).toContain('release-1.json follows from release-1.har');
    });

    test('a second release on a target that is full by now', () => {
      expect(step('release-2').shown).toContain('Conforming as far as this target can show');
      expect(step('release-2').shown).toContain('release-2.json follows from release-2.har');
      const { predicate } = JSON.parse(inRepository('release-2.json').toString());
      const { unobservableTests, undecidedTests, checked, total } = predicate.petstoreConformance;
      expect([predicate.result, unobservableTests, undecidedTests]).toEqual(['WARNED', ['list.complete'], []]);
      expect(guide).toContain(`counts it as not checked: ${checked} of ${total}.`);
    });

    test('a pull request with one error, at what it broke', () => {
      const broken = step('--create faster-lists');
      const errors = broken.shown.match(/^::error .*$/gm) ?? [];
      expect(errors).toHaveLength(1);
      expect(errors[0]).toMatch(
        /^::error title=list\.limit\.minimum \(MUST\)::.*Expected: .*Actual: .*Reproduce: curl /,
      );
      expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('list.limit.minimum');
    });

    test('an attestation and metrics of it', () => {
      const broken = step('--create faster-lists');
      expect(broken.attestation().predicate).toMatchObject({ result: 'FAILED', failedTests: ['list.limit.minimum'] });
      expect(digestIn(broken.attestation(), 'baseline')).toBe(sha256(inRepository('conformance/baseline.json')));
      expect(broken.metrics()).toMatch(/requirement="list\.limit\.minimum",level="MUST",outcome="fail"\} 1$/m);
      expect(broken.metrics()).toMatch(/verdict="violating"\} 1$/m);
    });

    test('a replay that fails again', () => {
      expect(step(' replay ').shown).toContain('fails again');
    });

    test('a waiver from the base branch, which warns and does not pass', () => {
      const waived = step(
        '--now 2030-06-30 --reporter terminal --reporter attestation=attestation.json --reporter open',
      );
      expect(waived.shown).toContain('Waived until 2030-06-30 by pets-team');
      expect(waived.attestation().predicate).toMatchObject({ result: 'WARNED', failedTests: [] });
      expect(waived.attestation().predicate.warnedTests).toContain('list.limit.minimum');
      expect(digestIn(waived.attestation(), 'waivers')).toBe(sha256(inRepository('accepted.yaml')));
      expect(waived.metrics()).toMatch(/requirement="list\.limit\.minimum",level="MUST",outcome="waived"\} 1$/m);
      expect(waived.metrics()).toMatch(/verdict="conforming"\} 1$/m);
    });

    test('a failure again, once the waiver has expired', () => {
      const expired = step('--now 2030-07-01');
      expect(expired.shown).toMatch(/waiver of list\.limit\.minimum \(pets-team\) ended on 2030-06-30/);
      expect(expired.attestation().predicate).toMatchObject({ result: 'FAILED', failedTests: ['list.limit.minimum'] });
    });

    test('a fix that passes, and the waiver that nobody needs any more', () => {
      const fixed = step('faster lists, fixed');
      expect(fixed.attestation().predicate).toMatchObject({ result: 'PASSED', warnedTests: [], failedTests: [] });
      expect(fixed.shown).toMatch(/waiver of list\.limit\.minimum \(pets-team\) is stale/);
      expect(existsSync(join(folder, 'shop/conformance/waivers.yaml'))).toBe(false);
    });

    test('production, to which nothing is written', () => {
      expect(step('--known-ids').shown).toContain('leads to a host in PETSTORE_READ_ONLY_HOSTS');
      const { verdict, run } = JSON.parse(inRepository('production.json').toString()) as Report;
      expect({ verdict, creations: run.creations }).toEqual({ verdict: 'conforming', creations: 0 });
      expect(run.settings.readOnly).toBe(true);
    });

    test('a night that is worse, by what is new', () => {
      const worse = JSON.parse(inRepository('worse.json').toString()) as Report;
      const failing = worse.gate?.notices.filter(({ fails }) => fails).map(({ id }) => id);
      expect([...new Set(failing)]).toEqual(['errors.shape.401']);
    });
  });
});
