import { expect, test } from 'vitest';
import { faults } from '../../reference/faults/index.ts';
import { Session } from './session.ts';

async function serveUntil(signal: string, session: Session, ...argv: string[]): Promise<number> {
  const code = session.main('serve', ...argv);
  await expect.poll(() => session.signals.listenerCount(signal)).toBe(1);
  session.signals.emit(signal);
  return code;
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('serve prints its address and a random key, until %s', async (signal) => {
  const session = new Session();
  expect(await serveUntil(signal, session, '--port', '4010', '--pets', '5')).toBe(0);
  expect(session.references).toMatchObject([{ port: 4010, pets: 5 }]);
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
  const startReference = () => Promise.reject(Object.assign(new Error('listen'), { code: 'EADDRINUSE' }));
  const session = new Session({ startReference });
  expect(await session.main('serve', '--port', '4010')).toBe(2);
  expect(session.stderr.text).toContain('Port 4010 cannot be listened on (EADDRINUSE): choose another with --port.');
});

test('serve enables faults, lists them with their stories, and knows which there are', async () => {
  const [one, other] = faults;
  const session = new Session();
  expect(await serveUntil('SIGINT', session, '--fault', `${one?.name}`, '--fault', `${other?.name}`)).toBe(0);
  expect(session.references).toMatchObject([{ faults: [one?.name, other?.name] }]);
  const listing = new Session();
  expect(await listing.main('serve', '--list-faults')).toBe(0);
  const listed = listing.stdout.text
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/ +/, ' '));
  expect(listed).toEqual(faults.map(({ name, story }) => `${name} ${story}`));
  expect(await session.main('serve', '--fault', `${one?.name}x`)).toBe(2);
  expect(session.stderr.text).toContain(`did you mean ${one?.name}?`);
});
