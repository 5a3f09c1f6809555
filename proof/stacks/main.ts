import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { wholeNumber } from '../../harness/settings/parsers.ts';
import { type CheckedStack, type Circumstances, checkStack } from './check.ts';
import { hasNginx, install, isComplete, missingOf } from './install.ts';
import { writeDocuments } from './page.ts';
import { runCommand } from './processes.ts';
import { readStacks, type Stack } from './stack.ts';
import { isRight, tableOf } from './table.ts';

const NAMES = readStacks().map(({ name }) => name);
const USAGE = `npm run stacks [-- [NAME...] --install --list --write --seed N --reports FOLDER]
stacks: ${NAMES.join(', ')}\n`;
const AT_ONCE = 2;

await runCommand(main, USAGE);

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      install: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      /** Updates the documents: what they say of the stacks, and what these runs came to. */
      write: { type: 'boolean', default: false },
      /** For the JSON report of every run; `petstore-conformance render` shows one. */
      reports: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  const seed = wholeNumber(0, 2 ** 32 - 1)(values.seed, '--seed');
  const stacks = chosen(positionals);
  if (values.install) await install(stacks);
  const inventory = await Promise.all(stacks.map(async (stack) => ({ stack, missing: await missingOf(stack) })));
  const installed = inventory.flatMap(({ stack, missing }) => (isComplete(missing) ? [stack] : []));
  const absent = inventory.filter(({ missing }) => !isComplete(missing));
  if (values.list) for (const { name, title } of installed) console.log(`${name} is installed (${title})`);
  for (const { stack, missing } of absent) {
    console.log(`${stack.name} is not installed (${[...missing.npm, ...missing.apt].join(', ')})`);
  }
  if (values.list) return 0;
  const withNginx = await hasNginx();
  if (!withNginx) console.log('Nothing is checked behind nginx: it is not installed.');
  if (values.reports) mkdirSync(values.reports, { recursive: true });
  const checked = await checkAll(installed, { hasNginx: withNginx, seed, reports: values.reports });
  process.stdout.write(tableOf(checked));
  if (values.write) writeDocuments(checked);
  // What nobody asked for by name may be absent.
  const isEnough = absent.length === 0 || (positionals.length === 0 && !values.install && installed.length > 0);
  return isEnough && checked.every(isRight) ? 0 : 1;
}

function chosen(names: readonly string[]): readonly Stack[] {
  const stacks = readStacks();
  const unknown = names.find((name) => !stacks.some((stack) => stack.name === name));
  if (unknown !== undefined) throw new Error(`There is no stack ${JSON.stringify(unknown)}.`);
  return names.length > 0 ? stacks.filter(({ name }) => names.includes(name)) : stacks;
}

async function checkAll(stacks: readonly Stack[], circumstances: Circumstances): Promise<readonly CheckedStack[]> {
  const checked = new Map<Stack, CheckedStack>();
  const waiting = [...stacks];
  const worker = async () => {
    for (let stack = waiting.shift(); stack; stack = waiting.shift()) {
      checked.set(stack, await checkStack(stack, circumstances));
      console.log(`${stack.name}: done (${checked.size} of ${stacks.length})`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return stacks.flatMap((stack) => checked.get(stack) ?? []);
}
