import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import type { Report } from '../../harness/model/report.ts';
import { startReference } from '../../reference/server.ts';
import { renderAttestation } from '../../reporters/attestation.ts';
import { renderOpenmetrics } from '../../reporters/openmetrics.ts';
import { newFolder } from '../compiled.ts';
import { simulate } from '../harness/simulated.ts';
import { needsProgram } from '../program.ts';
import { fullReport, reportOf } from '../reporters/samples.ts';
import { bash, pathWith } from './bash.ts';
import { CRONJOB, exampleText, ROOT } from './files.ts';
import { residentCommand } from './resident.ts';

const command = residentCommand();
const KEY = 'Test-Key.7f3a';
const DIGEST = createHash('sha256').update('image').digest('hex');

describe('the policy for attestations', () => {
  const POLICY = `${ROOT}examples/pipelines/policy.jq`;
  const subject = { name: 'registry.example.com/shop', sha256: DIGEST };
  const answerTo = (statements: readonly object[], digest = DIGEST, ...more: readonly string[]) => {
    const input = statements.map((statement) => JSON.stringify(statement)).join('\n');
    const args = [
      '--exit-status',
      '--raw-output',
      '--slurp',
      '--arg',
      'digest',
      digest,
      ...more,
      '--from-file',
      POLICY,
    ];
    const { status, stdout, stderr } = spawnSync('jq', args, { input, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n').at(-1)).toBe(String(status === 0));
    return { isAllowed: status === 0, stdout };
  };
  const allows = (...args: Parameters<typeof answerTo>) => answerTo(...args).isAllowed;
  const statementOf = ({ report }: { readonly report: Report }, changes: Partial<Report> = {}) =>
    JSON.parse(renderAttestation({ ...report, target: { ...report.target, subject }, ...changes }));
  const conforming = simulate();
  /** With the date of the run, which the simulation takes from its own clock. */
  const runWith = async (given?: Parameters<typeof simulate>[0]) => {
    const { report } = await (given ? simulate(given) : conforming);
    const settings = { ...report.run.settings, now: report.run.startedAt.slice(0, 10) };
    return { report: { ...report, run: { ...report.run, settings } } };
  };

  test('lets a server pass that conforms, and no other digest, type or version', async (context) => {
    needsProgram(context, 'jq');
    const good = statementOf(await runWith());
    expect(good.predicate.result).toBe('PASSED');
    expect(allows([good])).toBe(true);
    expect(allows([{ ...good, predicateType: 'https://slsa.dev/provenance/v1' }, good])).toBe(true);
    expect(allows([good], 'f'.repeat(64))).toBe(false);
    expect(allows([{ ...good, predicateType: 'https://slsa.dev/provenance/v1' }])).toBe(false);
    expect(allows([])).toBe(false);
    const { petstoreConformance: _run, ...published } = good.predicate;
    expect(allows([{ ...good, predicate: published }])).toBe(false);
    expect(allows([{ ...good, predicate: {} }])).toBe(false);
  });

  test.for([
    ['a violation', { faults: ['limit-one-gives-two'] }, 'failed: list.limit.minimum'],
    ['a part of the requirements', { settings: { only: ['list.*'] } }, 'skipped: auth.accepted'],
    ['a read-only run', { settings: { readOnly: true }, pets: 150 }, 'the run was read-only'],
    ['a certificate that was not verified', { settings: { insecure: true } }, 'the certificate of the server was not'],
  ] as const)('stops %s, and says so', async ([, given, why], context) => {
    needsProgram(context, 'jq');
    const { isAllowed, stdout } = answerTo([statementOf(await runWith(given))]);
    expect(isAllowed).toBe(false);
    expect(stdout).toMatch(/^Statement 1 is refused: /);
    expect(stdout).toContain(why);
  });

  test('lets a target pass that is full, if it is asked to', async (context) => {
    needsProgram(context, 'jq');
    const statement = statementOf(await runWith({ pets: 400 }));
    const { undecidedTests, unobservableTests, checked, total } = statement.predicate.petstoreConformance;
    expect([statement.predicate.result, undecidedTests]).toEqual(['WARNED', []]);
    expect(unobservableTests).toContain('list.complete');
    expect(checked).toBe(total - unobservableTests.length);
    expect(answerTo([statement]).stdout).toContain('unobservable on this server: list.complete');
    expect(allows([statement], DIGEST, '--arg', 'allow', 'unobservable')).toBe(true);
    expect(allows([statement], DIGEST, '--arg', 'allow', 'anything')).toBe(false);
  });

  test('stops a statement that has expired', async (context) => {
    needsProgram(context, 'jq');
    const { report } = await runWith();
    const settings = { ...report.run.settings, validForDays: 1 };
    const startedAt = '2020-01-01T00:00:00.000Z';
    const { isAllowed, stdout } = answerTo([statementOf({ report }, { run: { ...report.run, startedAt, settings } })]);
    expect([isAllowed, stdout]).toEqual([false, expect.stringContaining('it was valid until 2020-01-02')]);
  });

  test('stops a date that was set back', async (context) => {
    needsProgram(context, 'jq');
    const { report } = await runWith();
    const settings = { ...report.run.settings, now: '2001-01-01' };
    expect(allows([statementOf({ report }, { run: { ...report.run, settings } })])).toBe(false);
  });
});

/** Signs nothing: what is attested is an envelope in a file, as cosign prints it. */
const FAKE_COSIGN = `#!/bin/bash
image="\${@: -1}"
if [ "$1" = attest ]; then
  while [ $# -gt 1 ]; do [ "$1" = --predicate ] && predicate=$2; [ "$1" = --type ] && type=$2; shift; done
  jq --compact-output --arg type "$type" --arg digest "\${image##*@sha256:}" '{ payload: ({
    _type: "https://in-toto.io/Statement/v0.1", predicateType: $type, subject: [{ digest: { sha256: $digest } }],
    predicate: . } | tojson | @base64) }' "$predicate" >> registry
else cat registry; fi
`;

test('with cosign, what conforms is attested and verified, and what does not is stopped', async (context) => {
  needsProgram(context, 'jq');
  const folder = newFolder();
  const PATH = pathWith(command, folder);
  writeFileSync(join(folder, 'bin/cosign'), FAKE_COSIGN, { mode: 0o755 });
  const play = async (action: string, faults: readonly string[] = [], more = {}) => {
    const server = await startReference({ apiKey: KEY, faults });
    const target = { PETSTORE_BASE_URL: server.baseUrl, PETSTORE_API_KEY: KEY, PETSTORE_CONSISTENCY_WINDOW: '0.02' };
    const script = `${ROOT}examples/pipelines/cosign.sh ${action} registry.example.com/shop@sha256:${DIGEST} run.har`;
    const keys = { COSIGN_KEY: 'key', COSIGN_PUBLIC_KEY: 'key.pub' };
    return bash(script, folder, { PATH, ...keys, ...target, ...more }).finally(() => server.close());
  };
  expect((await play('attest', ['limit-one-gives-two'])).code).toBe(1);
  const refused = await play('verify');
  expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('failed: list.limit.minimum')]);
  const attested = await play('attest');
  expect(attested.code, attested.stderr).toBe(0);
  const verified = await play('verify');
  expect(verified.code, verified.stdout + verified.stderr).toBe(0);
  expect(verified.stdout).toMatch(
    /statement\.json does not follow from run\.har(.|\n)* follows from run\.har(.|\n)*\ntrue\n$/,
  );
  const record = readFileSync(join(folder, 'run.har'), 'utf8');
  writeFileSync(join(folder, 'run.har'), record.replace('"status": 201', '"status": 200'));
  expect((await play('verify')).code).toBe(1);
  // A run that does not start leaves nothing to sign, whatever an earlier one left behind.
  const before = readFileSync(join(folder, 'registry'), 'utf8');
  expect((await play('attest', [], { PETSTORE_TIMEOUT: 'never' })).code).toBe(2);
  expect(readFileSync(join(folder, 'registry'), 'utf8')).toBe(before);
}, 300_000);

