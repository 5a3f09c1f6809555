import { defineConfig } from 'vitest/config';

/** What starts programs, sends a whole run over sockets, or simulates several runs. */
const SLOW = 'tests/**/*.slow.test.ts';

export default defineConfig({
  test: {
    maxWorkers: 2,
    maxConcurrency: 20,
    isolate: false,
    // A simulated run makes much that is soon garbage: with more room it is collected less often.
    execArgv: ['--max-semi-space-size=64'],
    unstubEnvs: true,
    // They end what never ends, also where many programs share a processor.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', './tests/summary.ts'],
    projects: [
      { extends: true, test: { name: 'fast', include: ['tests/**/*.test.ts'], exclude: [SLOW] } },
      // Some of its tests run what users run: the compiled package.
      { extends: true, test: { name: 'slow', include: [SLOW], globalSetup: ['tests/build.ts'] } },
      // Only by name: it checks the server that the environment names.
      { extends: true, test: { name: 'conformance', include: ['suites/conformance.test.ts'] } },
    ],
  },
});
