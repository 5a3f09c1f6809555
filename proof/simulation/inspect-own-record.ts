import { isDeepStrictEqual } from 'node:util';
import { recordFromHar } from '../../harness/archive/har.ts';
import type { Composed } from '../../harness/engine/compose.ts';
import type { Report, Result } from '../../harness/model/report.ts';
import { resolveSettings } from '../../harness/settings/settings.ts';
import { renderHar } from '../../reporters/har.ts';
import { inspectRecording } from '../../suites/inspect.ts';
import type { Problems } from '../expected.ts';

/** Anything but what depends on how long it takes to decide. */
const COMPARED = [
  ...['outcome', 'reason', 'why', 'covered', 'data', 'violations', 'restsOn'],
] as const satisfies readonly (keyof Result)[];

/** A run must come to the same results once more when its own archive is inspected: what differs, in sentences. */
export function inspectOwnRecord({ report, record, known }: Composed): Problems {
  const archive = JSON.parse(renderHar(report, { record: record(), known: known() }));
  const again = inspectRecording(recordFromHar(archive, 'the archive'), resolveSettings(new Map(), {}, ''));
  return differences(report, again.report);
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
