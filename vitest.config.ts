import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They need neither the compiled package nor much time: `npm run test:quick`. */
const QUICK = ['harness', 'reporters', 'suites'];
const SLOW = [
  'tests/harness/http/{http-client,transport,transport-interruptions}.test.ts',
  'tests/harness/report/{causes,curl,fingerprint}.test.ts',
  'tests/harness/{settings/protected-hosts,secrets/redact-encodings}.test.ts',
  'tests/reporters/key-*.test.ts',
  'tests/suites/no-effect.test.ts',
];
/** Files share their modules in one worker, except where one is mocked. */
const MOCKING = ['tests/harness/shard/parts.test.ts'];

/** They would otherwise be the last ones to end, alone. */
const LONGEST = /tests\/(proof|docs|pipeline|cli\/shard)/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    isolate: false,
    unstubEnvs: true,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: [`tests/{${QUICK}}/**/*.test.ts`],
          exclude: [...configDefaults.exclude, ...SLOW, ...MOCKING],
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['tests/*.test.ts', `tests/!(${QUICK.join('|')})/**/*.test.ts`, ...SLOW],
          globalSetup: ['tests/build.ts'],
        },
      },
      { extends: true, test: { name: 'mocking', include: MOCKING, isolate: true } },
    ],
  },
});