describe('the CronJob', () => {
  const [, job] = [parseAllDocuments(exampleText(CRONJOB))].flat().map((document) => document.toJS());
  const { template, podFailurePolicy } = job.spec.jobTemplate.spec;
  const [container] = template.spec.containers;

  test('has no rights, a read-only file system, and the key in a file', () => {
    expect(template.spec.securityContext).toMatchObject({ runAsNonRoot: true });
    expect(container.securityContext).toEqual({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    });
    const keyFile = container.env.find(({ name }: { name: string }) => name === 'PETSTORE_API_KEY_FILE').value;
    const mounts = container.volumeMounts.filter(({ mountPath }: { mountPath: string }) =>
      keyFile.startsWith(mountPath),
    );
    expect(mounts).toEqual([{ name: 'api-key', mountPath: '/var/run/secrets/petstore', readOnly: true }]);
    expect(podFailurePolicy.rules[0].onExitCodes).toMatchObject({ containerName: container.name, values: [0, 3] });
  });

  test('keeps ledger, reports, baseline and history, pushes metrics, and ends with the code of the run', async () => {
    const folder = newFolder();
    const PATH = pathWith(command, folder);
    const pushed: string[] = [];
    const gateway = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        pushed.push(`${request.method} ${request.url}\n${Buffer.concat(chunks)}`);
        response.end();
      });
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void gateway.close());
    const PUSHGATEWAY = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
    writeFileSync(join(folder, 'api-key'), `${KEY}\n`);
    const quick = { PETSTORE_CONSISTENCY_WINDOW: '0.02', PETSTORE_ONLY: 'deprecation.*,list.limit.*' };
    const night = async (faults: readonly string[], more = {}) => {
      const server = await startReference({ apiKey: KEY, faults });
      const target = { PETSTORE_BASE_URL: server.baseUrl, PETSTORE_API_KEY_FILE: join(folder, 'api-key') };
      const env = { PATH, PUSHGATEWAY, ...target, ...quick, ...more };
      return bash(container.args[0], folder, env).finally(() => server.close());
    };
    const first = await night([]);
    expect(first.code, first.stdout + first.stderr).toBe(0);
    const [good] = readdirSync(join(folder, 'reports'));
    const worse = await night(['limit-one-gives-two']);
    expect(worse.code, worse.stderr).toBe(1);
    const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
    expect(read('baseline.json').run.id).toBe(read(join('reports', good ?? '')).run.id);
    expect(existsSync(join(folder, 'ledger.jsonl')) && existsSync(join(folder, 'history.html'))).toBe(true);
    expect(pushed).toHaveLength(2);
    expect(pushed[1]).toMatch(/^PUT \/metrics\/job\/petstore_conformance\n/);
    expect(pushed[1]).toMatch(/petstore_conformance_exit_code\{.*\} 1\n/);
    expect((await night([], { PETSTORE_TIMEOUT: 'never' })).code).toBe(2);
    expect((await night([], { PUSHGATEWAY: 'http://127.0.0.1:9' })).code).toBe(0);
  }, 300_000);
});

