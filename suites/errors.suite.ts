import type { CheckContext } from '../harness/context.ts';
import { identityOf, isInteger, isObject } from '../harness/exact-json.ts';
import { headerOf, type Reply } from '../harness/http/reply.ts';
import { describe, show } from '../harness/judge.ts';
import type { Operation } from '../harness/report/model.ts';
import { errorProblem, petProblem } from '../harness/schema.ts';
import { Inconclusive, Skipped, Violation } from '../harness/verdicts.ts';
import { requirement } from './requirement.ts';
import { seeFailed } from './see-failed.ts';

const ERROR_STATUSES = ['400', '401', '404', 'other'] as const;
type ErrorStatus = (typeof ERROR_STATUSES)[number];

const DOCUMENTED: Readonly<Record<Operation, readonly number[]>> = {
  listPets: [200, 401],
  createPet: [201, 400, 401],
  getPet: [200, 401, 404],
};

/** Whose failure may be why a status was not met. */
const DRAWN_BY = {
  '400': /^(auth\.accepted|create\.(minimal|missing-field|wrong-type|out-of-range|bad-status|bad-body|invalid))$/,
  '401': /^auth\.(missing|invalid-key|wrong-scheme)\./,
  '404': /^(auth\.accepted|deprecation\.still-served|get\.unknown)$/,
} as const;

/** Creations that were to be refused: where one is accepted, its own requirement tells, and not the animal's shape. */
const REFUSABLE = /^create\.(missing-field|wrong-type|out-of-range|bad-status|bad-body|invalid|no-effect)$/;

