import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openLive } from '../../cli/live.ts';
import { failingReport } from './session.ts';

async function open() {
  const live = await openLive();
  onTestFinished(() => live.close());
  return live;
}

async function get(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const [response] = await once(request(url, { method, headers }).end(), 'response');
  let body = '';
  for await (const chunk of response) body += chunk;
  return { status: response.statusCode as number, headers: response.headers, body };
}

test('the page is the report, and follows the runs', async () => {
  const live = await open();
  expect((await get(live.url)).body).toContain('The first run is under way');
  const [events] = await once(request(`${live.url}events`).end(), 'response');
  expect(String((await once(events, 'data'))[0])).toBe('event: changed\ndata:\n\n');
  live.show('Running: 3 requests.', failingReport);
  expect(String((await once(events, 'data'))[0])).toBe('event: changed\ndata:\n\n');
  const { body, headers } = await get(live.url);
  expect(body).toContain('Running: 3 requests.');
  expect(body).toContain('list.ok');
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-security-policy': "frame-ancestors 'none'" });
});

test('only this machine reaches it, below a path that nobody can guess', async () => {
  const [one, other] = [await open(), await open()];
  expect(new URL(one.url).hostname).toBe('127.0.0.1');
  expect(new URL(one.url).pathname).toMatch(/^\/[\w-]{32}\/$/);
  expect(new URL(one.url).pathname).not.toBe(new URL(other.url).pathname);
});

test.each<[string, (url: string) => readonly [url: string, headers?: Record<string, string>, method?: string]]>([
  ['another path', (url) => [url.replace(/\/[\w-]{32}\//, '/')]],
  ['a path below', (url) => [`${url}other`]],
  ['another host name', (url) => [url, { host: 'rebound.test' }]],
  ['another origin', (url) => [url, { origin: 'https://evil.test' }]],
  ['a page of another site', (url) => [url, { 'sec-fetch-site': 'cross-site' }]],
  ['a page on another port of this host', (url) => [url, { 'sec-fetch-site': 'same-site' }]],
  ['another method', (url) => [url, {}, 'POST']],
])('%s gets an empty 404', async (_case, asked) => {
  const live = await open();
  expect(await get(...asked(live.url))).toMatchObject({ status: 404, body: '' });
});

test('a request that is not HTTP does not end it', async () => {
  const live = await open();
  const socket = connect(Number(new URL(live.url).port), '127.0.0.1');
  socket.end('GET \u0000 nonsense\r\n\r\n');
  await once(socket.resume(), 'close');
  expect((await get(live.url)).status).toBe(200);
});
