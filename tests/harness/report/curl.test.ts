import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WireRequest } from '../../../harness/model/wire.ts';
import { curlNetwork, curlOf } from '../../../harness/report/curl.ts';
import { Redactor } from '../../../harness/secrets/redact.ts';
import { resolveSettings } from '../../../harness/settings/settings.ts';
import { needsProgram } from '../../program.ts';
import { serveRaw } from '../servers.ts';
import { argumentsIn } from '../shell.ts';

const KEY = "it's-a-k3y/7f3a+x=";
const ORIGIN = 'http://127.0.0.1:4010';
const commandFor = (request: WireRequest, origin = ORIGIN) =>
  curlOf(request, { origin, redactor: new Redactor(KEY), curlNetwork: [] });
const ACCEPT = ['Accept', '*/*'] as const;
const request = (more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'GET',
  path: '/v1/pets',
  ...more,
  headers: [ACCEPT, ...(more.headers ?? [])],
});
const postOf = (body: string) => request({ method: 'POST', body });

/** What one shell hands to curl, command by command. */
function allArguments(requests: readonly WireRequest[]): readonly (readonly string[])[] {
  const script = requests.map((one) => `${commandFor(one)}; printf 'END\\0'`).join('\n');
  const groups: string[][] = [[]];
  for (const word of argumentsIn(script, KEY)) {
    if (word === 'END') groups.push([]);
    else groups.at(-1)?.push(word);
  }
  return groups.slice(0, -1);
}

describe('a command gives the shell', () => {
  /** A process takes no NUL in its arguments, and no request of the suite has one. */
  const anyText = fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => !text.includes('\0'));
  const corners = [
    '',
    "'",
    '"',
    '\\',
    '!',
    '`id`',
    '$HOME',
    '\n',
    '\t\u0001\u007f1a',
    "\u0001'\\x41",
    '@file',
    '%s',
    '-d',
    ' ',
  ];

  test('any body, with the key anywhere in it, character for character', () => {
    const texts = [...corners, ...fc.sample(anyText, { numRuns: 150, seed: 1 })];
    const bodies = texts.flatMap((text, at) => [text, `${text}${KEY}-${texts[at - 1] ?? ''}`]);
    expect(allArguments(bodies.map(postOf)).map((words) => words.at(-1))).toEqual(bodies);
  });

  test('any header value, and the key in a header, a cookie or the query', () => {
    const printable = fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code));
    const values = fc.sample(fc.string({ unit: printable, minLength: 1, maxLength: 40 }), { numRuns: 100, seed: 2 });
    const headers = values.map((value) => request({ headers: [['X-Any', value]] }));
    expect(allArguments(headers).map((words) => words.at(-1))).toEqual(values.map((value) => `X-Any: ${value}`));
    const secret = [
      request({ headers: [['Authorization', `Bearer ${KEY}`]] }),
      request({ headers: [['Cookie', `key=${KEY}`]] }),
      request({ path: `/v1/pets?api_key=${encodeURIComponent(KEY)}` }),
    ];
    for (const one of secret) expect(commandFor(one)).not.toContain('k3y');
    expect(allArguments(secret).map((words) => words.at(-1))).toEqual([
      `Authorization: Bearer ${KEY}`,
      `Cookie: key=${KEY}`,
      `${ORIGIN}/v1/pets?api_key=${encodeURIComponent(KEY)}`,
    ]);
  });

  test('no control character', () => {
    for (const body of ['a\u001b[31m\r\n\u007f', `{\t"${KEY}"\n}`]) {
      expect([...(commandFor(postOf(body)) ?? '')].some((char) => char < ' ' || char === '\u007f')).toBe(false);
    }
  });
});

const SILENT = [
  ['User-Agent', 'x'],
  ['Accept-Encoding', 'identity'],
] as const;

