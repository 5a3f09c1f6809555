import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Arrival, Arrivals } from './arrivals.ts';
import { applyChanges, byName, type Change } from './change.ts';
import { faults } from './faults/index.ts';
import { handle, type Service } from './handler.ts';
import { writeJson } from './json/write.ts';
import type { Request } from './model.ts';
import { preload } from './preload.ts';
import { conformingRules } from './rules/conforming.ts';
import { Store } from './store.ts';
import { variantsNamed } from './variants/index.ts';

const VERSION_PATH = '/v1';
const LARGEST_BODY = 2 ** 20;

export interface ReferenceOptions {
  readonly apiKey: string;
  readonly port?: number;
  /** How many pets are there from the start; what the faults and variants need, unless given. */
  readonly pets?: number;
  readonly faults?: readonly string[];
  readonly variants?: readonly string[];
  readonly seed?: number;
  /** What another server left, as after a restart; then nothing is put into it at the start. */
  readonly store?: Store;
}

export interface Reference {
  readonly baseUrl: string;
  requests(): number;
  pets(): number;
  readonly store: Store;
  close(): Promise<void>;
}

export async function startReference(options: ReferenceOptions): Promise<Reference> {
  const changes = changesOf(options);
  const rules = applyChanges(conformingRules(options.seed), changes);
  const service: Service = { rules, store: options.store ?? new Store(), apiKey: options.apiKey };
  if (options.store === undefined) {
    preload(
      rules,
      service.store,
      options.pets ?? petsNeeded(changes),
      changes.some(({ everyStatus }) => everyStatus),
    );
  }

  const arrivals = new Arrivals();
  const server = createServer((incoming, response) => {
    void respond(service, arrivals.record(incoming.socket), incoming, response);
  });
  server.on('clientError', (_error, socket) => refuseBrokenHttp(socket as Socket));
  const port = await listening(server, options.port ?? 0);
  return {
    baseUrl: `http://127.0.0.1:${port}${VERSION_PATH}`,
    requests: () => arrivals.count,
    pets: () => service.store.size,
    store: service.store,
    close: () => closed(server),
  };
}

function changesOf(options: ReferenceOptions): readonly Change[] {
  const chosenFaults = (options.faults ?? []).map((name) => byName(faults, name));
  return [...(options.variants ?? []).flatMap(variantsNamed), ...chosenFaults];
}

function petsNeeded(changes: readonly Change[]): number {
  return Math.max(0, ...changes.map(({ pets }) => pets ?? 0));
}

async function respond(
  service: Service,
  arrival: Arrival,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const { request, message } = await handle(service, await readRequest(incoming, arrival));
    service.rules.send(response, message, request);
  } catch {
    // Only a connection that broke while the request was read leads here: there is nobody left to answer.
    response.destroy();
  }
}

async function readRequest(incoming: IncomingMessage, arrival: Arrival): Promise<Request> {
  const [target = '', ...rest] = (incoming.url ?? '').split('?');
  const path = target.replace(/^https?:\/\/[^/]*/i, '');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size <= LARGEST_BODY) chunks.push(chunk);
  }
  return {
    method: incoming.method ?? '',
    path: path.startsWith(`${VERSION_PATH}/`) ? path.slice(VERSION_PATH.length) : '',
    search: rest.join('?'),
    headers: incoming.headersDistinct,
    body: Buffer.concat(chunks),
    pieces: chunks,
    bodyTooLarge: size > LARGEST_BODY,
    chunked: incoming.headers['transfer-encoding'] !== undefined,
    ...arrival,
  };
}

/** What is no HTTP never becomes a request, but whoever sent it gets an Error all the same. */
function refuseBrokenHttp(socket: Socket): void {
  if (!socket.writable) return;
  const body = writeJson({ code: 'invalid_http', message: 'The request is not valid HTTP.', status: 400 });
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
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
