import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Wake } from '../watch/alarm.ts';
import type { LiveAddress } from './address.ts';

const HOST = '127.0.0.1';
/** More tabs than anybody has open: each holds a connection. */
const MOST_TABS = 20;
/** In milliseconds: how soon a page that lost its connection tries again. */
const RETRY_MS = 1_000;

/** What the page gets, and what it may ask for. */
export interface LiveSite {
  /** The page as it is now. */
  readonly page: () => string;
  /** The state as it is now. */
  readonly state: () => string;
  readonly isRequirement: (id: string) => boolean;
  readonly ask: (wake: Wake) => void;
}

export interface LiveServer {
  readonly address: LiveAddress;
  readonly url: string;
  /** Sends the state to every page. */
  send(): void;
  close(): Promise<void>;
}

const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // The page has a policy of its own. This part does not work from inside a page.
  'Content-Security-Policy': "frame-ancestors 'none'",
};

/**
 * Serves the live page on this machine alone. Whoever does not know the path, reaches it by another name or comes from
 * another page gets the same empty answer.
 */
export async function serveLive(site: LiveSite, wanted: LiveAddress): Promise<LiveServer> {
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
  const port = await listen(server, wanted.port);
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
      // A browser may keep a connection open that it does not use.
      setTimeout(() => server.closeAllConnections(), 100).unref();
      await closed;
    },
  };
}

/** By its own name, and not from another page. Browsers say where a request comes from, and pages cannot change it. */
function isOurs({ method, headers }: IncomingMessage, origin: string): boolean {
  if (`http://${headers.host}` !== origin) return false;
  if (headers.origin === undefined) return method === 'GET' && headers['sec-fetch-site'] !== 'cross-site';
  return headers.origin === origin;
}

function refuse(response: ServerResponse): void {
  response.writeHead(404, { Connection: 'close' }).end();
}

/** JSON has no line breaks of its own, which would end the event. */
function eventOf(data: string): string {
  return `data: ${data}\n\n`;
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
