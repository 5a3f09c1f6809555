import { requestOf } from '../harness/archive/har.ts';
import { defined } from '../harness/basics/defined.ts';
import { groupBy } from '../harness/basics/group-by.ts';
import type { Again } from '../harness/engine/run-facts.ts';
import { isInteger, isObject, jsonOf } from '../harness/json/exact-json.ts';
import type { Report, ShownExchange } from '../harness/model/report.ts';
import { isViolated } from '../harness/report/verdict.ts';
import type { RunSettings } from '../harness/settings/settings.ts';
import { KeyRestorer } from './inputs/restore-key.ts';

/** The requests that failed in a report, as this run would send them: with its key and its own marks. */
export function requestsToReplay(report: Report, ids: readonly string[], settings: RunSettings): readonly Again[] {
  const failed = report.results.filter((result) => isViolated(result) && ids.includes(result.id));
  const found = failed.flatMap(({ id, violations: [first] = [] }) => (first ? [{ id, ...first }] : []));
  const groups = groupBy(found, ({ exchanges = [] }) => exchanges.at(-1)?.number);
  return [...groups.values()].flatMap((failures) => {
    const [cause, last] = (failures[0].exchanges ?? []).slice(-2);
    const request = last ?? cause;
    if (request === undefined) return [];
    const requirements = failures.map(({ id }) => id);
    const isIntermittent = failures.some(({ intermittent }) => intermittent);
    const again = (exchange: ShownExchange) => requestAgain(exchange, report.run.id, settings);
    return defined({
      request: again(request),
      connection: request.connection,
      requirements,
      isIntermittent,
      cause: last && cause ? defined({ request: again(cause), id: idIn(cause) }) : undefined,
    });
  });
}

function idIn({ request, response }: ShownExchange): string | undefined {
  const pet = request.method === 'POST' ? jsonOf(response?.body ?? '') : undefined;
  return isObject(pet) && isInteger(pet.id) ? String(pet.id) : undefined;
}

function requestAgain(exchange: ShownExchange, runBefore: string, settings: RunSettings): Again['request'] {
  const { path, headers, body, ...request } = requestOf(exchange);
  const restorer = new KeyRestorer(settings.apiKey);
  const restore = (text: string) => restorer.text(text);
  const own = (text: string) =>
    runBefore === '' ? text : text.replaceAll(`conformance-${runBefore}`, `conformance-${settings.runId}`);
  return defined({
    ...request,
    path: restore(path),
    headers: headers.map(([name, value]) => [name, restore(value)] as const),
    body: body === undefined ? undefined : own(restore(body)),
  });
}
