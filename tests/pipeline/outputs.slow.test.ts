import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { startReference } from '../../reference/server.ts';
import { renderOpenmetrics } from '../../reporters/openmetrics.ts';
import { newFolder } from '../compiled.ts';
import { needsProgram } from '../program.ts';
import { fullReport, reportOf } from '../reporters/samples.ts';
import { bash, pathWith } from './bash.ts';
import { CRONJOB, exampleText, ROOT } from './files.ts';
import { residentCommand } from './resident.ts';

const command = residentCommand();
const KEY = 'Test-Key.7f3a';

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
