import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { renderLivePage } from '../../reporters/html/index.ts';
import { hostileReport } from '../reporters/hostile.ts';
import { failure, fullReport, resultOf } from '../reporters/samples.ts';
import { withChromium } from './chromium.ts';

const open = withChromium();
const within = { timeout: 20_000 };

/** What the page needs of its server: itself, and a stream of events. */
async function serve(first: string) {
  let content = first;
  const streams = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    if (request.url === '/') return response.setHeader('content-type', 'text/html').end(content);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    streams.add(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(close);
  const change = (next: string) => {
    content = next;
    for (const stream of streams) stream.write('event: changed\ndata:\n\n');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, change, close };
}

const running = renderLivePage(fullReport, { status: 'Running: 31 of 72 decided' });
const fixed = fullReport.results.map((result) => (result.id === failure.id ? resultOf(failure.id) : result));

test('a page that waits for the first report shows it, its progress and the end of the suite', async () => {
  const { url, change, close } = await serve(renderLivePage(undefined, { status: 'Waiting for the server' }));
  const { page, complaints } = await open(url);
  expect(await page.locator('h1').textContent()).toContain('The first run is under way');
  change(running);
  await expect.poll(() => page.locator('article').count(), within).toBe(4);
  expect(await page.locator('.live').textContent()).toBe('Running: 31 of 72 decided');
  expect(complaints).toEqual([]);
  close();
  await expect.poll(() => page.locator('.live').textContent(), within).toContain('Disconnected');
});

test('an update keeps the place, what is unfolded and the filter', async () => {
  const { url, change } = await serve(running);
  const { page } = await open(url, { viewport: { width: 1000, height: 500 } });
  const echo = page.locator('#requirement-create\\.echo');
  await echo.locator('summary').first().click();
  await page.getByLabel('Filter').fill('MUST');
  await echo.scrollIntoViewIfNeeded();
  const place = () => echo.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const before = await place();
  change(renderLivePage({ ...fullReport, results: fixed }, { status: 'Nothing runs' }));
  await expect.poll(() => page.locator('.live').textContent(), within).toBe('Nothing runs');
  expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(2);
  expect(await echo.locator('details.exchange').first().getAttribute('open')).toBe('');
  expect(await page.getByLabel('Filter').inputValue()).toBe('MUST');
  expect(await page.locator('#filter output').textContent()).toContain('Showing 13 of 15');
});

test('nothing that a server says can run in a page that takes it over', async () => {
  const { url, change } = await serve(running);
  const { page, complaints, requests } = await open(url);
  change(renderLivePage(hostileReport, { status: '<img src=x onerror=alert(1)>' }));
  await expect.poll(() => page.locator('.live').textContent(), within).toContain('<img src=x');
  expect(await page.evaluate('globalThis.hasRun')).toBeUndefined();
  expect(complaints).toEqual([]);
  expect(requests.filter((address) => !address.startsWith(url))).toEqual([]);
  expect(await page.locator('main script, img').count()).toBe(0);
});
