import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { writeJson } from './json/write.ts';
import { createService, LARGEST_BODY, type Service, type ServiceOptions, VERSION_PATH } from './service.ts';
import type { HeaderPairs, Incoming, Outgoing } from './wire.ts';

export interface ReferenceOptions extends ServiceOptions {
  readonly port?: number;
}

export interface Reference extends Omit<Service, 'receive'> {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Puts the service behind a socket. */
export async function startReference(options: ReferenceOptions): Promise<Reference> {
  const { receive, ...service } = createService(options);
  const connections = new WeakMap<Socket, number>();
  let connectionCount = 0;
  const server = createServer((incoming, response) => {
    const connection = connections.get(incoming.socket) ?? ++connectionCount;
    connections.set(incoming.socket, connection);
    readIncoming(incoming, connection)
      .then(receive)
      .then((outgoing) => write(response, outgoing))
      // Only a connection that broke while the request was read leads here: there is nobody left to answer.
      .catch(() => response.destroy());
  });
  server.on('clientError', (_error, socket) => refuseBrokenHttp(socket as Socket));
  const port = await listening(server, options.port ?? 0);
  return { ...service, baseUrl: `http://127.0.0.1:${port}${VERSION_PATH}`, close: () => closed(server) };
}

async function readIncoming(incoming: IncomingMessage, connection: number): Promise<Incoming> {
  const { method = '', url: target = '', rawHeaders: raw } = incoming;
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of incoming) {
    if (size <= LARGEST_BODY) pieces.push(piece);
    size += piece.length;
  }
  const headers = raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
  return { method, target, headers, pieces, chunked: 'transfer-encoding' in incoming.headers, connection };
}

function write(response: ServerResponse, outgoing: Outgoing): void {
  if (outgoing.kind === 'silent') return;
  if (outgoing.kind !== 'response') {
    response.destroy();
    return;
  }
  const { status, headers, body, informational = [], chunkEnds = [body.length], brokenAfter } = outgoing;
  for (const early of informational) writeInformational(response, early.status, early.headers);
  response.sendDate = false;
  if (outgoing.endsWithConnection) response.useChunkedEncodingByDefault = false;
  response.writeHead(status, headers.flat());
  if (brokenAfter !== undefined) {
    response.write(body.subarray(0, brokenAfter), () => response.destroy());
    return;
  }
  const starts = [0, ...chunkEnds];
  for (const [index, end] of chunkEnds.entries()) if (end > 0) response.write(body.subarray(starts[index], end));
  response.end();
}

/** Node sends 100, 102 and 103 only; here any 1xx may be sent, with any headers. */
function writeInformational({ socket }: ServerResponse, status: number, headers: HeaderPairs): void {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket?.write(`HTTP/1.1 ${status} Informational\r\n${lines}\r\n`);
}

/** What is not HTTP never becomes a request, but its sender gets an Error all the same. */
function refuseBrokenHttp(socket: Socket): void {
  if (!socket.writable) return;
  const body = writeJson({ code: 'invalid_http', message: 'The request is not valid HTTP.', status: 400 });
  const headers = `content-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close`;
  socket.end(`HTTP/1.1 400 Bad Request\r\n${headers}\r\n\r\n${body}`);
}

function listening(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}
