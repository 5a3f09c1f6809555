import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { codeOf } from '../../harness/settings/error-code.ts';
import type { Io } from '../io.ts';
import type { Wake } from '../watch/loop.ts';

const HOST = '127.0.0.1';
/** Each tab keeps a connection open. */
const MOST_TABS = 20;
/** After this, a page that lost its connection tries again. */
const RETRY_MS = 1_000;

interface LiveSite {
  readonly page: () => string;
  readonly state: () => string;
  readonly isRequirement: (id: string) => boolean;
  readonly ask: (wake: Wake) => void;
}

type Place = Pick<Io, 'cwd' | 'env'>;

interface LiveAddress {
  readonly port: number;
  /** The part of the path that nobody can guess. */
  readonly token: string;
}

const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // The rest of the policy is in the page, where this part does not work.
  'Content-Security-Policy': "frame-ancestors 'none'",
};

/** At the address of the last watch in this folder, unless another process uses it. */
export async function serveLive(site: LiveSite, place: Place) {
  const last = await lastAddress(place);
  if (last !== undefined) {
    try {
      return await serveAt(site, last);
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE' && codeOf(error) !== 'EACCES') throw error;
      return serveAt(site, newAddress());
    }
  }
  const server = await serveAt(site, newAddress());
  await rememberAddress(server.address, place);
  return server;
}

/** Only on this machine. A wrong path, another host name and another origin get the same empty answer. */
async function serveAt(site: LiveSite, wanted: LiveAddress) {
  const pages = new Set<ServerResponse>();
  const root = `/${wanted.token}/`;
  let origin = '';

  const routes: Readonly<Record<string, (query: URLSearchParams, response: ServerResponse) => void>> = {
    'GET ': (_query, response) => {
      response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/html; charset=utf-8' }).end(site.page());
    },
    'GET events': (_query, response) => {
      if (pages.size >= MOST_TABS) return refuse(response);
      response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/event-stream' });
      response.write(`retry: ${RETRY_MS}\n${eventOf(site.state())}`);
      pages.add(response);
      response.on('close', () => pages.delete(response));
    },
    'POST run': (query, response) => {
      const id = query.get('only');
      if (id !== null && !site.isRequirement(id)) return refuse(response);
      site.ask(id === null ? 'failures-first' : { only: [id] });
      response.writeHead(204, HEADERS).end();
    },
    'POST stop': (_query, response) => {
      site.ask('rest');
      response.writeHead(204, HEADERS).end();
    },
  };

  const server = createServer((request, response) => {
    const url = `http://${HOST}${request.url ?? ''}`;
    if (!isOurs(request, origin) || !URL.canParse(url)) return refuse(response);
    const { pathname, searchParams } = new URL(url);
    const route = pathname.startsWith(root) ? routes[`${request.method} ${pathname.slice(root.length)}`] : undefined;
    if (route === undefined) return refuse(response);
    route(searchParams, response);
  });
  server.listen(wanted.port, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  origin = `http://${HOST}:${port}`;
  return {
    address: { port, token: wanted.token },
    url: `${origin}${root}`,
    send: () => {
      for (const page of pages) page.write(eventOf(site.state()));
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const page of pages) page.end('event: bye\ndata:\n\n');
      server.closeIdleConnections();
      // Browsers keep connections open that they do not use.
      setTimeout(() => server.closeAllConnections(), 100).unref();
      await closed;
    },
  };
}

/** By its own host name, and not from another page. Pages cannot change the headers that say so. */
function isOurs({ method, headers }: IncomingMessage, origin: string): boolean {
  if (`http://${headers.host}` !== origin) return false;
  if (headers.origin === undefined) return method === 'GET' && headers['sec-fetch-site'] !== 'cross-site';
  return headers.origin === origin;
}

function refuse(response: ServerResponse): void {
  response.writeHead(404, { Connection: 'close' }).end();
}

/** JSON does not contain line breaks, which would end the event. */
function eventOf(data: string): string {
  return `data: ${data}\n\n`;
}

function newAddress(): LiveAddress {
  return { port: 0, token: randomBytes(24).toString('base64url') };
}

/** The address of the last watch in this folder, so that a page that is still open finds the next one. */
async function lastAddress(place: Place): Promise<LiveAddress | undefined> {
  try {
    const { port, token } = JSON.parse(await readFile(fileFor(place) ?? '', 'utf8'));
    const isUsable = Number.isInteger(port) && port > 1023 && port < 65_536 && /^[\w-]{32}$/.test(token);
    return isUsable ? { port, token } : undefined;
  } catch {
    return undefined;
  }
}

/** If the file cannot be written, the next watch has another address. */
async function rememberAddress(address: LiveAddress, place: Place): Promise<void> {
  const file = fileFor(place);
  if (file === undefined) return;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    .then(() => writeFile(file, JSON.stringify(address), { mode: 0o600 }))
    .catch(() => undefined);
}

/** In the user's cache, which nobody else reads. */
function fileFor({ cwd, env }: Place): string | undefined {
  const cache = env.XDG_CACHE_HOME || env.LOCALAPPDATA || (env.HOME && join(env.HOME, '.cache'));
  const name = createHash('sha256').update(cwd).digest('hex').slice(0, 16);
  return cache ? join(cache, 'petstore-conformance', `live-${name}.json`) : undefined;
}