const STACK_TRACE =
  /^\s+at .+:\d+|Traceback \(most recent call last\)|\.java:\d+\)|\bat [\w.<>$]+\(.*:\d+|goroutine \d+ \[|stack trace:/im;

export const errorChecks = [
  ...ERROR_STATUSES.map((status) =>
    requirement(`errors.shape.${status}`, { stage: 'journal', traffic: 'everything' }, async (context) => {
      const replies = errorsWith(status, context);
      for (const reply of replies) {
        const problem = reply.json.ok ? errorProblem(reply.json.value) : reply.json.why;
        if (problem) throw new Violation('an Error body', `${problem}: ${describe(reply)}`, [reply]);
      }
      return replies.length === 0 ? 'No other error status was met.' : undefined;
    }),
  ),

  ...ERROR_STATUSES.map((status) =>
    requirement(`errors.status-matches.${status}`, { stage: 'journal', traffic: 'everything' }, async (context) => {
      const replies = errorsWith(status, context).filter((reply) => isInteger(statusField(reply)));
      for (const reply of replies) {
        const told = statusField(reply);
        if (told !== reply.status) throw new Violation(`status ${reply.status} in the body`, show(told), [reply]);
      }
      if (replies.length > 0) return undefined;
      if (status === 'other') return 'No other error status was met.';
      throw new Inconclusive(`No Error with an integer status was met (see errors.shape.${status}).`);
    }),
  ),

  requirement('errors.documented-status', { stage: 'journal', traffic: 'everything' }, async (context) => {
    const documented = context.journal.filter((reply) => reply.judged && reply.documented);
    if (documented.length === 0) throw new Inconclusive('No documented request was answered.');
    const told = new Set(
      context.failures.flatMap((failure) =>
        (failure.exchanges ?? []).map((e) => `${e.operation} ${e.response?.status}`),
      ),
    );
    const failed = new Set(context.failures.map((failure) => failure.id));
    const stray = documented.find(
      ({ operation, status, exchange }) =>
        !failed.has(exchange.requirement) &&
        operation &&
        status < 500 &&
        !DOCUMENTED[operation].includes(status) &&
        !told.has(`${operation} ${status}`),
    );
    if (stray?.operation) {
      const expected = `one of the statuses ${DOCUMENTED[stray.operation].join(', ')} from ${stray.operation}`;
      throw new Violation(expected, describe(stray), [stray]);
    }
  }),

  requirement('errors.no-5xx', { stage: 'journal', traffic: 'everything' }, async ({ journal }) => {
    const judged = journal.filter((reply) => reply.judged);
    const broken = judged.find((reply) => reply.status >= 500);
    if (broken) throw new Violation('no 5xx, whatever is sent', describe(broken), [broken]);
    if (judged.length === 0) throw new Inconclusive('No response was met.');
  }),

  requirement('errors.informative', { stage: 'journal', traffic: 'everything' }, async ({ journal }) => {
    const codes = new Map<string, { readonly code: string; readonly reply: Reply }>();
    let seen = 0;
    for (const reply of journal) {
      if (!reply.judged || reply.status < 400 || !reply.json.ok || errorProblem(reply.json.value)) continue;
      const { code, message } = reply.json.value as { readonly code: string; readonly message: string };
      seen += 1;
      if (code.trim() === '' || message.trim() === '') {
        throw new Violation('a code and a message that are not empty', describe(reply), [reply]);
      }
      const condition = conditionOf(reply);
      if (condition === undefined) continue;
      const before = codes.get(condition);
      if (before && before.code !== code) {
        throw new Violation(`the code ${before.code}, as before`, `${code} for the same condition`, [
          before.reply,
          reply,
        ]);
      }
      codes.set(condition, { code, reply });
    }
    if (seen === 0) throw new Inconclusive('No well-formed Error was met.');
  }),

  requirement('errors.no-leak', { stage: 'journal', traffic: 'everything' }, async ({ journal }) => {
    const errors = journal.filter((reply) => reply.judged && reply.status >= 400);
    for (const reply of errors) {
      if (reply.leaksKey) throw new Violation('no credential in an error body', describe(reply), [reply]);
      if (STACK_TRACE.test(reply.text.replaceAll('\\n', '\n'))) {
        throw new Violation('no stack trace in an error body', describe(reply), [reply]);
      }
    }
    if (errors.length === 0) throw new Inconclusive('No error was met.');
  }),

  requirement('body.content-type', { stage: 'journal', traffic: 'everything' }, async (context) => {
    for (const reply of bodiesIn(context)) {
      const type = headerOf(reply, 'content-type');
      if (!/^application\/json\s*(;|$)/i.test(type ?? '')) {
        throw new Violation('Content-Type: application/json', type ?? 'no Content-Type', [reply]);
      }
    }
  }),

  requirement('body.json', { stage: 'journal', traffic: 'everything' }, async (context) => {
    for (const reply of bodiesIn(context)) {
      if (reply.encoding !== 'utf-8') throw new Violation('a body in UTF-8', reply.encoding, [reply]);
      if (!reply.json.ok) throw new Violation('well-formed JSON', `${reply.json.why}: ${describe(reply)}`, [reply]);
    }
  }),

  requirement('body.pet-shape', { stage: 'journal', traffic: 'everything' }, async ({ journal }) => {
    const refusable = (reply: Reply) => reply.operation === 'createPet' && REFUSABLE.test(reply.exchange.requirement);
    const accepted = journal
      .filter(refusable)
      .flatMap(petsIn)
      .filter((pet) => pet.id !== undefined && petProblem(pet) !== undefined);
    const excused = new Set(accepted.map((pet) => identityOf(pet.id)));
    let seen = 0;
    for (const reply of journal) {
      if (!reply.judged || refusable(reply)) continue;
      for (const pet of petsIn(reply)) {
        if (excused.has(identityOf(pet.id))) continue;
        const problem = petProblem(pet);
        if (problem) throw new Violation('a valid Pet', `${problem}: ${show(pet)}`, [reply]);
        seen += 1;
      }
    }
    if (seen === 0) throw new Inconclusive('No Pet was seen.');
  }),
];

function errorsWith(status: ErrorStatus, context: CheckContext): readonly Reply[] {
  const { journal, settings } = context;
  const named: readonly number[] = [400, 401, 404];
  const judged = journal.filter((reply) => reply.judged && reply.status >= 400);
  if (status === 'other') {
    if (judged.length === 0) throw new Inconclusive('No error was met.');
    return judged.filter((reply) => !named.includes(reply.status));
  }
  const replies = judged.filter((reply) => reply.status === Number(status));
  if (replies.length === 0 && status === '400' && settings.readOnly) {
    throw new Skipped('Read-only: no 400 was met, and what is documented to draw one could create an animal.');
  }
  if (replies.length === 0) throw new Inconclusive(`No ${status} was met${seeFailed(context, DRAWN_BY[status])}.`);
  return replies;
}

function statusField(reply: Reply): unknown {
  return reply.json.ok && isObject(reply.json.value) ? reply.json.value.status : undefined;
}

function bodiesIn({ journal }: CheckContext): readonly Reply[] {
  const bodies = journal.filter((reply) => reply.judged && reply.text !== '');
  if (bodies.length === 0) throw new Inconclusive('No body was seen.');
  return bodies;
}

function petsIn(reply: Reply) {
  if (!reply.json.ok) return [];
  const { value } = reply.json;
  const isList = reply.operation === 'listPets' && reply.status === 200;
  if (isList) return Array.isArray(value) ? value.filter(isObject) : [];
  const isPet =
    (reply.operation === 'createPet' && reply.status === 201) || (reply.operation === 'getPet' && reply.status === 200);
  return isPet && isObject(value) ? [value] : [];
}

/** What is surely one and the same condition, so that one code is to be expected. */
function conditionOf(reply: Reply): string | undefined {
  if (reply.status === 401 && reply.credential === 'none') return 'no credential';
  if (reply.status === 404 && reply.operation === 'getPet' && reply.documented) return 'no such animal';
  if (reply.status === 400 && reply.request.body !== undefined) return `body ${reply.request.body}`;
  return undefined;
}
