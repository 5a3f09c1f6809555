import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { startReference } from '../../reference/server.ts';
import { TEST_KEY } from '../support.ts';

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** Writes the body byte by byte, with so much time between two. */
  readonly pauseMs?: number;
}

/** Bytes as they are, instead of what HTTP would be; the connection is closed after them. */
export interface RawAnswer {
  readonly raw: string;
}

/** What becomes of the answer of the reference: another one, none, or a broken connection. */
export type Alter = (asked: Asked, answer: Answer) => Answer | RawAnswer | 'silence' | 'break';

export interface Front {
  readonly baseUrl: string;
  /** Every request so far, with the answer that the reference gave. */
  readonly seen: readonly { readonly asked: Asked; readonly answer: Answer }[];
  /** Ends it as a crash would: at once, with every connection. */
  die(): void;
}

export interface FrontOptions {
  readonly alter?: Alter;
  readonly apiKey?: string;
  readonly pets?: number;
}

/** A conforming server behind one that sees every request and may spoil every answer, until the test is over. */
export async function standInFront(options: FrontOptions = {}): Promise<Front> {
  const { alter = (_asked, answer) => answer, apiKey = TEST_KEY, pets = 0 } = options;
  const reference = await startReference({ apiKey, pets });
  const seen: { asked: Asked; answer: Answer }[] = [];
  const server = createServer(async (incoming, response) => {
    try {
      const asked = await read(incoming);
      const answer = await forward(asked, reference.baseUrl);
      seen.push({ asked, answer });
      give(response, alter(asked, answer));
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const die = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(async () => {
    die();
    await reference.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, seen, die };
}

async function read(incoming: IncomingMessage): Promise<Asked> {
  const { method = '', url = '', headers } = incoming;
  return { method, url, headers, body: await text(incoming) };
}

function forward({ method, url, headers, body }: Asked, baseUrl: string): Promise<Answer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const asking = request({ hostname, port, method, path: url, headers }, async (incoming) => {
      const { 'content-length': _length, ...kept } = incoming.headers;
      resolve({ status: incoming.statusCode ?? 0, headers: kept, body: (await buffer(incoming)).toString() });
    });
    asking.on('error', reject).end(body);
  });
}

function give(response: ServerResponse, answer: ReturnType<Alter>): void {
  if (answer === 'silence') return;
  if (answer === 'break') response.destroy();
  else if ('raw' in answer) response.socket?.end(answer.raw);
  else {
    response.writeHead(answer.status, answer.headers);
    if (answer.pauseMs === undefined) response.end(answer.body);
    else void drip(response, Buffer.from(answer.body), answer.pauseMs);
  }
}

async function drip(response: ServerResponse, bytes: Buffer, pauseMs: number): Promise<void> {
  for (let at = 0; at < bytes.length && !response.destroyed; at += 1) {
    response.write(bytes.subarray(at, at + 1));
    await sleep(pauseMs);
  }
  response.end();
}
