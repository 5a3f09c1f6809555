import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openerOf } from '../../cli/open-page.ts';
import { Session, TARGET } from './session.ts';

const ASKED = ['--open', '--reporter', 'html=out/page.html'];

test('--open opens the page that was written', async () => {
  const session = new Session({ env: TARGET, tty: true });
  expect(await session.main(...ASKED)).toBe(0);
  expect(session.opened).toEqual([join(session.cwd, 'out/page.html')]);
});

test('--open opens nothing where nobody looks, or where it is switched off', async () => {
  const inPipe = new Session({ env: TARGET });
  expect(await inPipe.main(...ASKED)).toBe(0);
  const switchedOff = new Session({ env: TARGET, tty: true });
  expect(await switchedOff.main('--open=false')).toBe(0);
  expect([...inPipe.opened, ...switchedOff.opened]).toEqual([]);
});

test.each([[['--open']], [['--open', '--reporter', 'html']], [['--open', '--reporter', 'json=a.json']]])(
  '%j is a usage error, reported before the run',
  async (argv) => {
    const session = new Session({ env: TARGET, tty: true });
    expect(await session.main(...argv)).toBe(2);
    expect(session.stderr.text).toBe(
      'petstore-conformance: --open needs a page to open: add --reporter html=report.html.\n',
    );
    expect(session.runs).toEqual([]);
  },
);

test('a page that cannot be opened changes nothing of the verdict', async () => {
  const openPage = async () => {
    throw Object.assign(new Error('spawn xdg-open ENOENT'), { code: 'ENOENT' });
  };
  const session = new Session({ env: TARGET, tty: true, parts: { openPage } });
  expect(await session.main(...ASKED)).toBe(0);
  expect(session.stderr.text).toContain('page.html could not be opened (ENOENT).\n');
});

test.each<[NodeJS.Platform, string]>([
  ['linux', 'xdg-open'],
  ['freebsd', 'xdg-open'],
  ['darwin', 'open'],
  ['win32', 'explorer.exe'],
])('on %s the opener is %s', (platform, opener) => {
  expect(openerOf(platform)).toBe(opener);
});