describe('the examples for monitoring', () => {
  const text = (name: string) => readFileSync(`${ROOT}examples/monitoring/${name}`, 'utf8');
  const written = renderOpenmetrics(fullReport);
  const rules = parse(text('alerts.yml')).groups[0].rules as readonly { alert: string; expr: string }[];
  const panels = JSON.parse(text('grafana-dashboard.json')).panels as readonly {
    title: string;
    targets: readonly { expr: string }[];
  }[];
  const expressions = [
    ...rules.map(({ alert, expr }) => [alert, expr] as const),
    ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ];

  test.each(expressions)('%s asks for metrics and labels that there are', (_name, expr) => {
    const asked = [...expr.matchAll(/(petstore_conformance_\w+)(?:\{([^}]*)\})?/g)];
    expect(asked.length).toBeGreaterThan(0);
    for (const [, metric = '', selector = ''] of asked) {
      const [, labels = ''] = new RegExp(`^${metric}\\{(.*)\\} `, 'm').exec(written) ?? [];
      expect(labels, metric).toContain('target=');
      for (const [, label] of selector.matchAll(/(\w+)=~?"/g)) expect(labels, metric).toContain(`${label}="`);
      // A value that no run ever writes would make an alert that never fires.
      for (const [, label, value] of selector.matchAll(/(verdict|outcome|level)="(\w+)"/g)) {
        expect(written, metric).toContain(`${label}="${value}"`);
      }
    }
  });

  test('there is an alert for each way in which a run can end badly', () => {
    const asked = rules.map(({ expr }) => expr).join('\n');
    for (const verdict of ['violating', 'incomplete', 'untested']) expect(asked).toContain(`verdict="${verdict}"`);
    for (const code of [2, 5]) expect(asked).toContain(`exit_code == ${code}`);
  });

  test('promtool accepts the rules, and they fire as they should', (context) => {
    needsProgram(context, 'promtool', 'prometheus');
    for (const args of [
      ['check', 'rules', 'alerts.yml'],
      ['test', 'rules', 'alerts.test.yml'],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, {
        cwd: `${ROOT}examples/monitoring`,
        encoding: 'utf8',
      });
      expect(status, stdout + stderr).toBe(0);
    }
  });

  test('a target that could not be tested has the metrics that its alerts need', () => {
    const untested = renderOpenmetrics(reportOf([], { verdict: 'untested', exitCode: 3 }));
    expect(untested).toMatch(/verdict="untested"\} 1/);
    expect(untested).toMatch(/last_run_timestamp_seconds/);
  });
});
