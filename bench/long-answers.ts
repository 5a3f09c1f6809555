import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createService } from '../reference/service.ts';
import type { Response } from '../reference/wire.ts';

const LETTERS = 'The quick brown fox jumps over the lazy dog, and so on. ';
/** Of an error page of a framework, and of a pet with a description in HTML. */
const ESCAPES = '&lt;td&gt;&#x27;%2Fpets&#x27;: &quot;\\u0041&quot;&amp;nbsp; \\"';

/** What a server answers instead of its plain small answers. */
export const LONG_ANSWERS: Readonly<Record<string, (response: Response) => Response>> = {
  'small answers': (response) => response,
  'pets with 4 KB of letters': (response) => withNotes(response, textOf(LETTERS, 4_000)),
  'pets with 4 KB of escapes': (response) => withNotes(response, textOf(ESCAPES, 4_000)),
  'errors with 60 KB of letters': (response) => asPage(response, textOf(LETTERS, 60_000)),
  'errors with 60 KB of escapes': (response) => asPage(response, textOf(ESCAPES, 60_000)),
};

function textOf(unit: string, length: number): string {
  return unit.repeat(Math.floor(length / unit.length));
}

function withNotes(response: Response, notes: string): Response {
  const body = String(response.body).replaceAll('"name":', `"notes":"${notes}","name":`);
  return response.status < 300 ? { ...response, body: Buffer.from(body) } : response;
}

function asPage(response: Response, page: string): Response {
  return response.status < 400 ? response : { ...response, body: Buffer.from(page) };
}

/** Also says when it answered last, on the clock of `performance`. */
export async function startLong(apiKey: string, change: (response: Response) => Response) {
  const service = createService({ apiKey });
  let lastAnswer = 0;
  const server = createServer(async (incoming, response) => {
    const { method = '', url: target = '', rawHeaders } = incoming;
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece);
    const names = rawHeaders.filter((_, at) => at % 2 === 0);
    const headers = names.map((name, at) => [name, rawHeaders[2 * at + 1] ?? ''] as const);
    const chunked = 'transfer-encoding' in incoming.headers;
    const outgoing = await service.receive({ method, target, headers, pieces, chunked, connection: 1 });
    if (outgoing.kind !== 'response') return response.destroy();
    const { status, headers: own, body } = change(outgoing);
    const others = own.filter(([name]) => !/^(content-length|transfer-encoding)$/i.test(name));
    response.writeHead(status, [...others, ['Content-Length', `${body.length}`]].flat());
    response.end(method === 'HEAD' ? undefined : body, () => {
      lastAnswer = performance.now();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    lastAnswer: () => lastAnswer,
    close,
  };
}
