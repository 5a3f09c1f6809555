import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type CheckedStack, type Circumstances, checkStack } from './check.ts';
import { hasNginx, install, isComplete, missingOf } from './install.ts';
import { PAGE, pageOf } from './page.ts';
import { Scope } from './processes.ts';
import { readStacks, type Stack } from './stack.ts';
import { isRight, tableOf, writeRows } from './table.ts';

const USAGE = `npm run stacks [-- [NAME...] --install --list --write --seed N --reports FOLDER]
stacks: ${readStacks()
  .map(({ name }) => name)
  .join(', ')}\n`;
const AT_ONCE = 2;

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.on(signal, () => Scope.closeAll().finally(() => process.exit(code)));
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  return 2;
});

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      install: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      /** Updates docs/frameworks.md from the stacks, and docs/trust.md from what these runs came to. */
      write: { type: 'boolean', default: false },
      /** For the JSON report of every run; `petstore-conformance render` shows one. */
      reports: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  const stacks = chosen(positionals);
  if (values.install) await install(stacks);
  const missing = await Promise.all(stacks.map(missingOf));
  const lacking = stacks.flatMap((stack, index) => {
    const { npm, apt } = missing[index] ?? { npm: [], apt: [] };
    return npm.length + apt.length > 0 ? [`${stack.name} is not installed: ${[...npm, ...apt].join(', ')}`] : [];
  });
  const installed = stacks.filter((_, index) => isComplete(missing[index] ?? { npm: [], apt: [] }));
  if (values.list) {
    for (const { name, title } of installed) console.log(`${name} is installed: ${title}`);
    console.log(lacking.join('\n'));
    return 0;
  }
  const withNginx = await hasNginx();
  if (!withNginx) console.log('Nothing is checked behind nginx: it is not installed.');
  for (const line of lacking) console.log(line);
  if (values.reports) mkdirSync(values.reports, { recursive: true });
  const circumstances = { hasNginx: withNginx, seed: Number(values.seed), reports: values.reports };
  const checked = await checkAll(installed, circumstances);
  process.stdout.write(tableOf(checked));
  if (values.write) {
    writeFileSync(PAGE, pageOf(readStacks()));
    writeRows(stacks, checked);
  }
  const isAllThere = lacking.length === 0 || (positionals.length === 0 && !values.install);
  return isAllThere && installed.length > 0 && checked.every(isRight) ? 0 : 1;
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
