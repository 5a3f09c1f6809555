import { expect, test } from 'vitest';
import type { RunningReference } from '../../cli/parts.ts';
import { Session } from './session.ts';

async function serveUntil(signal: string, session: Session, ...argv: string[]): Promise<number> {
  const code = session.main('serve', ...argv);
  await expect.poll(() => session.signals.listenerCount(signal)).toBe(1);
  session.signals.emit(signal);
  return code;
}

test.each(['SIGINT', 'SIGTERM'])('serve prints the address and a random key, and ends well on %s', async (signal) => {
  const session = new Session();
  expect(await serveUntil(signal, session, '--port', '4010', '--pets', '5')).toBe(0);
  expect(session.references).toMatchObject([{ port: 4010, pets: 5, closed: true }]);
  expect(session.stdout.text).toBe(
    `Base URL  http://127.0.0.1:4010/v1\nAPI key   ${session.references[0]?.apiKey}\nStop the server with Ctrl-C.\n`,
  );
});

test.each([
  ['by a flag', {}, ['--api-key', 'given-key']],
  ['by the environment', { PETSTORE_API_KEY: 'given-key' }, []],
])('a key given %s is used and not shown', async (_case, env, argv) => {
  const session = new Session({ env });
  expect(await serveUntil('SIGINT', session, ...argv)).toBe(0);
  expect(session.references[0]?.apiKey).toBe('given-key');
  expect(session.stdout.text).not.toContain('given-key');
});

test('a port that is taken is a usage error', async () => {
  const startReference = async (): Promise<RunningReference> => {
    throw Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' });
  };
  const session = new Session({ parts: { startReference } });
  expect(await session.main('serve', '--port', '4010')).toBe(2);
  expect(session.stderr.text).toBe(
    'petstore-conformance: Port 4010 cannot be listened on (EADDRINUSE): choose another with --port.\n',
  );
});

test('serve switches faults on, and knows which there are', async () => {
  const session = new Session();
  expect(await serveUntil('SIGINT', session, '--fault', 'capped-at-eighty', '--fault', 'name-trimmed')).toBe(0);
  expect(session.references).toMatchObject([{ faults: ['capped-at-eighty', 'name-trimmed'] }]);
  const mistaken = new Session();
  expect(await mistaken.main('serve', '--fault', 'caped-at-eighty')).toBe(2);
  expect(mistaken.stderr.text).toBe(
    'petstore-conformance: There is no fault "caped-at-eighty": did you mean capped-at-eighty? docs/trust.md lists them all.\n',
  );
});
