import { isDeepStrictEqual } from 'node:util';
import { type Recording, recordFromHar } from '../harness/archive/har.ts';
import { recordDigest } from '../harness/archive/record-digest.ts';
import { UsageError } from '../harness/basics/usage-error.ts';
import { applyGate, type Gate } from '../harness/gate/gate.ts';
import { isObject } from '../harness/json/exact-json.ts';
import type { Report } from '../harness/model/report.ts';
import { resolveSettings } from '../harness/settings/settings.ts';
import { renderAttestation, STATEMENT, TEST_RESULT } from '../reporters/attestation.ts';
import { inspectRecording } from '../suites/inspect.ts';
import { exitCodes, STOP_SIGNALS } from './io.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An attestation of this suite, as far as it is read here. */
export interface Statement {
  readonly _type: string;
  readonly subject: unknown;
  readonly predicate: Fields & {
    readonly result: string;
    readonly configuration: readonly (Fields & { readonly name: string })[];
    readonly petstoreConformance: Fields;
  };
}

/** A statement may come from anywhere. */
export function checkedStatement(value: unknown, name: string): Statement {
  const isOurs = isObject(value) && value._type === STATEMENT && value.predicateType === TEST_RESULT;
  const predicate = isOurs && isObject(value.predicate) ? value.predicate : {};
  const { configuration, petstoreConformance } = predicate;
  const isListed = Array.isArray(configuration) && configuration.every((one) => isObject(one) && 'name' in one);
  if (isListed && isObject(petstoreConformance)) return value as unknown as Statement;
  throw new UsageError(
    `${name} is not an attestation of this suite: name a statement that --reporter attestation=FILE wrote.`,
  );
}

/** A part of the configuration. */
export function partOf({ predicate }: Statement, part: string): Fields | undefined {
  return predicate.configuration.find(({ name }) => name === part);
}

export function digestIn(statement: Statement, part: string): string | undefined {
  const { digest } = partOf(statement, part) ?? {};
  return isObject(digest) && typeof digest.sha256 === 'string' ? digest.sha256 : undefined;
}

/** What the suite decides from an archive of its own, with the waivers and the baseline of the run. */
export function decidedAgain(archive: unknown, name: string, gate: Gate): Report {
  const recording = recordFromHar(archive, name, '/pets');
  const { run } = recording;
  if (run === undefined) {
    throw new UsageError(`${name} is not the record of a run: name the file that --reporter har=FILE wrote.`);
  }
  const { report } = inspectRecording(recording, unknownTarget(recording));
  const { strict = false, requireAll = false, now = '' } = run.settings;
  const gated = applyGate(report, gate, { strict, requireAll, today: now });
  return { ...gated, run: { ...gated.run, record: recordDigest(archive, name) } };
}

/** Everything that decides comes from the recording. */
export function unknownTarget({ baseUrl }: Pick<Recording, 'baseUrl'>) {
  return { ...resolveSettings(new Map(), {}, ''), baseUrl, apiKey: '', runId: '' };
}

/** What a statement says and the record does not show, in sentences. */
export function differencesFrom(statement: Statement, decided: Report): readonly string[] {
  const ended = endedLike(statement, decided);
  const again = checkedStatement(JSON.parse(renderAttestation(ended)), 'The statement');
  return [
    ...differencesOf('', withoutPredicate(statement), withoutPredicate(again)),
    ...outcomeDifferences(statement, again),
    ...differencesOf('', comparable(statement), comparable(again)),
  ];
}

function withoutPredicate({ predicate: _predicate, ...rest }: Statement): Fields {
  return rest;
}

/** A record says that a run was interrupted, and not by which signal. */
function endedLike({ predicate }: Statement, decided: Report): Report {
  const exitCode = Number(predicate.petstoreConformance.exitCode);
  const isStopped =
    decided.exitCode === exitCodes.interrupted.code && Object.values<number>(STOP_SIGNALS).includes(exitCode);
  return isStopped ? { ...decided, exitCode } : decided;
}

/** The lists in which requirements are: of the predicate, and of its extension. */
const LISTS: Readonly<Record<string, string>> = { passedTests: 'passed', warnedTests: 'warned', failedTests: 'failed' };
const MORE_LISTS: Readonly<Record<string, string>> = {
  undecidedTests: 'inconclusive',
  unobservableTests: 'unobservable',
  skippedTests: 'skipped',
};

/** By requirement: what the statement says of it. */
export function outcomesIn({ predicate }: Statement): ReadonlyMap<string, string> {
  const outcomes = new Map<string, string>();
  const listed = [
    ...Object.entries(LISTS).map(([list, word]) => [predicate[list], word] as const),
    ...Object.entries(MORE_LISTS).map(([list, word]) => [predicate.petstoreConformance[list], word] as const),
  ];
  for (const [ids, word] of listed) {
    for (const id of [ids ?? []].flat().map(String)) {
      const before = outcomes.get(id);
      outcomes.set(id, before === undefined ? word : `${before} and ${word}`);
    }
  }
  return outcomes;
}

function outcomeDifferences(statement: Statement, again: Statement): readonly string[] {
  const [said, shown] = [outcomesIn(statement), outcomesIn(again)];
  return [...new Set([...shown.keys(), ...said.keys()])]
    .filter((id) => said.get(id) !== shown.get(id))
    .map((id) => `${id}: ${contrast(said.get(id) ?? 'nothing', shown.get(id) ?? 'nothing')}`);
}

/** Without the lists, and with the configuration by name, so that a difference names its place. */
function comparable({ predicate }: Statement): Fields {
  const { configuration, petstoreConformance, ...rest } = predicate;
  return {
    ...without(rest, LISTS),
    ...Object.fromEntries(configuration.map((one, index) => [nameOf(one, index, configuration), one])),
    petstoreConformance: without(petstoreConformance, MORE_LISTS),
  };
}

const without = (fields: Fields, names: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in names)));

/** A name that comes twice is a difference too. */
function nameOf({ name }: { readonly name: string }, index: number, all: readonly { readonly name: string }[]) {
  const place = `configuration ${name}`;
  return all.findIndex((one) => one.name === name) === index ? place : `${place} (${index + 1})`;
}

function differencesOf(place: string, said: unknown, shown: unknown): readonly string[] {
  if (isDeepStrictEqual(said, shown)) return [];
  if (!isObject(said) || !isObject(shown)) {
    const [one, other] = [said, shown].map((value) => (value === undefined ? 'nothing' : JSON.stringify(value)));
    return [`${place}: ${contrast(one ?? '', other ?? '')}`];
  }
  const names = [...new Set([...Object.keys(shown), ...Object.keys(said)])];
  return names.flatMap((name) => differencesOf(place === '' ? name : `${place}.${name}`, said[name], shown[name]));
}

function contrast(said: string, shown: string): string {
  return `the statement says ${said}, the record ${shown}`;
}
