import { isDeepStrictEqual } from 'node:util';
import { checkedStatement, decidedAgain, differencesFrom } from '../../cli/verification.ts';
import { recordDigest } from '../../harness/archive/record-digest.ts';
import type { Composed } from '../../harness/engine/compose.ts';
import { applyGate, type Gate } from '../../harness/gate/gate.ts';
import type { Report, Result } from '../../harness/model/report.ts';
import { renderAttestation } from '../../reporters/attestation.ts';
import { renderHar } from '../../reporters/har.ts';
import type { Problems } from '../expected.ts';

/** Anything but what depends on how long it takes to decide. */
const COMPARED = [
  ...['outcome', 'reason', 'why', 'covered', 'expected', 'actual', 'frequency', 'facts', 'data', 'intermittent'],
  ...['violations', 'restsOn', 'counterexample', 'curl', 'reproduces', 'exchanges'],
] as const satisfies readonly (keyof Result)[];

/**
 * A run must come to the same results once more when its own archive is inspected, and its attestation must follow from
 * the archive: what differs, in sentences.
 */
export function inspectOwnRecord(ran: Composed): Problems {
  const { statement, archive } = writtenBy(ran);
  const again = decidedAgain(archive, 'the archive', {});
  const refused = differencesFrom(checkedStatement(statement, 'the statement'), again);
  return [...differences(ran.report, again), ...refused.map((problem) => `verify: ${problem}`)];
}

/** The statement and the archive that a run writes, parsed. */
export interface Written {
  readonly statement: object;
  readonly archive: object;
}

export function writtenBy({ report, record, known }: Composed, gate: Gate = {}): Written {
  const subject = { name: 'registry.example.com/shop', sha256: 'a'.repeat(64) };
  const named: Report = { ...report, target: { ...report.target, subject } };
  const archive = JSON.parse(renderHar(named, { record: record(), known: known() }));
  const { strict, requireAll, now } = named.run.settings;
  const options = { strict: strict === true, requireAll: requireAll === true, today: String(now) };
  const gated = applyGate(named, gate, options);
  const attested = { ...gated, run: { ...gated.run, record: recordDigest(archive) } };
  return { statement: JSON.parse(renderAttestation(attested)), archive };
}

function differences(run: Report, inspected: Report): Problems {
  const ends = ({ verdict, exitCode, diagnosis }: Report) => `${verdict}, exit code ${exitCode}, ${diagnosis}`;
  const atEnd = ends(run) === ends(inspected) ? [] : [`the run is ${ends(run)}; inspect says ${ends(inspected)}`];
  const again = new Map(inspected.results.map((result) => [result.id, result]));
  return [...atEnd, ...run.results.flatMap((result) => differencesIn(result, again.get(result.id)))];
}

function differencesIn(result: Result, again: Result | undefined): Problems {
  return COMPARED.filter((field) => !isDeepStrictEqual(result[field], again?.[field])).map((field) => {
    const [before, after] = [result[field], again?.[field]].map((value) => JSON.stringify(value)?.slice(0, 300));
    return `${result.id}: ${field} is ${before} in the run and ${after} in inspect`;
  });
}
