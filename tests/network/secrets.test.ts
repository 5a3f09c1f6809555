import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder, runCommand } from '../compiled.ts';
import { TEST_KEY } from '../support.ts';
import { encryptedKey, newAuthority } from './certificates.ts';
import { fileOf } from './diagnosis.ts';
import { serveProxy, serveTls, toReference } from './servers.ts';

const PASSWORD = 'pr0xy-passw0rd';
const GATE = 'gate-value-51c2';
const PASSPHRASE = 'passphrase-of-the-key';
const REPORTERS = ['json', 'html', 'junit', 'markdown', 'tap', 'ctrf', 'har', 'badge'];

test('no report, and nothing that is printed, contains a secret of the network', async () => {
  const authority = newAuthority();
  const client = authority.issue({});
  const reference = await toReference();
  const options = { ...authority.issue({ ips: ['127.0.0.1'] }), ca: authority.cert, requestCert: true };
  const origin = await serveTls(options, (request, response) => {
    if (request.url?.includes('limit=100')) {
      // A defect that is reported with its response, which echoes what the gateway was sent.
      response.writeHead(500, { 'x-echo': GATE }).end(JSON.stringify({ code: GATE, message: PASSWORD, status: 500 }));
      return;
    }
    reference(request, response);
  });
  const proxy = await serveProxy({ credentials: `kim:${PASSWORD}` });
  const cwd = newFolder();
  const env = {
    PETSTORE_BASE_URL: `${origin}/v1`,
    PETSTORE_API_KEY: TEST_KEY,
    PETSTORE_PROXY: proxy.url.replace('://', `://kim:${PASSWORD}@`),
    PETSTORE_HEADERS: `X-Gate: ${GATE}`,
    PETSTORE_CA: fileOf(authority.cert),
    PETSTORE_CLIENT_CERT: fileOf(client.cert),
    PETSTORE_CLIENT_KEY: fileOf(encryptedKey(client.key, PASSPHRASE)),
    PETSTORE_CLIENT_KEY_PASSPHRASE: PASSPHRASE,
    PETSTORE_CONSISTENCY_WINDOW: '0.2',
  };
  const reporters = ['terminal', ...REPORTERS.map((name) => `${name}=report.${name}`)];
  const run = await runCommand(['--only', 'list.limit.*', '--reporter', reporters.join(',')], { cwd, env });
  expect(run.code).toBe(1);
  const plan = await runCommand(['plan', '--only', 'list.ok'], { cwd, env });
  const texts = [
    ...readdirSync(cwd).map((name) => readFileSync(join(cwd, name), 'utf8')),
    ...[run, plan].flatMap(({ stdout, stderr }) => [stdout, stderr]),
  ];
  expect(texts).toHaveLength(REPORTERS.length + 4);
  const secrets = [
    PASSWORD,
    GATE,
    PASSPHRASE,
    Buffer.from(`kim:${PASSWORD}`).toString('base64'),
    env.PETSTORE_CLIENT_KEY,
  ];
  for (const secret of secrets) expect(texts.filter((text) => text.includes(secret))).toEqual([]);
  expect(run.stdout).toContain(
    'curl -sS -i -x "$PETSTORE_PROXY" --cacert "$PETSTORE_CA" --cert "$PETSTORE_CLIENT_CERT"',
  );
  expect(plan.stdout).toContain(`through the proxy ${proxy.url}; with X-Gate in every request`);

  const replay = await runCommand(['replay', 'report.json', '--base-url', `${origin}/v1`], {
    cwd,
    env,
  });
  expect(replay).toMatchObject({ code: 1, stderr: expect.not.stringContaining('petstore-conformance:') });
}, 240_000);
