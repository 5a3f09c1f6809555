import type { Incoming, Outgoing } from '../reference/service.ts';
import { ANSWERS, behind, type Front } from './disturbances.ts';
import type { Problems } from './expected.ts';
import type { Case, Part } from './part.ts';
import { simulate } from './simulation/simulate.ts';

/** A kind of input, and the requirements one of which says what its answer must be. */
interface Input {
  readonly is: (incoming: Incoming) => boolean;
  readonly about: readonly string[];
  /** The document leaves open with which 4xx it is refused, or a service may limit such requests. */
  readonly mayGet429?: true;
}

const textOf = ({ pieces }: Incoming) => Buffer.concat(pieces).toString();
const keyOf = ({ headers }: Incoming) => headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
const hasKey = (incoming: Incoming) => /^Bearer Proof-Key\.7f3a$/.test(keyOf(incoming) ?? '');
const asks = (method: string, path: RegExp) => (incoming: Incoming) =>
  incoming.method === method && path.test(incoming.target) && hasKey(incoming);
const creates = (body: RegExp) => (incoming: Incoming) =>
  incoming.method === 'POST' && body.test(textOf(incoming)) && hasKey(incoming);

const INPUTS: Readonly<Record<string, Input>> = {
  'the plain list': { is: asks('GET', /\/pets$/), about: ['list.ok', 'list.limit.default'] },
  'a limit and a status': {
    is: asks('GET', /\?(?=.*limit=1(&|$))(?=.*status=pending)/),
    about: ['list.status.with-limit', 'list.status.only'],
  },
  'a documented limit': {
    is: asks('GET', /[?&]limit=1$/),
    about: ['list.limit.minimum', 'list.limit.honoured', 'list.status.only', 'list.status.with-limit'],
  },
  'a limit that is text': { is: asks('GET', /limit=abc/), about: ['list.limit.malformed'], mayGet429: true },
  'a status': {
    is: asks('GET', /[?&]status=sold(&limit=\d+)?$/),
    about: ['list.status.only', 'list.status.complete', 'list.status.with-limit'],
  },
  'an emoji in a name': { is: creates(/\p{Emoji_Presentation}/u), about: ['create.echo'] },
  'the largest category': { is: creates(/9223372036854775807/), about: ['create.int64', 'create.echo'] },
  'an array as body': { is: creates(/^\s*\[/), about: ['create.bad-body', 'create.invalid'] },
  'null as body': { is: creates(/^\s*null\s*$/), about: ['create.bad-body', 'create.invalid'] },
  'no name': {
    is: creates(/^\s*\{\s*"categoryId"\s*:\s*\d+\s*\}\s*$/),
    about: ['create.missing-field', 'create.invalid'],
  },
  'a fetch of a pet': { is: asks('GET', /\/pets\/1$/), about: ['get.found'] },
  'a large unknown id': { is: asks('GET', /\/pets\/\d{15,18}$/), about: ['get.unknown'] },
  'an id that is text': { is: asks('GET', /\/pets\/abc$/), about: ['get.invalid-id'], mayGet429: true },
  'no credential': {
    is: (one) => keyOf(one) === undefined,
    about: ['auth.missing.listPets', 'auth.missing.createPet', 'auth.missing.getPet'],
    mayGet429: true,
  },
  'Bearer alone': {
    is: (one) => /^Bearer\s*$/.test(keyOf(one) ?? ''),
    about: ['auth.malformed'],
    mayGet429: true,
  },
};

/** For how long everybody gets the same afterwards, in milliseconds. */
const ECHOES = [0, 50, 300, 1_000, 5_000];

/** One input always gets an answer, and everybody gets it for some time after it, or whoever comes next. */
const storm = (is: Input['is'], given: Outgoing, echo: number | 'one other') => (): Front => {
  let endsAt = Number.NEGATIVE_INFINITY;
  let others = 0;
  return (incoming, at) => {
    const isInput = is(incoming);
    if (isInput && echo !== 'one other') endsAt = at + echo;
    if (isInput) others = 1;
    if (isInput || at < endsAt) return given;
    if (echo !== 'one other' || others === 0) return undefined;
    others = 0;
    return given;
  };
};

const BROKEN = /reset|refused|502|503|504/;

export function worldOf(input: string, answer: string, echo: number | 'one other') {
  const [cause, given] = [INPUTS[input], ANSWERS[answer]];
  if (!cause || !given) throw new Error(`There is no storm of ${answer} after ${input}.`);
  return behind(storm(cause.is, given, echo), 1);
}

export function stormOf(input: string, answer: string, echo: number | 'one other'): Case {
  const cause = INPUTS[input];
  if (!cause) throw new Error(`No input is called "${input}".`);
  return {
    name: `${answer} for ${input}, and for ${echo === 'one other' ? 'one other' : `everybody for ${echo} ms`}`,
    run: async (): Promise<Problems> => {
      const { report } = await simulate({ seed: 1, ...worldOf(input, answer, echo) });
      const isDue = ({ id }: { readonly id: string }) =>
        cause.about.includes(id) || (BROKEN.test(answer) && id === 'errors.no-5xx') || ALWAYS[answer] === id;
      const isAllowed = cause.mayGet429 === true && answer.startsWith('429');
      const failed = report.results.filter(({ outcome }) => outcome === 'fail');
      const extra = failed
        .filter(({ id }) => !isDue({ id }) && !SHARED.test(id))
        .map(({ id, violations: [first] = [] }) => `${id} fails: ${first?.actual}`);
      if (isAllowed) return extra;
      return failed.some(isDue) ? [] : [`exit code ${report.exitCode}: ${report.diagnosis ?? ''}`, ...extra];
    },
  };
}

/** What else says that such an answer is wrong, whatever was asked for. */
const ALWAYS: Readonly<Record<string, string>> = { '401': 'auth.accepted' };
/** They judge every answer. */
const SHARED = /^(errors|body)\./;

export const storms: Part = {
  name: 'storms',
  claim: 'servers on which one input is never answered as it must be, and disturbs everybody, that fail by that input',
  cases: () =>
    Object.keys(INPUTS).flatMap((input) =>
      Object.keys(ANSWERS)
        .filter((answer) => answer !== 'a refused connection' && !(answer === '401' && /credential|Bearer/.test(input)))
        .flatMap((answer) => ([...ECHOES, 'one other'] as const).map((echo) => stormOf(input, answer, echo))),
    ),
};
