import { execFileSync } from 'node:child_process';

/** What a shell hands to curl when it is given this command. */
export function argumentsIn(command: string, key: string): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const env = { PATH: process.env.PATH ?? '', PETSTORE_API_KEY: key };
  // With a socket as standard input bash takes itself for a remote shell and reads the user's start-up file.
  const output = execFileSync('bash', ['--norc', '-c', script], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return output.split('\0').slice(0, -1);
}
