import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchFolder } from '../../cli/watch/folder.ts';

let folder: string;
let leave: () => void;
const changed: string[] = [];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'petstore-conformance-')));
  for (const below of ['routes/pets', 'node_modules/one', '.git']) mkdirSync(join(folder, below), { recursive: true });
  write('routes/pets/list.ts');
  changed.length = 0;
  leave = watchFolder(folder, (path) => changed.push(path.slice(folder.length + 1)));
});
afterEach(() => {
  leave();
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string): void {
  writeFileSync(join(folder, name), String(Math.random()));
}

async function expectTold(name: string): Promise<void> {
  await vi.waitFor(() => expect(changed).toContain(name), { timeout: 20_000 });
  changed.length = 0;
}

test('a file that is written is reported, each time', async () => {
  for (let time = 0; time < 3; time += 1) {
    write('routes/pets/list.ts');
    await expectTold('routes/pets/list.ts');
  }
});

test('so is one that is put in the place of another, as editors save, each time', async () => {
  for (let time = 0; time < 3; time += 1) {
    write('routes/pets/.list.ts.new');
    renameSync(join(folder, 'routes/pets/.list.ts.new'), join(folder, 'routes/pets/list.ts'));
    await expectTold('routes/pets/list.ts');
  }
});

test('so is one in a folder that came later, also when that folder was there before', async () => {
  for (let time = 0; time < 2; time += 1) {
    mkdirSync(join(folder, 'models/pet'), { recursive: true });
    await expectTold('models');
    // The folder in it is entered as soon as the one around it is seen.
    await vi.waitFor(
      () => {
        write('models/pet/name.ts');
        expect(changed).toContain('models/pet/name.ts');
      },
      { timeout: 20_000 },
    );
    rmSync(join(folder, 'models'), { recursive: true });
    await expectTold('models');
  }
});

test('what lies in node_modules and .git is not reported', async () => {
  write('node_modules/one/index.js');
  write('.git/HEAD');
  mkdirSync(join(folder, 'routes/node_modules/two'), { recursive: true });
  write('routes/node_modules/two/index.js');
  write('last.ts');
  await vi.waitFor(() => expect(changed).toContain('last.ts'), { timeout: 20_000 });
  expect(changed.filter((name) => /node_modules|\.git/.test(name))).toEqual([]);
});

test('a link to a folder further up is not followed round and round', () => {
  symlinkSync(folder, join(folder, 'routes/up'), 'dir');
  watchFolder(folder, () => undefined)();
});

test('nothing is reported any more after it was left', async () => {
  leave();
  const reported: string[] = [];
  const leaveOther = watchFolder(folder, (path) => reported.push(path));
  write('routes/pets/list.ts');
  await vi.waitFor(() => expect(reported).not.toEqual([]), { timeout: 20_000 });
  leaveOther();
  expect(changed).toEqual([]);
});
