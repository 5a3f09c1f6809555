import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tables and pure functions, for the edit loop: `npm run test:quick`. */
const QUICK = 'tests/{harness,reporters,suites}/**/*.test.ts';

/** They would otherwise be the last ones to end, alone: where no run was timed yet, small files come last. */
const LONGEST =
  /tests\/(packed|image|docs\/guide|library|cli\/(server|stopped|naive|plan)|hostile|pipeline|browser|proof|suites\/attempts)\b/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    // One more than two cores: runs over sockets, browsers and installations mostly wait.
    maxWorkers: 3,
    maxConcurrency: 20,
    isolate: false,
    // A simulated run makes much that is soon garbage: with more room it is collected less often.
    execArgv: ['--max-semi-space-size=64'],
    unstubEnvs: true,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'quick', include: [QUICK] } },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['tests/**/*.test.ts'],
          // Some of its tests run what users run: the compiled package.
          globalSetup: ['tests/build.ts'],
        },
      },
      // Only by name: it checks the server that the environment names.
      { extends: true, test: { name: 'conformance', include: ['suites/conformance.test.ts'] } },
    ],
  },
});
