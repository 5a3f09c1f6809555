import { execFileSync } from 'node:child_process';

/** Tests of the command run what users run: the compiled package. */
export default function build(): void {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
    stdio: 'inherit',
  });
}
