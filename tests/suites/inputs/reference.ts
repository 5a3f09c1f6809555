import { expect } from 'vitest';
import { startReference } from '../../../reference/server.ts';
import { API_KEY, ask, create, type Reply } from '../../reference/ask.ts';

export const MARK = 'conformance-0a1b2c3d-7';

export interface ReferenceClient extends AsyncDisposable {
  create(body: string): Promise<Reply>;
  list(query: string): Promise<Reply>;
  get(segment: string): Promise<Reply>;
  pets(): number;
}

/** A conforming server with more pets than the largest page. */
export async function conformingServer(): Promise<ReferenceClient> {
  const server = await startReference({ apiKey: API_KEY, pets: 150 });
  return {
    create: (body) => create(server.baseUrl, body),
    list: (query) => ask(server.baseUrl, { path: `/pets?${query}` }),
    get: (segment) => ask(server.baseUrl, { path: `/pets/${segment}` }),
    pets: () => server.pets(),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

export function expectError(reply: Reply, status: number): void {
  expect(reply.status).toBe(status);
  expect(JSON.parse(reply.text)).toMatchObject({ status });
}

export function expectClientError(reply: Reply): void {
  expect(reply.status).toBeGreaterThanOrEqual(400);
  expect(reply.status).toBeLessThan(500);
  expect(JSON.parse(reply.text)).toMatchObject({ status: reply.status });
}

export function expectUniqueLabels(entries: readonly { readonly label: string }[]): void {
  const labels = entries.map(({ label }) => label);
  expect(new Set(labels).size).toBe(labels.length);
  for (const label of labels) expect(label).toMatch(/^[\x20-\x7e]{2,50}$/);
}
