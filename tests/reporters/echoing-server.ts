import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startReference } from '../../reference/server.ts';

type Forms = Readonly<Record<string, string>>;

export interface EchoingServer {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Speaks the interface, and gives the key away in every answer: in all forms, in bodies, header values and names. */
export async function startEchoingServer(apiKey: string): Promise<EchoingServer> {
  const reference = await startReference({ apiKey });
  const forms = formsOf(apiKey);
  const server = createServer((request, response) => void answer(request, response, reference.baseUrl, forms));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await reference.close();
    },
  };
}

export function formsOf(key: string): Forms {
  const codes = [...key].map((character) => character.charCodeAt(0));
  const hexes = codes.map((code) => code.toString(16).padStart(2, '0'));
  const half = Math.floor(key.length / 2);
  const base64 = ['', 'a', 'ab', 'user:'].map((before) => Buffer.from(`${before}${key}:x`));
  return {
    plain: key,
    url: encodeURIComponent(key),
    percent: hexes.map((hex) => `%${hex}`).join(''),
    upperPercent: hexes.map((hex) => `%${hex.toUpperCase()}`).join(''),
    hex: hexes.join(''),
    upperHex: hexes.join('').toUpperCase(),
    ...Object.fromEntries(base64.map((bytes, index) => [`base64-${index}`, bytes.toString('base64')])),
    ...Object.fromEntries(base64.map((bytes, index) => [`base64url-${index}`, bytes.toString('base64url')])),
    json: hexes.map((hex) => `\\u00${hex}`).join(''),
    upperJson: hexes.map((hex) => `\\u00${hex.toUpperCase()}`).join(''),
    html: codes.map((code) => `&#${code};`).join(''),
    halves: `${key.slice(0, half)} \t ${key.slice(half)}`,
    spaced: [...key].join(' '),
  };
}

/** The reference's answer, spoilt so that its exchanges get into the report. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  baseUrl: string,
  forms: Forms,
): Promise<void> {
  const { status, body } = await ask(request, new URL(baseUrl).origin);
  response.statusCode = status;
  for (const [name, form] of Object.entries(forms)) {
    response.setHeader(`X-Echo-${name}`, form);
    if (/^[\w.%-]+$/.test(form))
      response.setHeader(`X-${name}-${form}`, name).setHeader(`y-${form.toLowerCase()}`, name);
  }
  response.setHeader('content-type', 'application/json');
  response.end(spoilt(status, body, forms));
}

function spoilt(status: number, body: string, forms: Forms): string {
  const echoes = Object.values(forms);
  // Not by JSON.stringify, which would escape the escapes.
  const raw = `"escaped":"${forms.json}${forms.upperJson}"`;
  if (body === '') return '';
  if (status >= 400) return `{"message":${JSON.stringify(echoes.join('|'))},${raw}}`;
  if (status === 201) return `{"id":1,"categoryId":1,"name":${JSON.stringify(echoes.join('|'))},${raw}}`;
  const value: unknown = JSON.parse(body);
  if (!Array.isArray(value)) return body.replace('{', `{${raw},"echo":${JSON.stringify(echoes)},`);
  return JSON.stringify(value.map((pet) => ({ ...pet, status: forms.plain, echo: echoes })));
}

function ask(request: IncomingMessage, origin: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { method, headers, url } = request;
    const asked = forward(origin, { method, headers, path: url }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () => resolve({ status: reply.statusCode ?? 500, body: Buffer.concat(chunks).toString() }));
    });
    asked.on('error', reject);
    request.pipe(asked);
  });
}
