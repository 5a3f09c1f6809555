import type { Again } from '../harness/engine/suite.ts';
import { isViolated } from '../harness/report/conclusion.ts';
import type { Exchange, Report } from '../harness/report/model.ts';
import type { RunSettings } from '../harness/settings/run-settings.ts';

/** The requests that failed in a report, as this run would send them: with its key and its own marks. */
export function requestsToReplay(report: Report, ids: readonly string[], settings: RunSettings): readonly Again[] {
  const failed = report.results.filter((result) => isViolated(result) && ids.includes(result.id));
  const exchanges = failed.flatMap(({ exchanges: shown = [] }) => shown.slice(-1));
  return [...new Map(exchanges.map((exchange) => [exchange.number, exchange])).values()].map((exchange) =>
    againOf(exchange, report.run.id, settings),
  );
}

function againOf({ request, cutAt, connection }: Exchange, runBefore: string, settings: RunSettings): Again {
  const restore = (text: string) => restored(text, settings.apiKey);
  const own = (text: string) =>
    runBefore === '' ? text : text.replaceAll(`conformance-${runBefore}`, `conformance-${settings.runId}`);
  return {
    request: {
      method: request.method,
      path: restore(request.url.replace(/^https?:\/\/[^/]*/, '')),
      headers: request.headers.map(([name, value]) => [name, restore(value)] as const),
      ...(request.body !== undefined && { body: own(restore(request.body)) }),
      ...(cutAt !== undefined && { cutAt }),
    },
    ...(connection && { connection }),
  };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const bytes = (escapes: string) =>
  escapes.replace(/\\x([0-9a-f]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** The shell expressions that reports show in place of the key and of what is made from it, with what they stand for. */
const EXPRESSIONS: readonly (readonly [RegExp, (key: string, ...groups: readonly string[]) => string])[] = [
  [
    /\$\(printf %s "(:?)\$PETSTORE_API_KEY(:?)" \| base64 \| tr -d '\\n'\)/g,
    (key, before = '', after = '') => base64(`${before}${key}${after}`),
  ],
  [
    /\$\(printf %s "\$PETSTORE_API_KEY" \| tr 'a-zA-Z' 'A-Za-z'\)/g,
    (key) => [...key].map((char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase())).join(''),
  ],
  [
    /\$\(printf %s "\$PETSTORE_API_KEY" \| od [^)]*\)/g,
    (key) => [...key].map((char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`).join(''),
  ],
  [/\$\(printf %s "\$PETSTORE_API_KEY" \| fold [^)]*\)/g, (key) => [...key].sort().join('')],
  [/\$\(printf '((?:\\x[0-9a-f]{2})+)'\)/g, (_key, escapes = '') => bytes(escapes)],
  [/\$\{PETSTORE_API_KEY%\?\}/g, (key) => key.slice(0, -1)],
  [/\$\{PETSTORE_API_KEY:(\d+):(\d+)\}/g, (key, from, count) => key.slice(Number(from), Number(from) + Number(count))],
  [/\$\{PETSTORE_API_KEY:(\d+)\}/g, (key, from) => key.slice(Number(from))],
  [/\$\{PETSTORE_API_KEY\}|\$PETSTORE_API_KEY/g, (key) => key],
];

function restored(text: string, key: string): string {
  return EXPRESSIONS.reduce(
    (rest, [pattern, make]) =>
      rest.replace(pattern, (_all, ...groups) => make(key, ...groups.filter((group) => typeof group === 'string'))),
    text,
  );
}
