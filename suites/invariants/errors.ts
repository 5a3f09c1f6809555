import { headerOf, type Recorded, type Reply, recordOf } from '../../harness/http/reply.ts';
import { isInteger, isObject } from '../../harness/json/exact-json.ts';
import { errorProblem } from '../../harness/json/schema.ts';
import { keptText } from '../../harness/report/cut-body.ts';
import type { Operation } from '../../harness/report/model.ts';
import type { Breach, Invariant } from '../../harness/run/invariants.ts';
import { describe, show } from '../../harness/verdict/expect-reply.ts';

export const ERROR_STATUSES = ['400', '401', '404', 'other'] as const;
type ErrorStatus = (typeof ERROR_STATUSES)[number];

const DOCUMENTED: Readonly<Record<Operation, readonly number[]>> = {
  listPets: [200, 401],
  createPet: [201, 400, 401],
  getPet: [200, 401, 404],
};

const STACK_TRACE =
  /^\s+at .+:\d+|Traceback \(most recent call last\)|\.java:\d+\)|\bat [\w.<>$]+\(.*:\d+|goroutine \d+ \[|stack trace:/im;

function isError({ checked, status }: Reply): boolean {
  return checked && status >= 400;
}

function hasStatus({ status }: Reply, wanted: ErrorStatus): boolean {
  return wanted === 'other' ? ![400, 401, 404].includes(status) : status === Number(wanted);
}

function isWellFormedError(reply: Reply): boolean {
  return isError(reply) && reply.json.ok && errorProblem(reply.json.value) === undefined;
}

function statusField({ json }: Reply): unknown {
  return json.ok && isObject(json.value) ? json.value.status : undefined;
}

function hasBody({ checked, unreadable, text }: Reply): boolean {
  return checked && (unreadable !== undefined || text !== '');
}

const stateless: readonly Invariant[] = [
  ...ERROR_STATUSES.flatMap((status): readonly Invariant[] => [
    {
      requirement: `errors.shape.${status}`,
      // What cannot be read is reported by body.json.
      appliesTo: (reply) => isError(reply) && hasStatus(reply, status) && !reply.unreadable,
      breachOf: (reply) => {
        const problem = reply.json.ok ? errorProblem(reply.json.value) : reply.json.why;
        return problem ? { expected: 'an Error body', actual: `${problem}: ${describe(reply)}` } : undefined;
      },
    },
    {
      requirement: `errors.status-matches.${status}`,
      appliesTo: (reply) => isError(reply) && hasStatus(reply, status) && isInteger(statusField(reply)),
      breachOf: (reply) =>
        statusField(reply) === reply.status
          ? undefined
          : { expected: `status ${reply.status} in the body`, actual: show(statusField(reply)) },
    },
  ]),
  {
    requirement: 'errors.documented-status',
    appliesTo: ({ checked, documented, operation }) => checked && documented && operation !== undefined,
    breachOf: (reply) => {
      const { operation, status } = reply;
      if (operation === undefined || status >= 500 || DOCUMENTED[operation].includes(status)) return undefined;
      const expected = `one of the statuses ${DOCUMENTED[operation].join(', ')} from ${operation}`;
      return { expected, actual: describe(reply) };
    },
    reportedBy: ({ reply }, { failures }) =>
      failures
        .filter(
          ({ id, exchanges = [] }) =>
            id === reply.exchange.requirement ||
            exchanges.some((other) => other.operation === reply.operation && other.response?.status === reply.status),
        )
        .map(({ id }) => id),
  },
  {
    requirement: 'errors.no-5xx',
    appliesTo: ({ checked }) => checked,
    breachOf: (reply) =>
      reply.status >= 500 ? { expected: 'no 5xx, whatever is sent', actual: describe(reply) } : undefined,
  },
  {
    requirement: 'errors.no-leak',
    appliesTo: isError,
    breachOf: (reply) => {
      if (reply.leaksKey()) return { expected: 'no credential in an error body', actual: describe(reply) };
      if (!STACK_TRACE.test(reply.text.replaceAll('\\n', '\n'))) return undefined;
      return { expected: 'no stack trace in an error body', actual: describe(reply) };
    },
  },
  {
    requirement: 'body.content-type',
    appliesTo: hasBody,
    breachOf: (reply) => {
      const type = headerOf(reply, 'content-type');
      if (/^application\/json\s*(;|$)/i.test(type ?? '')) return undefined;
      return { expected: 'Content-Type: application/json', actual: type ?? 'no Content-Type' };
    },
  },
  {
    requirement: 'body.json',
    appliesTo: hasBody,
    breachOf: (reply) => {
      if (reply.unreadable) return { expected: 'a body that can be read to its end', actual: describe(reply) };
      if (reply.encoding !== 'utf-8') return { expected: 'a body in UTF-8', actual: reply.encoding };
      if (reply.json.ok) return undefined;
      return { expected: 'well-formed JSON', actual: `${reply.json.why}: ${describe(reply)}` };
    },
  },
];

/** Those that compare a response with earlier ones remember them, so each run has its own. */
export function errorInvariants(): readonly Invariant[] {
  return [...stateless, informative()];
}

function informative(): Invariant {
  const codes = new Map<string, { readonly code: string; readonly reply: Recorded }>();
  return {
    requirement: 'errors.informative',
    appliesTo: isWellFormedError,
    breachOf: (reply): Breach | undefined => {
      const { code, message } = (reply.json.ok ? reply.json.value : {}) as { code: string; message: string };
      if (code.trim() === '' || message.trim() === '') {
        return { expected: 'a code and a message that are not empty', actual: describe(reply) };
      }
      const condition = conditionOf(reply);
      if (condition === undefined) return undefined;
      const before = codes.get(condition);
      const kept = keptText(code);
      if (before === undefined) codes.set(condition, { code: kept, reply: recordOf(reply) });
      if (before === undefined || before.code === kept) return undefined;
      return {
        expected: `the code ${before.code}, as before`,
        actual: `${kept} for the same condition`,
        earlier: before.reply,
      };
    },
  };
}

/** What is surely one and the same condition, so that one code is to be expected. */
function conditionOf(reply: Reply): string | undefined {
  if (reply.status === 401 && reply.credential === 'missing') return 'no credential';
  if (reply.status === 404 && reply.operation === 'getPet' && reply.documented) return 'no such pet';
  if (reply.status === 400 && reply.request.body !== undefined) return `body ${reply.request.body}`;
  return undefined;
}
