import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkedReport } from '../../harness/report/checked-report.ts';
import type { Report } from '../../harness/report/model.ts';
import { newFolder, runCommand } from '../compiled.ts';
import { TEST_KEY } from '../support.ts';
import { type Alter, type Asked, standInFront } from './front.ts';

const MEGABYTE = 1024 * 1024;
/** In kilobytes. */
const MOST_MEMORY = 400 * 1024;

/** Notes the largest amount of memory that the process ever had, when it ends. */
const PROBE = `
const { isMainThread } = require('node:worker_threads');
const note = () => require('node:fs').writeFileSync('peak.txt', String(process.resourceUsage().maxRSS));
if (isMainThread) process.on('exit', note);
`;

/**
 * Every pet and every error has a field that makes the body so long, and lists are open to all. One character that is
 * not Latin-1 doubles the memory of a text, and one escape makes a parser copy it.
 */
function withBodiesOf(bytes: number, seen: (hash: string) => void): Alter {
  const extra = `,"extra":"€\\n${'x'.repeat(bytes)}"}`;
  const isOpen = ({ method, url, headers }: Asked) =>
    method === 'GET' && url === '/v1/pets' && headers.authorization === undefined;
  return (asked, answer) => {
    if (!isOpen(asked)) return { ...answer, body: answer.body.replace(/}(?=]?$)/, extra) };
    const body = `[{"id":1,"name":"open to all","categoryId":1${extra}]`;
    seen(createHash('sha256').update(body).digest('hex'));
    return { ...answer, status: 200, body };
  };
}

describe.each([
  ['1 MB', MEGABYTE, 'list.ok,list.unique,create.id.unique,create.missing-field,auth.missing.*,get.invalid-id'],
  ['15 MB', 15 * MEGABYTE, 'list.ok,create.minimal,auth.missing.listPets'],
])('with bodies of %s everywhere', (_size, bytes, only) => {
  test('the run ends with a report and takes less than 400 MB', async () => {
    const hashes = new Set<string>();
    const { baseUrl } = await standInFront({ alter: withBodiesOf(bytes, (hash) => hashes.add(hash)), pets: 120 });
    const cwd = newFolder();
    writeFileSync(join(cwd, 'probe.cjs'), PROBE);
    const target = ['--base-url', baseUrl, '--api-key', TEST_KEY, '--only', only, '--reporter', 'json=report.json'];
    const watchdog = ['--timeout', '120', '--concurrency', '6', '--consistency-window', '0.15'];
    const env = { NODE_OPTIONS: '--max-old-space-size=400 --require ./probe.cjs' };
    const { code, stderr } = await runCommand([...target, ...watchdog], { cwd, env });
    const report = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8')) as Report;
    checkedReport(report, 'report.json');
    expect([code, report.diagnosis, stderr]).toEqual([1, undefined, '']);
    const failed = report.results.filter(({ outcome }) => outcome === 'fail');
    expect(failed.map(({ id }) => id)).toEqual(['auth.missing.listPets']);
    const { cut } = failed[0]?.exchanges?.at(-1)?.response ?? {};
    expect(cut?.bytes).toBeGreaterThan(bytes);
    expect(hashes).toContain(cut?.sha256);
    expect(Number(readFileSync(join(cwd, 'peak.txt'), 'utf8'))).toBeLessThan(MOST_MEMORY);
  }, 600_000);
});
