import { type Agent, type OutgoingHttpHeaders, request } from 'node:http';

export const API_KEY = 'Reference-Key-7f3a';

export interface Question {
  readonly method?: string;
  readonly path: string;
  /** Replaces the usual headers: the right key, and the type of a body where there is one. */
  readonly headers?: OutgoingHttpHeaders | readonly string[];
  readonly body?: string | Buffer;
  /** Decides which connection carries the request. */
  readonly agent?: Agent;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly text: string;
}

export const WITH_KEY = { authorization: `Bearer ${API_KEY}` };
const WITH_JSON = { ...WITH_KEY, 'content-type': 'application/json' };

/** Sends path, headers and body as they stand. */
export function ask(baseUrl: string, question: Question, patienceMs = 5000): Promise<Reply> {
  const { method = 'GET', path, body } = question;
  const { hostname, port, pathname } = new URL(baseUrl);
  const headers = question.headers ?? (body === undefined ? WITH_KEY : WITH_JSON);
  const agent = question.agent === undefined ? {} : { agent: question.agent };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, method, path: `${pathname}${path}`, headers, timeout: patienceMs, ...agent },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const whole = Buffer.concat(chunks);
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: whole, text: whole.toString() });
        });
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

export function create(baseUrl: string, body: string): Promise<Reply> {
  return ask(baseUrl, { method: 'POST', path: '/pets', body });
}
