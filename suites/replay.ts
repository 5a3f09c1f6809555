import type { Again } from '../harness/engine/suite.ts';
import { requestOf } from '../harness/record/har.ts';
import { isViolated } from '../harness/report/conclusion.ts';
import type { Exchange, Report } from '../harness/report/model.ts';
import type { RunSettings } from '../harness/settings/settings.ts';
import { KeyRestorer } from './restore-key.ts';

/** The requests that failed in a report, as this run would send them: with its key and its own marks. */
export function requestsToReplay(report: Report, ids: readonly string[], settings: RunSettings): readonly Again[] {
  const failed = report.results.filter((result) => isViolated(result) && ids.includes(result.id));
  const exchanges = failed.flatMap(({ exchanges: shown = [] }) => shown.slice(-1));
  return [...new Map(exchanges.map((exchange) => [exchange.number, exchange])).values()].map((exchange) =>
    againOf(exchange, report.run.id, settings),
  );
}

function againOf(exchange: Exchange, runBefore: string, settings: RunSettings): Again {
  const { path, headers, body, ...request } = requestOf(exchange);
  const restorer = new KeyRestorer(settings.apiKey);
  const restore = (text: string) => restorer.text(text);
  const own = (text: string) =>
    runBefore === '' ? text : text.replaceAll(`conformance-${runBefore}`, `conformance-${settings.runId}`);
  return {
    request: {
      ...request,
      path: restore(path),
      headers: headers.map(([name, value]) => [name, restore(value)] as const),
      ...(body !== undefined && { body: own(restore(body)) }),
    },
    ...(exchange.connection && { connection: exchange.connection }),
  };
}
