import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newFolder } from '../compiled.ts';
import { bash, commandsIn, type Variables } from './bash.ts';
import { gitlabJob, ROOT, type Step, workflow } from './files.ts';

export interface Night {
  readonly failed: boolean;
  /** Everything that the job printed, and what it wrote for others to read. */
  readonly output: string;
}

/** One pipeline that keeps a folder from night to night. */
export interface Pipeline {
  readonly folder: string;
  night(target: Variables): Promise<Night>;
}

/** The job is slow on purpose; a test need not be. All else is as the example has it. */
const QUICK = {
  PETSTORE_MAX_RPS: '10000',
  PETSTORE_CONCURRENCY: '12',
  PETSTORE_BAD_CREDENTIAL_PAUSE: '0',
  PETSTORE_CONSISTENCY_WINDOW: '0.1',
  PETSTORE_ONLY: 'list.status.only,list.status.unknown,observed.earlier-pets',
};

/** The compiled command on PATH, as an installation would put it there; npm has nothing to install. */
function pathWithCommand(): string {
  const command = `exec node '${ROOT}dist/cli/main.js' "$@"`;
  const bin = commandsIn(newFolder(), { 'petstore-conformance': command, npm: '' });
  return `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`;
}

export function nightsOnGithub(): Pipeline {
  const folder = newFolder();
  const PATH = pathWithCommand();
  const steps = workflow('github-nightly.yml').jobs.nightly?.steps ?? [];
  const night = async (target: Variables) => {
    rmSync(join(folder, 'summary'), { force: true });
    const outcomes = new Map<string, string>();
    let output = '';
    for (const step of steps.filter(({ run }) => run !== undefined)) {
      const hasFailed = [...outcomes.values()].includes('failure');
      if (hasFailed && !step.if?.includes('!cancelled()')) continue;
      const env = { PATH, GITHUB_STEP_SUMMARY: join(folder, 'summary'), ...variablesOf(step, target, outcomes) };
      const { code, stdout, stderr } = await bash(step.run ?? '', folder, env);
      outcomes.set(step.id ?? step.name ?? '', code === 0 ? 'success' : 'failure');
      output += stdout + stderr;
    }
    const summary = join(folder, 'summary');
    if (existsSync(summary)) output += readFileSync(summary, 'utf8');
    return { failed: [...outcomes.values()].includes('failure'), output };
  };
  return { folder, night };
}

function variablesOf({ env = {} }: Step, target: Variables, outcomes: ReadonlyMap<string, string>): Variables {
  const given = Object.entries(env).map(([name, value]) => {
    const [, id = ''] = /^\$\{\{ steps\.(\w+)\.outcome \}\}$/.exec(String(value)) ?? [];
    return [name, outcomes.get(id) ?? String(value)];
  });
  const sendsRequests = 'PETSTORE_API_KEY' in env;
  return { ...Object.fromEntries(given), ...(sendsRequests && { ...QUICK, ...target }) };
}

/** The loop of docs/gate.md, one night at a time; the first night makes the baseline. */
export function nightsOfTheGuide(): Pipeline {
  const folder = newFolder();
  const guide = readFileSync(`${ROOT}docs/gate.md`, 'utf8');
  const [, loop = ''] = /^for night in .*?; do\n(.*?)^done$/ms.exec(guide) ?? [];
  const firstNight = 'mkdir nightly && petstore-conformance --reporter json=nightly/last.json';
  const env = { PATH: pathWithCommand(), ...QUICK };
  const night = async (target: Variables) => {
    const script = existsSync(join(folder, 'nightly')) ? loop : firstNight;
    const { code, stdout, stderr } = await bash(script, folder, { ...env, ...target });
    return { failed: code !== 0, output: stdout + stderr };
  };
  return { folder, night };
}

export function nightsOnGitlab(): Pipeline {
  const folder = newFolder();
  const PATH = pathWithCommand();
  const { before_script = [], script = [], after_script = [], variables } = gitlabJob('conformance-nightly');
  const night = async (target: Variables) => {
    // Only what is in the cache is there in the next night.
    rmSync(join(folder, 'reports'), { recursive: true, force: true });
    const env = { PATH, ...variables, ...QUICK, ...target };
    const job = await bash([...before_script, ...script].join('\n'), folder, env);
    const failed = job.code !== 0;
    const CI_JOB_STATUS = failed ? 'failed' : 'success';
    const after = await bash(after_script.join('\n'), folder, { ...env, CI_JOB_STATUS });
    return { failed, output: [job.stdout, job.stderr, after.stdout, after.stderr].join('') };
  };
  return { folder, night };
}
