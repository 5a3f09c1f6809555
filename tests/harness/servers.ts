import { createServer as createHttpServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** An HTTP server that is there until the test is over; resolves with its origin. */
export async function serveHttp(listener: RequestListener): Promise<string> {
  return served(createHttpServer(listener));
}

/** The same for whoever wants to say something else than HTTP, or nothing at all. */
export async function serveRaw(onConnection: (socket: Socket) => void): Promise<string> {
  return served(createServer(onConnection));
}

/** Answers the head of each request with this text, byte for byte, and leaves the connection open. */
export async function serveText(text: string): Promise<string> {
  return serveRaw((socket) => {
    socket.on('data', () => socket.write(text, 'latin1'));
  });
}

/** A body without end, as fast as it is read. */
export function pourForEver(response: ServerResponse): void {
  const chunk = Buffer.alloc(1 << 20, ' ');
  while (!response.destroyed && response.write(chunk));
  if (!response.destroyed) response.once('drain', () => pourForEver(response));
}

/** An origin at which nothing listens. */
export async function deadOrigin(): Promise<string> {
  const server = createServer();
  const origin = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return origin;
}

/** Any server, there until the test is over; resolves with its origin. */
export async function served(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  const origin = await listening(server);
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  return origin;
}

function listening(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}
