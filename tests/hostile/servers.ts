import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { runSuite } from '../../harness/engine/run.ts';
import type { Report } from '../../harness/model/report.ts';
import { type RunSettings, resolveSettings } from '../../harness/settings/settings.ts';
import { createService, type Outgoing } from '../../reference/service.ts';
import { petStore } from '../../suites/index.ts';
import { served } from '../harness/servers.ts';

export const API_KEY = 'Test-Key.7f3a';

export interface Answer {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
}

/** Writes an answer in its own way, and ends the connection. */
export type Send = (answer: Answer, socket: Socket) => void;

/** The bytes of an answer, with this text between a colon and a value, and behind it. */
export function bytesOf({ status, headers, body }: Answer, before = ' ', after = ''): Buffer {
  const all = [...headers.filter(([name]) => !/^content-length$/i.test(name)), ['Content-Length', String(body.length)]];
  const lines = [`HTTP/1.1 ${status} Status`, ...all.map(([name, value]) => `${name}:${before}${value}${after}`)];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

/** The conforming service behind a socket that sends its answers in another way; resolves with its base URL. */
export async function hostileServer(send: Send): Promise<string> {
  const service = createService({ apiKey: API_KEY });
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const raw = request.rawHeaders;
    const headers = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []));
    const { method = '', url = '' } = request;
    const chunked = request.headers['transfer-encoding'] !== undefined;
    const outgoing: Outgoing = await service.receive({ method, target: url, headers, pieces, chunked, connection: 0 });
    const { socket } = request;
    if (outgoing.kind !== 'response' || !response.writable) return void socket.destroy();
    const own = outgoing.headers.filter(([name]) => !/^(connection|keep-alive)$/i.test(name));
    const all: Answer['headers'] = [
      ...own.map(([name, value]): [string, string] => [name, value]),
      ['Connection', 'close'],
    ];
    send({ status: outgoing.status, headers: all, body: outgoing.body }, socket);
  });
  return `${await served(server)}/v1`;
}

/** A whole run over sockets. */
export async function runAgainst(send: Send, changes: Partial<RunSettings> = {}): Promise<Report> {
  const baseUrl = await hostileServer(send);
  const defaults = resolveSettings(new Map(), {}, '');
  const ids = { baseUrl, apiKey: API_KEY, runId: 'testrun', seed: 1, now: '2026-11-16' };
  const { report } = await runSuite({ ...defaults, ...ids, consistencyWindowMs: 50, ...changes }, petStore);
  return report;
}
