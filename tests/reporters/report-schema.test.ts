import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import {
  type CaseReport,
  type Counterexample,
  type Created,
  type CutBody,
  type Drift,
  type Exchange,
  type Excuse,
  type Facts,
  type Frequency,
  type Interruption,
  LEVELS,
  type Notice,
  type Observation,
  type Occupancy,
  OPERATIONS,
  OUTCOMES,
  type Report,
  type Result,
  type StatusCount,
  VERDICTS,
} from '../../harness/report/model.ts';
import { REASON_KINDS } from '../../harness/verdict/reasons.ts';
import { exchange, failure, fullReport, intermittent, oldReport, reportOf, resultOf } from './samples.ts';

interface Schema {
  readonly enum?: readonly string[];
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, Schema>>;
  readonly additionalProperties: boolean;
  readonly $defs: Readonly<Record<string, Schema>>;
}

const schema: Schema = JSON.parse(readFileSync(new URL('../../schemas/report.schema.json', import.meta.url), 'utf8'));
const ajv = new Ajv2020({ allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(schema);

function complaints(value: unknown): readonly unknown[] {
  return validate(value) ? [] : (validate.errors ?? []);
}

test.each([
  ['one of everything', fullReport],
  ['no results', reportOf([])],
  ['only the fields of 0.1.0', oldReport],
  ['a target that is full', fullTarget()],
  [
    'a reason that has fields of its own',
    reportWithReason({ kind: 'too-few-pets', needed: 101, visible: 7, more: [] }),
  ],
])('a report with %s is valid', (_case, report) => {
  expect(complaints(report)).toEqual([]);
});

function fullTarget(): Report {
  const counts = { available: 141, pending: 100, sold: 103 };
  const why = { kind: 'target-full', what: 'a new pet', page: 100, counts } as const;
  const statuses = [{ status: 'sold', pets: 103, isFull: true, added: 2 }] as const;
  const run = { ...reportOf([]).run, population: { page: 100, statuses, runsLeft: 0 } };
  return reportOf([resultOf('list.complete', { outcome: 'unobservable', why })], { run });
}

/** The types refuse what the schema has to refuse too. */
function reportWithReason(why: object): object {
  return { ...fullReport, results: [{ ...resultOf('list.ok', { outcome: 'inconclusive' }), why }] };
}

const headerWithoutValue = { ...exchange, request: { ...exchange.request, headers: [['accept']] } };

test.each([
  ['a field too many', { ...fullReport, extra: 1 }],
  ['an unknown outcome', { ...fullReport, results: [{ ...resultOf('list.ok'), outcome: 'passed' }] }],
  ['another version', { ...fullReport, schemaVersion: 2 }],
  ['an unknown kind of reason', reportWithReason({ kind: 'bad-luck' })],
  ['a reason without a kind', reportWithReason({ because: ['list.ok'] })],
  ['causes that are not identifiers', reportWithReason({ kind: 'depends-on', because: [1] })],
  ['something intermittent that is not', { ...fullReport, results: [{ ...intermittent, intermittent: false }] }],
  [
    'an unknown connection',
    { ...fullReport, results: [{ ...failure, exchanges: [{ ...exchange, connection: 'old' }] }] },
  ],
  ['an unknown operation', { ...fullReport, results: [resultOf('list.ok'), { ...failure, covered: ['deletePet'] }] }],
  ['a header without a value', { ...fullReport, results: [{ ...failure, exchanges: [headerWithoutValue] }] }],
])('a report with %s is not', (_case, report) => {
  expect(complaints(report)).not.toEqual([]);
});

test('the schema knows every kind of reason', () => {
  expect(schema.$defs.reason?.properties.kind?.enum).toEqual(REASON_KINDS);
});

test('the schema leaves room for the fields of a reason and of an observation', () => {
  expect(schema.$defs.reason?.additionalProperties).toBe(true);
  expect(schema.$defs.data?.additionalProperties).toBe(true);
});

test('the schema allows the same words as the types', () => {
  expect(schema.$defs.level?.enum).toEqual(LEVELS);
  expect(schema.$defs.operation?.enum).toEqual(OPERATIONS);
  expect(schema.$defs.outcome?.enum).toEqual(OUTCOMES);
  expect(schema.properties.verdict?.enum).toEqual(VERDICTS);
});

/** The compiler refuses a table that lacks a field, has one too many, or is wrong about which ones may be absent. */
type Fields<T> = { readonly [Key in keyof T]-?: object extends Pick<T, Key> ? 'optional' : 'required' };

const reportFields: Fields<Report> = {
  schemaVersion: 'required',
  verdict: 'required',
  exitCode: 'required',
  diagnosis: 'optional',
  warnings: 'optional',
  suite: 'required',
  target: 'required',
  run: 'required',
  causes: 'optional',
  results: 'required',
  observations: 'required',
  gate: 'optional',
};
const suiteFields: Fields<Report['suite']> = { name: 'required', version: 'required' };
const targetFields: Fields<Report['target']> = { baseUrl: 'required' };
const runFields: Fields<Report['run']> = {
  id: 'required',
  seed: 'required',
  startedAt: 'required',
  durationMs: 'required',
  requests: 'required',
  creations: 'required',
  population: 'optional',
  interruptions: 'optional',
  created: 'required',
  settings: 'required',
};
const resultFields: Fields<Result> = {
  id: 'required',
  level: 'required',
  area: 'required',
  operation: 'optional',
  statement: 'required',
  section: 'required',
  outcome: 'required',
  reason: 'optional',
  why: 'optional',
  expected: 'optional',
  actual: 'optional',
  exchanges: 'optional',
  curl: 'optional',
  counterexample: 'optional',
  cases: 'optional',
  frequency: 'optional',
  intermittent: 'optional',
  partial: 'optional',
  covered: 'optional',
  facts: 'optional',
  data: 'optional',
  fingerprint: 'optional',
  rounds: 'optional',
  excuse: 'optional',
  durationMs: 'required',
};
const casesFields: Fields<NonNullable<Result['cases']>> = { total: 'required', listed: 'required' };
const caseFields: Fields<CaseReport> = {
  input: 'required',
  expected: 'required',
  actual: 'required',
  curl: 'optional',
  exchange: 'optional',
};
const frequencyFields: Fields<Frequency> = {
  failed: 'required',
  of: 'required',
  unit: 'required',
  repeated: 'optional',
};
const repeatedFields: Fields<NonNullable<Frequency['repeated']>> = { times: 'required', failed: 'required' };
const factsFields: Fields<Facts> = { petIds: 'optional', pageSize: 'optional' };
const interruptionFields: Fields<Interruption> = { startedAt: 'required', durationMs: 'required', status: 'required' };
const occupancyFields: Fields<Occupancy> = { page: 'required', statuses: 'required', runsLeft: 'optional' };
const statusCountFields: Fields<StatusCount> = {
  status: 'required',
  pets: 'required',
  isFull: 'required',
  added: 'required',
};
const gateFields: Fields<NonNullable<Report['gate']>> = { notices: 'required', drifted: 'required' };
const noticeFields: Fields<Notice> = { kind: 'required', id: 'required', sentence: 'required', fails: 'required' };
const driftFields: Fields<Drift> = { id: 'required', statement: 'required', before: 'required', after: 'required' };
const excuseFields: Fields<Excuse> = { by: 'required', reason: 'required', owner: 'optional', until: 'optional' };
const createdFields: Fields<Created> = { id: 'optional', name: 'optional', requirement: 'required' };
const observationFields: Fields<Observation> = {
  id: 'required',
  statement: 'required',
  value: 'required',
  data: 'optional',
  exchanges: 'optional',
};
const counterexampleFields: Fields<Counterexample> = { value: 'required', seed: 'required', path: 'required' };
const exchangeFields: Fields<Exchange> = {
  number: 'required',
  requirement: 'required',
  operation: 'optional',
  request: 'required',
  response: 'optional',
  failure: 'optional',
  connection: 'optional',
  startedAt: 'required',
  durationMs: 'required',
};
const requestFields: Fields<Exchange['request']> = {
  method: 'required',
  url: 'required',
  headers: 'required',
  body: 'optional',
};
const responseFields: Fields<NonNullable<Exchange['response']>> = {
  status: 'required',
  headers: 'required',
  body: 'required',
  cut: 'optional',
  unreadable: 'optional',
};
const cutFields: Fields<CutBody> = { bytes: 'required', sha256: 'required', head: 'required', tail: 'required' };
const failureFields: Fields<NonNullable<Exchange['failure']>> = { kind: 'required', message: 'required' };

test.each([
  ['Report', reportFields, schema],
  ['Report.suite', suiteFields, schema.properties.suite],
  ['Report.target', targetFields, schema.properties.target],
  ['Report.run', runFields, schema.properties.run],
  ['Result', resultFields, schema.$defs.result],
  ['Result.cases', casesFields, schema.$defs.cases],
  ['CaseReport', caseFields, schema.$defs.case],
  ['Frequency', frequencyFields, schema.$defs.frequency],
  ['Frequency.repeated', repeatedFields, schema.$defs.frequency?.properties.repeated],
  ['Facts', factsFields, schema.$defs.facts],
  ['Interruption', interruptionFields, schema.$defs.interruption],
  ['Occupancy', occupancyFields, schema.$defs.occupancy],
  ['StatusCount', statusCountFields, schema.$defs.statusCount],
  ['Report.gate', gateFields, schema.properties.gate],
  ['Notice', noticeFields, schema.$defs.notice],
  ['Drift', driftFields, schema.$defs.drift],
  ['Excuse', excuseFields, schema.$defs.excuse],
  ['Created', createdFields, schema.$defs.created],
  ['Observation', observationFields, schema.$defs.observation],
  ['Counterexample', counterexampleFields, schema.$defs.counterexample],
  ['Exchange', exchangeFields, schema.$defs.exchange],
  ['Exchange.request', requestFields, schema.$defs.exchange?.properties.request],
  ['Exchange.response', responseFields, schema.$defs.exchange?.properties.response],
  ['Exchange.failure', failureFields, schema.$defs.exchange?.properties.failure],
  ['Exchange.response.cut', cutFields, schema.$defs.cut],
  ['Exchange.response.unreadable', failureFields, schema.$defs.exchange?.properties.response?.properties.unreadable],
])('the schema has the fields of %s and no others', (_type, fields, described) => {
  const required = Object.entries(fields).flatMap(([name, presence]) => (presence === 'required' ? [name] : []));
  expect(Object.keys(described?.properties ?? {}).sort()).toEqual(Object.keys(fields).sort());
  expect(described?.required.toSorted()).toEqual(required.sort());
  expect(described?.additionalProperties).toBe(false);
});

test('the documentation explains every kind of reason, in the order of the schema', () => {
  const guide = readFileSync(new URL('../../docs/verdicts.md', import.meta.url), 'utf8');
  const table = guide.slice(guide.indexOf('| kind |'));
  expect([...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, kind]) => kind)).toEqual(REASON_KINDS);
});
