import { expect, test } from 'vitest';
import { type ReporterName, render } from '../../library/index.ts';
import { reportOf, resultOf } from '../reporters/samples.ts';
import { selfSigned } from './certificates.ts';
import { expectTested } from './diagnosis.ts';
import { serveTls, toReference } from './servers.ts';

const WARNING = 'the certificate of the server was not verified (--insecure)';
const plain = (text: string) => text.replaceAll('\\', '').replace(/\s+/g, ' ');

test('every report of a run without verification carries a warning', async () => {
  const origin = await serveTls(selfSigned({ ips: ['127.0.0.1'] }), await toReference());
  const report = await expectTested(origin, { insecure: true });
  expect(report.run.settings.insecure).toBe(true);
  for (const form of ['terminal', 'markdown', 'html'] satisfies ReporterName[]) {
    expect(plain(render(report, form))).toContain(WARNING);
  }
  expect(JSON.parse(render(report, 'json'))).toMatchObject({ run: { settings: { insecure: true } } });
});

test.each(['terminal', 'markdown', 'html'] as const)('a target that could not be tested, too: %s', (form) => {
  const { run } = reportOf([]);
  const settings = { ...run.settings, insecure: true };
  const changes = {
    verdict: 'untested',
    exitCode: 3,
    diagnosis: 'Nothing listens.',
    warnings: [`Warning: ${WARNING}, so another server may have answered.`],
    run: { ...run, settings },
  } as const;
  expect(plain(render(reportOf([], changes), form))).toContain(WARNING);
});

test.each(['terminal', 'markdown', 'html'] as const)('a verified run has no warning: %s', (form) => {
  const { run } = reportOf([]);
  const report = reportOf([resultOf('list.ok')], { run: { ...run, settings: { ...run.settings, insecure: false } } });
  expect(render(report, form)).not.toContain('--insecure');
});
