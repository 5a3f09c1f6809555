import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Report } from '../harness/model/report.ts';
import { renderLivePage } from '../reporters/html/index.ts';

const HOST = '127.0.0.1';

const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // The rest of the policy is in the page, where this part does not work.
  'Content-Security-Policy': "frame-ancestors 'none'",
};

export type LivePage = Awaited<ReturnType<typeof openLive>>;

/**
 * The HTML report as a page that follows the runs. Only on this machine, below a path that nobody can guess: a wrong
 * path, another host name and another origin get the same empty answer.
 */
export async function openLive() {
  const tabs = new Set<ServerResponse>();
  const root = `/${randomBytes(24).toString('base64url')}/`;
  let origin = '';
  let report: Report | undefined;
  let status = '';
  const page = () => renderLivePage(report, { status });

  const server = createServer((request, response) => {
    if (!isOurs(request, origin)) return refuse(response);
    if (request.url === root) {
      response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/html; charset=utf-8' }).end(page());
    } else if (request.url === `${root}events`) {
      response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/event-stream' });
      response.write(CHANGED);
      tabs.add(response);
      response.on('close', () => tabs.delete(response));
    } else refuse(response);
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  origin = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}${root}`,
    /** Without a report, the one before stays. */
    show: (now: string, latest = report) => {
      status = now;
      report = latest;
      for (const tab of tabs) tab.write(CHANGED);
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

const CHANGED = 'event: changed\ndata:\n\n';

/** By its own host name, and not from another page. Pages cannot change the headers that say so. */
function isOurs({ method, headers }: IncomingMessage, origin: string): boolean {
  const { 'sec-fetch-site': site = 'none' } = headers;
  const isForeign = !['same-origin', 'none'].includes(String(site)) || (headers.origin ?? origin) !== origin;
  return method === 'GET' && `http://${headers.host}` === origin && !isForeign;
}

function refuse(response: ServerResponse): void {
  response.writeHead(404, { Connection: 'close' }).end();
}
