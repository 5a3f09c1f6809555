import { UsageError } from '../harness/basics/usage-error.ts';
import { isObject } from '../harness/json/exact-json.ts';
import { suiteDigest } from '../harness/report/suite-digest.ts';
import { SUITE_NAME, SUITE_VERSION } from '../harness/report/suite-version.ts';
import { finderOf, readerOf } from '../harness/settings/settings.ts';
import { visible } from '../reporters/escape-controls.ts';
import { count, labelled, paragraphs } from '../reporters/text.ts';
import { readJson } from './files.ts';
import type { Invocation } from './invocation.ts';
import { exitCodes, print } from './io.ts';
import { readGate } from './settings.ts';
import { checkedStatement, decidedAgain, differencesFrom, digestIn, type Statement } from './verification.ts';

const GENUINE =
  'It does not show that the record is genuine: whoever ran the suite and signed the statement vouches for that.';

/** Whether an attestation follows from the record of its run. Nothing is sent. */
export async function verify({ flags, operands: [name = ''], io }: Invocation): Promise<number> {
  const read = readerOf(finderOf(flags, {}, ''));
  const value = await readJson(name, io.cwd, 'name a statement that --reporter attestation=FILE wrote');
  const statement = checkedStatement(value, name);
  checkSuite(statement, name);
  checkDay(statement, name, read('now'));
  const [waivers, baseline] = [read('waivers'), read('baseline')];
  const gate = await readGate({ waivers, baseline }, io);
  const record = flags.get('record')?.at(-1);
  if (record === undefined) {
    throw new UsageError(
      `Only the record shows whether the verdict of ${name} follows from it: give --record RUN.har.`,
    );
  }
  if (digestIn(statement, 'record') === undefined) {
    throw new UsageError(`${name} does not name a record: make one with run --reporter attestation=FILE.`);
  }
  for (const [part, file] of Object.entries({ waivers, baseline })) {
    if (file === undefined && digestIn(statement, part) !== undefined) {
      throw new UsageError(`${name} rests on a ${part} file: give it as --${part} FILE.`);
    }
  }
  const archive = await readJson(record, io.cwd, 'name the record that --reporter har=FILE wrote');
  const decided = decidedAgain(archive, record, gate);
  const differences = differencesFrom(statement, decided);
  if (differences.length > 0) {
    const head = `${name} does not follow from ${record}: ${count(differences.length, 'difference')}.`;
    await print(io.stdout, shown([[head], differences.map((one) => `  ${one}`)]));
    return exitCodes.violating.code;
  }
  const basis = `${count(decided.run.requests, 'exchange')} decided again, digests agree`;
  await print(io.stdout, shown([[`${name} follows from ${record}: ${basis}.`], rowsOf(statement), [GENUINE]]));
  return exitCodes.conforming.code;
}

/** Another version decides by other rules. */
function checkSuite(statement: Statement, name: string): void {
  const { version } = statement.predicate.petstoreConformance;
  if (version !== SUITE_VERSION) {
    throw new UsageError(
      `${name} is of version ${version}, and this is ${SUITE_VERSION}: verify it with ${SUITE_NAME}@${version}.`,
    );
  }
  const digest = digestIn(statement, 'suite');
  if (digest !== undefined && digest !== suiteDigest()) {
    throw new UsageError(
      `${name} is of a suite with other sources (sha256 ${digest}; these have ${suiteDigest()}): verify it with the same release.`,
    );
  }
}

function checkDay(statement: Statement, name: string, today: string): void {
  const { validUntil } = statement.predicate.petstoreConformance;
  if (typeof validUntil !== 'string' || today <= validUntil) return;
  throw new UsageError(`${name} was valid until ${validUntil}, and today is ${today}: check the server again.`);
}

/** What a statement says about itself. */
function rowsOf({ predicate, subject }: Statement): readonly string[] {
  const { verdict, exitCode, checked, total, target, startedAt, validUntil } = predicate.petstoreConformance;
  return labelled(
    [
      ['Subject', subjectsIn(subject)],
      ['Target', `${target}`],
      ['Result', `${predicate.result}: ${verdict}, ${checked} of ${total} requirements checked, exit code ${exitCode}`],
      ['Made', `${startedAt}${validUntil === undefined ? ', without an end' : `, valid until ${validUntil}`}`],
    ],
    100,
  );
}

function subjectsIn(subject: unknown): string {
  const all = [subject].flat().map((one) => (isObject(one) ? one : {}));
  const digestOf = ({ digest }: (typeof all)[number]) => (isObject(digest) ? digest.sha256 : undefined);
  return all.map((one) => `${one.name}@sha256:${digestOf(one)}`).join(', ');
}

function shown(all: Parameters<typeof paragraphs>[0]): string {
  return visible(paragraphs(all));
}
