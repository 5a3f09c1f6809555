import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findSecrets } from '../../proof/simulation/find-secrets.ts';
import { API_KEY, type World, watch } from '../../proof/simulation/simulate.ts';
import { createService, type Incoming, type Outgoing } from '../../reference/service.ts';
import type { Response } from '../../reference/wire.ts';
import { type RenderOptions, reporters } from '../../reporters/index.ts';
import { type Alter, altered, run } from './support.ts';

const GATE = 'gate-token-5b7d';
const COOKIE = 'cookie-value-77aa';
const PASSWORD = 'hush-hush-bbee';
const SECRETS = [API_KEY, GATE, COOKIE, PASSWORD];
const HEADERS = [
  ['X-Gateway', `Bearer ${GATE}`],
  ['Cookie', `session=${COOKIE}; x=y`],
  ['Proxy-Authorization', `Basic ${Buffer.from(`kim:${PASSWORD}`).toString('base64')}`],
] as const;

const all = SECRETS.join(' ');
const each = (text: string, write: (hex: string) => string) =>
  [...Buffer.from(text)].map((code) => write(code.toString(16).padStart(2, '0'))).join('');
const json = (text: string) => JSON.stringify(text).slice(1, -1);

/** Whatever a server may do with what it knows. */
const WRITTEN: Readonly<Record<string, Buffer | string>> = {
  'as they are': all,
  'in JSON': json(all),
  'in \\u escapes': each(all, (hex) => `\\u00${hex}`),
  'in percent escapes': each(all, (hex) => `%${hex}`),
  'in HTML': each(all, (hex) => `&#x${hex};`),
  'in hex': Buffer.from(all).toString('hex'),
  'in base64': Buffer.from(`x${all}`).toString('base64'),
  'in base64url': Buffer.from(`xx${all}`).toString('base64url'),
  'in Latin-1': Buffer.from(`é ${all}`, 'latin1'),
};

/** Every output of a run on such a server: reports in all formats, the archive and the ledger. */
async function outputsOf(alter: Alter): Promise<Readonly<Record<string, string>>> {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const ledger = join(folder, 'ledger.jsonl');
  const { report, record, known } = await run(altered(alter), { headers: HEADERS, ledger });
  const options: RenderOptions = { colour: true, width: 100, verbose: true, record: record(), known: known() };
  const rendered = [...reporters].map(([name, render]) => [name, render(report, options)] as const);
  return { ledger: readFileSync(ledger, 'utf8'), ...Object.fromEntries(rendered) };
}

async function leaksOf(alter: Alter) {
  const outputs = Object.entries(await outputsOf(alter));
  return outputs.flatMap(([name, text]) => findSecrets(text, SECRETS).map((found) => ({ name, ...found })));
}

const errorWith = (response: Response, message: Buffer | string): Response => {
  const [before, after] = JSON.stringify({ code: 'x', message: '?', status: response.status }).split('?');
  const body = Buffer.concat([Buffer.from(before ?? ''), Buffer.from(message), Buffer.from(after ?? '')]);
  return { ...response, headers: [...response.headers, ['x-echo', String(message)]], body };
};

test('errors that repeat the secrets in one form after the other', async () => {
  const forms = Object.values(WRITTEN);
  let turn = 0;
  const alter = (_incoming: Incoming, response: Response): Response => {
    if (response.status < 400) return response;
    turn += 1;
    return errorWith(response, forms[turn % forms.length] ?? all);
  };
  expect(await leaksOf(alter)).toEqual([]);
  expect(turn).toBeGreaterThan(10 * forms.length);
});

test('errors that repeat all that was sent', async () => {
  const alter = (incoming: Incoming, response: Response): Response =>
    response.status < 400
      ? response
      : errorWith(response, json(JSON.stringify([incoming.target, incoming.headers, all])));
  expect(await leaksOf(alter)).toEqual([]);
});

test('pets that are named after the secrets', async () => {
  const alter = ({ method }: Incoming, response: Response): Outgoing => {
    if (method !== 'POST' || response.status !== 201) return response;
    const pet = JSON.parse(String(response.body));
    return { ...response, body: Buffer.from(JSON.stringify({ ...pet, name: all, status: all })) };
  };
  expect(await leaksOf(alter)).toEqual([]);
});

test('the search finds what is not redacted', async () => {
  const outputs = await outputsOf((_incoming, response) => errorWith(response, Buffer.from(all).reverse()));
  const reversed = SECRETS.map((secret) => [...secret].reverse().join(''));
  expect(findSecrets(outputs.json ?? '', reversed)).toHaveLength(SECRETS.length);
});

// Ids next to it are asked for, and have most of its digits.
test('a key of digits that the service uses as the id of its pets', async () => {
  const apiKey = '8245170936';
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const ledger = join(folder, 'ledger.jsonl');
  const serve: World['serve'] = (clock) => {
    const service = createService({ apiKey, clock });
    const receive = async (incoming: Incoming) => {
      const outgoing = await service.receive(incoming);
      if (outgoing.kind !== 'response' || outgoing.status >= 300) return outgoing;
      const body = String(outgoing.body).replace(/"id":\s*\d+/g, `"id":${apiKey},"${apiKey}":1`);
      return { ...outgoing, body: Buffer.from(body) };
    };
    return { ...service, receive };
  };
  const { report, record, known } = await watch({ seed: 1, serve, settings: { apiKey, ledger } }).then(
    ({ seen }) => seen,
  );
  expect(report.run.created.length).toBeGreaterThan(20);
  const options: RenderOptions = { colour: true, width: 100, verbose: true, record: record(), known: known() };
  const outputs = [...reporters].map(([name, render]) => [name, render(report, options)] as const);
  for (const [name, text] of [...outputs, ['ledger', readFileSync(ledger, 'utf8')] as const])
    expect([name, findSecrets(text, [apiKey]).filter(({ part }) => part === 'whole')]).toEqual([name, []]);
});
