import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Report } from '../harness/model/report.ts';
import { type Reference, startReference } from '../reference/server.ts';
import { type Ended, endOf } from './compiled.ts';
import { copyProject } from './copy-of-project.ts';
import { needsProgram } from './program.ts';

const KEY = 'Image-Key.7f3a';
const PATIENCE_MS = 300_000;
/** Not the user of the image, and nobody on this machine. */
const USER = 4242;

const hasBuildah = spawnSync('buildah', ['--version']).error === undefined && process.getuid?.() === 0;
const work = mkdtempSync(join(tmpdir(), 'image-'));
/** Its images and containers are in the folder of this test, and it needs no rights that only a machine has. */
const env = {
  ...process.env,
  BUILDAH_ISOLATION: 'chroot',
  CONTAINERS_STORAGE_CONF: join(work, 'storage.conf'),
};

const start = (command: string, args: readonly string[], cwd = work): Promise<Ended> =>
  endOf(spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }));

async function buildah(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await start('buildah', args);
  expect(code, stderr).toBe(0);
  return stdout.trim();
}

/** Node of this machine with the libraries that it needs, and nothing else: base images come over the network. */
function makeBase(root: string): void {
  const { stdout } = spawnSync('ldd', [process.execPath], { encoding: 'utf8' });
  const libraries = [...stdout.matchAll(/(?:=> |^\s*)(\/\S+)/gm)].map(([, path = '']) => path);
  const copies = [[process.execPath, '/usr/bin/node'], ...libraries.map((path) => [path, path])];
  for (const [from = '', to = ''] of copies) {
    mkdirSync(dirname(join(root, to)), { recursive: true });
    cpSync(from, join(root, to), { dereference: true });
  }
  // It has to be there, and nobody may need it.
  mkdirSync(join(root, 'tmp'), { mode: 0o755 });
}

let reference: Reference;
let container = '';

beforeAll(async () => {
  if (!hasBuildah) return;
  const storage = { driver: 'vfs', graphroot: join(work, 'storage'), runroot: join(work, 'run') };
  const lines = Object.entries(storage).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  writeFileSync(env.CONTAINERS_STORAGE_CONF, ['[storage]', ...lines, ''].join('\n'));
  makeBase(join(work, 'root'));
  const scratch = await buildah('from', 'scratch');
  await buildah('add', '--quiet', scratch, join(work, 'root'), '/');
  await buildah('commit', '--quiet', '--rm', scratch, 'own-base');
  const copy = copyProject(join(work, 'copy'));
  const built = await start('npm', ['run', 'image', '--', '--base', 'localhost/own-base', '--tag', 'own-image'], copy);
  expect(built.code, built.stdout + built.stderr).toBe(0);
  expect(built.stdout).toContain('Built own-image with buildah.');
  container = await buildah('from', 'localhost/own-image');
  reference = await startReference({ apiKey: KEY, faults: ['limit-one-gives-two'] });
}, PATIENCE_MS);

afterAll(async () => {
  await reference?.close();
  rmSync(work, { recursive: true, force: true });
});

beforeEach((context) => {
  needsProgram(context, 'buildah');
  if (!hasBuildah) context.skip('Only root can build images without further settings.');
});

/** What the image says about itself. */
async function configuration(): Promise<{ readonly User: string; readonly Entrypoint: readonly string[] }> {
  return JSON.parse(await buildah('inspect', container)).OCIv1.config;
}

describe('the image', () => {
  test('has the production dependencies and no others, in the locked versions', async () => {
    const root = await buildah('mount', container);
    const packages = join(root, 'opt/petstore-conformance/node_modules');
    const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    const { packages: locked } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
    for (const name of Object.keys(dependencies)) {
      const { version } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'));
      expect(version, name).toBe(locked[`node_modules/${name}`].version);
    }
    for (const name of ['vitest', 'typescript', '@biomejs']) expect(existsSync(join(packages, name)), name).toBe(false);
  });

  test('is not for root, and prints its version as its own user', async () => {
    const { User, Entrypoint } = await configuration();
    expect(User).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(await buildah('run', container, '--', ...Entrypoint, '--version')).toBe(version);
  });

  test(
    'checks a server as another user, with a mounted folder and the key from a file, and writes nowhere else',
    async () => {
      const [reports, key] = [join(work, 'reports'), join(work, 'api-key')];
      mkdirSync(reports);
      chownSync(reports, USER, USER);
      writeFileSync(key, `${KEY}\n`);
      chmodSync(key, 0o444);
      const root = await buildah('mount', container);
      const before = spawnSync('find', [root, '-type', 'f'], { encoding: 'utf8' }).stdout;
      const mounts = ['--volume', `${reports}:/work`, '--volume', `${key}:/secrets/api-key:ro`];
      const { code, stdout, stderr } = await start('buildah', [
        ...['run', '--user', `${USER}:${USER}`, ...mounts, container, '--', ...(await configuration()).Entrypoint],
        ...['--base-url', reference.baseUrl, '--api-key-file', '/secrets/api-key', '--consistency-window', '0.05'],
        ...['--reporter', 'terminal,json=report.json,openmetrics=petstore.prom', '--ledger', 'ledger.jsonl'],
      ]);
      expect(code, stderr).toBe(1);
      expect(stdout).toContain('✗ list.limit.minimum');
      const report: Report = JSON.parse(readFileSync(join(reports, 'report.json'), 'utf8'));
      expect(report.verdict).toBe('violating');
      expect(JSON.stringify(report)).not.toContain(KEY);
      for (const name of ['report.json', 'petstore.prom', 'ledger.jsonl']) {
        expect(statSync(join(reports, name)).uid, name).toBe(USER);
      }
      const after = spawnSync('find', [root, '-type', 'f', '-not', '-path', '*/secrets/api-key'], { encoding: 'utf8' });
      expect(after.stdout).toBe(before);
    },
    PATIENCE_MS,
  );
});
