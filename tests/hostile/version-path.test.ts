import { describe, expect, test } from 'vitest';
import { runInline } from '../../harness/run/run-inline.ts';
import { petStore } from '../../suites/index.ts';
import { serveHttp } from '../harness/servers.ts';
import { settingsFor } from '../support.ts';
import { standInFront } from './front.ts';

describe('a base URL that lacks the version path', () => {
  test('is reported, with the right one, where the interface is below it', async () => {
    const { baseUrl } = await standInFront();
    const lacking = baseUrl.replace(/\/v1$/, '');
    const report = await runInline(settingsFor(lacking), petStore);
    expect(report).toMatchObject({ verdict: 'untested', exitCode: 3 });
    expect(report.diagnosis).toContain(`${lacking} has no /pets (404)`);
    expect(report.diagnosis).toContain(`use ${baseUrl}.`);
  });

  test('is reported without a guess, where nothing is below it', async () => {
    const origin = await serveHttp((_request, response) => response.writeHead(404).end());
    const { diagnosis } = await runInline(settingsFor(origin), petStore);
    expect(diagnosis).toContain('Check the base URL: its path should end in /v1.');
    expect(diagnosis).not.toContain(`${origin}/v1`);
  });
});
