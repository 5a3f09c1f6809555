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

/** The digest of a part of the configuration. */
export function digestIn({ predicate }: Statement, part: string): string | undefined {
  const digest = predicate.configuration.find(({ name }) => name === part)?.digest;
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
function unknownTarget({ baseUrl }: Pick<Recording, 'baseUrl'>) {
  return { ...resolveSettings(new Map(), {}, ''), baseUrl, apiKey: '', runId: '' };
}

/** What a statement says and the record does not show, in sentences. */
export function differencesFrom(statement: Statement, decided: Report): readonly string[] {
  const ended = endedLike(statement, decided);
  const [said, shown] = [statement, JSON.parse(renderAttestation(ended))].map(claimsIn);
  const places = new Set([...(shown?.keys() ?? []), ...(said?.keys() ?? [])]);
  return [...places].flatMap((place) => {
    const [claim = 'nothing', fact = 'nothing'] = [said?.get(place), shown?.get(place)];
    return claim === fact ? [] : [`${place}: the statement says ${claim}, the record ${fact}`];
  });
}

/** A record says that a run was interrupted, and not by which signal. */
function endedLike({ predicate }: Statement, decided: Report): Report {
  const exitCode = Number(predicate.petstoreConformance.exitCode);
  const isStopped =
    decided.exitCode === exitCodes.interrupted.code && Object.values<number>(STOP_SIGNALS).includes(exitCode);
  return isStopped ? { ...decided, exitCode } : decided;
}

/** Every value by its place. In a list that is its name, or itself; what is there twice is one claim of two values. */
function claimsIn(statement: unknown): ReadonlyMap<string, string> {
  const claims = new Map<string, string>();
  const add = (value: unknown, place: string) => {
    if (Array.isArray(value)) for (const one of value) add(one, `${place} ${isObject(one) ? one.name : one}`);
    else if (isObject(value)) for (const [name, one] of Object.entries(value)) add(one, `${place}.${name}`);
    else claims.set(place, [claims.get(place), JSON.stringify(value)].filter(Boolean).join(' and '));
  };
  if (isObject(statement)) for (const [name, one] of Object.entries(statement)) add(one, name);
  return claims;
}
