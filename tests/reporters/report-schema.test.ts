import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import {
  type Counterexample,
  type Created,
  type Drift,
  type Exchange,
  type Excuse,
  LEVELS,
  type Notice,
  type Observation,
  OPERATIONS,
  OUTCOMES,
  type Report,
  type Result,
  VERDICTS,
} from '../../harness/report/model.ts';
import { exchange, failure, fullReport, reportOf, resultOf } from './samples.ts';

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
])('a report with %s is valid', (_case, report) => {
  expect(complaints(report)).toEqual([]);
});

const headerWithoutValue = { ...exchange, request: { ...exchange.request, headers: [['accept']] } };

test.each([
  ['a field too many', { ...fullReport, extra: 1 }],
  ['an unknown outcome', { ...fullReport, results: [{ ...resultOf('list.ok'), outcome: 'passed' }] }],
  ['another version', { ...fullReport, schemaVersion: 2 }],
  ['a header without a value', { ...fullReport, results: [{ ...failure, exchanges: [headerWithoutValue] }] }],
])('a report with %s is not', (_case, report) => {
  expect(complaints(report)).not.toEqual([]);
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
  expected: 'optional',
  actual: 'optional',
  exchanges: 'optional',
  curl: 'optional',
  counterexample: 'optional',
  fingerprint: 'optional',
  rounds: 'optional',
  excuse: 'optional',
  durationMs: 'required',
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
};
const failureFields: Fields<NonNullable<Exchange['failure']>> = { kind: 'required', message: 'required' };

test.each([
  ['Report', reportFields, schema],
  ['Report.suite', suiteFields, schema.properties.suite],
  ['Report.target', targetFields, schema.properties.target],
  ['Report.run', runFields, schema.properties.run],
  ['Result', resultFields, schema.$defs.result],
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
])('the schema has the fields of %s and no others', (_type, fields, described) => {
  const required = Object.entries(fields).flatMap(([name, presence]) => (presence === 'required' ? [name] : []));
  expect(Object.keys(described?.properties ?? {}).sort()).toEqual(Object.keys(fields).sort());
  expect(described?.required.toSorted()).toEqual(required.sort());
  expect(described?.additionalProperties).toBe(false);
});