test.each<[string, WireRequest, string]>([
  ['without headers that make no difference', request({ headers: SILENT }), `'${ORIGIN}/v1/pets'`],
  [
    'with codings that are offered, and the client that the request is sent as',
    request({
      headers: [
        ['User-Agent', 'axios/1 petstore-conformance/1.0.0 (run x)'],
        ['Accept-Encoding', 'gzip'],
      ],
    }),
    `'${ORIGIN}/v1/pets' -H 'User-Agent: axios/1 petstore-conformance/1.0.0 (run x)' --compressed -H 'Accept-Encoding: gzip'`,
  ],
  [
    'with what is accepted',
    { ...request(), headers: [['Accept', 'application/json']] },
    `'${ORIGIN}/v1/pets' -H 'Accept: application/json'`,
  ],
  ['with no Accept header', { ...request(), headers: [] }, `'${ORIGIN}/v1/pets' -H Accept:`],
  ['with a method', request({ method: 'DELETE' }), `-X DELETE '${ORIGIN}/v1/pets'`],
  ['with a method and a body', request({ method: 'PUT', body: '{}' }), `-X PUT '${ORIGIN}/v1/pets' --data-raw '{}'`],
  ['POST without a body', request({ method: 'POST' }), `-X POST '${ORIGIN}/v1/pets'`],
  ['with an empty header', request({ headers: [['Authorization', '']] }), `'${ORIGIN}/v1/pets' -H 'Authorization;'`],
  [
    'with a path that is a pattern to curl',
    request({ path: '/v1/pets?x={a,b}' }),
    `--globoff '${ORIGIN}/v1/pets?x={a,b}'`,
  ],
])('a command %s', (_what, one, expected) => {
  expect(commandFor(one)).toBe(`curl -sS -i ${expected}`);
});

test.each([
  ['a body in pieces', { ...postOf('{}'), cutAt: 1 }],
  ['NUL in a body', postOf('{\0}')],
  ['a very long body', postOf('x'.repeat(2_001))],
])('there is no command for %s', (_what, one) => {
  expect(commandFor(one)).toBeUndefined();
});

test('a command says which way it goes, with paths and secrets from the environment', () => {
  const flags = new Map([
    ['connect-to', ['127.0.0.1:81']],
    ['header', ['X-Gate: very-secret']],
    ['ca', ['/home/somebody/ca.pem']],
  ]);
  const words = curlNetwork({ ...resolveSettings(flags, {}, ''), insecure: true }).join(' ');
  expect(words).toBe(
    `--cacert "$PETSTORE_CA" -k --connect-to '::127.0.0.1:81' -H @<(printf '%s\\n' "$PETSTORE_HEADERS")`,
  );
});

test('curl sends the same request', async (context) => {
  needsProgram(context, 'curl');
  const run = promisify(execFile);
  const received: string[] = [];
  const origin = await serveRaw((socket) => {
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
      const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s);
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      if (!text.includes('\r\n\r\n') || body.length < length) return;
      received.push(text);
      text = '';
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
    });
  });
  const authorization = ['Authorization', `Bearer ${KEY}`] as const;
  const json = ['Content-Type', 'application/json'] as const;
  const requests: readonly WireRequest[] = [
    request({ headers: [authorization], path: '/v1/pets?limit=%F0%9F%90%88&status=sold' }),
    request({ headers: [['Authorization', '']] }),
    request({ method: 'POST', headers: [authorization, json], body: '{"name":"Zoë \'"$HOME\\n","categoryId":1}' }),
    request({ method: 'POST', headers: [json], body: '\ufeff{\t}\n' }),
    request({ method: 'POST', headers: [json], body: '' }),
    request({ method: 'DELETE', path: '/v1/pets/1' }),
    request({ path: '/v1/pets/{x}' }),
  ];
  const commands = requests.map((one) => `${commandFor(one, origin)} >/dev/null`);
  const env = { PATH: process.env.PATH ?? '', PETSTORE_API_KEY: KEY };
  await run('bash', ['--norc', '-c', commands.join('\n')], { env });
  expect(received).toHaveLength(requests.length);
  for (const [at, { method, path, headers, body = '' }] of requests.entries()) {
    const [head = '', content] = received[at]?.split(/\r\n\r\n(.*)/s) ?? [];
    expect(head.split('\r\n')[0]).toBe(`${method} ${path} HTTP/1.1`);
    for (const [name, value] of headers) expect(head).toContain(`\r\n${name}:${value && ' '}${value}`);
    expect(Buffer.from(content ?? '', 'latin1').toString()).toBe(body);
  }
});
